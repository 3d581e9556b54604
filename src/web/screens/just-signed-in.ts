import type { Api } from '../../shared/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { fieldOf } from '../../shared/field-of.ts'
import { screens } from '../../shared/screens.ts'
import { cameFrom } from '../accounts/came-from.ts'

/**
 * The navigation state after a sign-in. Browsers keep it over a reload, so it holds the start time
 * of this page load: after a reload it no longer counts.
 */
const justSignedIn = () => ({ signedInOnLoad: performance.timeOrigin })

export function isJustSignedIn(state: unknown): boolean {
  return fieldOf(state, 'signedInOnLoad') === performance.timeOrigin
}

/**
 * Where a sign-in leads, and with which navigation state: to what was asked for, if anything, else
 * to the profile. Where a super user made a link to a new password, the profile says so first, and
 * leads on.
 */
export function wayOn(
  { resetLinkMadeAt }: Pick<ResponseOf<Api['login']>, 'resetLinkMadeAt'>,
  askedFor: string | null,
): { to: string; state: object } {
  if (resetLinkMadeAt !== undefined) {
    const state = { resetLinkMadeAt, ...(askedFor !== null && cameFrom(askedFor)) }
    return { to: screens.profile.path, state }
  }
  return { to: askedFor ?? screens.profile.path, state: justSignedIn() }
}
