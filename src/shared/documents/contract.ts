import { type Static, Type } from 'typebox'
import { person } from '../accounts/contract.ts'
import { endpoint, ok } from '../endpoint.ts'
import { instant, oneOf, orNull } from '../schemas.ts'

/** The documents that everyone may read. Specification 3, File entries. */
export const documentKind = oneOf(['policy', 'calendar'])
export type DocumentKind = Static<typeof documentKind>

/** `url`: a path on this server whose content never changes; null: nothing is uploaded yet. */
const file = Type.Object({ url: orNull(Type.String()) })
export type DocumentFile = Static<typeof file>

/**
 * A document as super users see it. `bytes`: its size; `pages`: null if it was uploaded before pages
 * were counted.
 */
const uploaded = Type.Object({
  kind: documentKind,
  url: Type.String(),
  at: instant,
  by: person,
  bytes: Type.Integer(),
  pages: orNull(Type.Integer()),
})
export type UploadedDocument = Static<typeof uploaded>

/** The largest document, in bytes. */
export const documentBytesAtMost = 15 * 1024 * 1024

const read = { method: 'GET', access: 'public', body: null, response: file } as const
/**
 * One PDF in the multipart field `file`, which takes the place of the document there is. 400 where it
 * is no whole PDF or asks for a password; 413 above `documentBytesAtMost`.
 */
const upload = {
  method: 'POST',
  access: 'superUser',
  body: 'file',
  refusesAsText: true,
  response: Type.Object({ ...ok.properties, ...file.properties }),
} as const

export const documentsApi = {
  policyFile: endpoint({ ...read, path: '/api/files/policy' }),
  calendarFile: endpoint({ ...read, path: '/api/files/calendar' }),
  /** The current document of each kind, if there is one. */
  listDocuments: endpoint({
    method: 'GET',
    path: '/api/files',
    access: 'lineMonitor',
    body: null,
    response: Type.Object({ documents: Type.Array(uploaded) }),
  }),
  uploadPolicy: endpoint({ ...upload, path: '/api/files/policy' }),
  uploadCalendar: endpoint({ ...upload, path: '/api/files/calendar' }),
}
