import { hourMs } from '../../shared/durations.ts'

/**
 * The push services of Chrome, Firefox, Safari and Edge, by their domains; of each the hosts that
 * browsers get, as JavaScript and PostgreSQL both read them. No other host of a domain: whoever
 * subscribes could make up ones that never answer, and their pushes would wait before the real ones.
 */
export const hostsOfKnown = {
  'fcm.googleapis.com': '^fcm\\.googleapis\\.com$',
  'push.services.mozilla.com': '^updates\\.push\\.services\\.mozilla\\.com$',
  'push.apple.com': '^web\\.push\\.apple\\.com$',
  'notify.windows.com': '^[^.]+\\.notify\\.windows\\.com$',
} as const

type KnownService = keyof typeof hostsOfKnown

/** Is this the host of one of them? */
export function isKnownService(host: string): boolean {
  return Object.values(hostsOfKnown).some((hosts) => new RegExp(hosts).test(host))
}

/** All others together: whoever subscribes may make up as many as they like. */
export const otherServices = 'other'

export type PushService = KnownService | typeof otherServices

/** How long a push service may put a push off, in ms. */
export const putOffAtMostMs = hourMs

export const pushServices: readonly PushService[] = [
  ...(Object.keys(hostsOfKnown) as KnownService[]),
  otherServices,
]
