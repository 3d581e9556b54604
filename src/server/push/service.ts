import { hourMs } from '../../shared/durations.ts'

/** The push services of Chrome, Firefox, Safari and Edge, by their domains. */
export const knownServices = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const

/** Is this the host of one of them? */
export function isKnownService(host: string): boolean {
  return knownServices.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/** All others together: whoever subscribes may make up as many as they like. */
export const otherServices = 'other'

export type PushService = (typeof knownServices)[number] | typeof otherServices

/** How long a push service may put a push off, in ms. */
export const putOffAtMostMs = hourMs

export const pushServices: readonly PushService[] = [...knownServices, otherServices]
