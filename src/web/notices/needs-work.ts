import type { Api } from '../../shared/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type { ShownNotice } from '../../shared/notices/contract.ts'

/** Is no mail sent, or not in time? */
function isUntold({ state, isLate = false }: ShownNotice): boolean {
  return state === 'failed' || state === 'byHand' || isLate
}

/** Should a person see to it? Not to mails about accounts: anybody may request many that fail. */
export function needsWork(notice: ShownNotice): boolean {
  return isUntold(notice) && (isOfCheck(notice) || notice.kind === 'shifts')
}

/** How many of all, also of those that are not listed. */
export function untoldIn({ notices, toDo }: ResponseOf<Api['listNotices']>): number {
  return toDo ?? notices.filter(needsWork).length
}

/** How many mails about accounts failed, of those that are listed. */
export function failedAboutAccounts({ notices }: ResponseOf<Api['listNotices']>): number {
  return notices.filter((notice) => isUntold(notice) && !needsWork(notice)).length
}

/** It was tried, and will be again by itself later. */
export function isPutOff({ state, error }: ShownNotice): boolean {
  return state === 'waiting' && error !== null
}

/**
 * May a person tell it in place of the mail? While the mail is still tried again, only if it is
 * about a check: the other mails may hold one-time links.
 */
export function canBeTold(notice: ShownNotice): boolean {
  return isUntold(notice) || (isOfCheck(notice) && isPutOff(notice))
}

export function isOfCheck({ kind }: ShownNotice): boolean {
  return kind === 'miss' || kind === 'correction'
}
