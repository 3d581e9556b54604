import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

/** The documents that everyone may read. Specification 3, File entries. */
export type DocumentKind = 'policy' | 'calendar'

/** `url`: a path on this server that never changes its content; null: none is uploaded yet. */
const file = Type.Object({ url: Type.Union([Type.String(), Type.Null()]) })
export type DocumentFile = Static<typeof file>

/** The most that a document may weigh, in bytes. */
export const documentBytesAtMost = 15 * 1024 * 1024

const read = { method: 'GET', access: 'public', body: null, response: file } as const
/** One PDF in the multipart field `file`; a refusal is its text, as text/plain. */
const upload = { method: 'POST', access: 'superUser', body: 'file', response: file } as const

export const documentsApi = {
  policyFile: endpoint({ ...read, path: '/api/files/policy' }),
  calendarFile: endpoint({ ...read, path: '/api/files/calendar' }),
  uploadPolicy: endpoint({ ...upload, path: '/api/files/policy' }),
  uploadCalendar: endpoint({ ...upload, path: '/api/files/calendar' }),
}
