import { sql } from 'drizzle-orm'
import { pushSubscriptions } from '../db/schema.ts'

/** The push services of Chrome, Firefox, Safari and Edge, by their domains. */
const known = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const

/** All others together: whoever subscribes may make up as many as they like. */
const other = 'other'

export type PushService = (typeof known)[number] | typeof other

export const pushServices: readonly PushService[] = [...known, other]

const host = sql`split_part(split_part(${pushSubscriptions.endpoint}, '/', 3), ':', 1)`
const whens = known.map(
  (domain) => sql`when ${host} = ${domain} or ${host} like ${`%.${domain}`} then ${domain}`,
)

/** The push service of a subscription, whose endpoint is as `URL` writes it. */
export const serviceOf = sql<PushService>`case ${sql.join(whens, sql` `)} else ${other} end`
