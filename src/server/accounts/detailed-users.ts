import type { ListedUser, RoleField, UserDetails } from '../../shared/accounts/contract.ts'
import type { AuditEvent } from '../../shared/audit/contract.ts'
import { groupedBy } from '../../shared/grouped.ts'
import { listLatest } from '../audit/store.ts'
import type { Reader } from '../db/database.ts'
import { countSessions } from './sessions/store.ts'
import { listUsers } from './store.ts'

/** Everyone with an account, with the details that only super users see. */
export async function listDetailed(reader: Reader, now: Date): Promise<ListedUser[]> {
  const users = await listUsers(reader)
  const sessions = await countSessions(reader, now)
  const events = await listLatest(reader, [
    'roleChanged',
    'strangerReported',
    'userConfirmed',
    'accountDisabled',
    'accountTakenOver',
  ])
  const about = events.filter((event) => 'about' in event)
  const byNetID = groupedBy(about, (event) => event.about)
  return users.map((user) => {
    const { netID } = user
    const held = sessions.get(netID) ?? { sessions: 0, lastSeenAt: null }
    return { ...user, details: { ...held, ...detailsIn(byNetID.get(netID) ?? []) } }
  })
}

type InAudit = Omit<UserDetails, 'sessions' | 'lastSeenAt'>

/** What the last events about an account say, newest first. */
function detailsIn(events: readonly AuditEvent[]): InAudit {
  const givenBy = (role: RoleField) => {
    const given = events.find((event) => event.kind === 'roleChanged' && event.role === role)
    return given?.kind === 'roleChanged' && given.value ? { by: given.by, at: given.at } : null
  }
  // After an account is confirmed, disabled or handed over, earlier events about it do not matter.
  // One's own confirmation settles nothing: strangers could so clear themselves.
  const isOwn = (event: AuditEvent) => event.kind === 'userConfirmed' && event.netID === event.about
  const last = events.find((event) => event.kind !== 'roleChanged' && !isOwn(event))
  return {
    isLineMonitorSince: givenBy('isLineMonitor'),
    isSuperUserSince: givenBy('isSuperUser'),
    strangerTo:
      last?.kind === 'strangerReported' ? { tent: last.tent, by: last.by, at: last.at } : null,
  }
}
