import { createHash } from 'node:crypto'
import type { DocumentFile, DocumentKind, documentsApi } from '../../shared/documents/contract.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { cached } from '../db/cached.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import type { Write } from '../http/write.ts'
import { pagesOfWholePdf } from './pdf-check.ts'
import { addressOf } from './serve.ts'
import { insertDocument, listNewest } from './store.ts'

export function documentsRoutes(ctx: ReadContext): Handlers<keyof typeof documentsApi> {
  const readNewest = cached(ctx, () => ctx.db.read(listNewest))
  const shownOf = (kind: DocumentKind) => async (): Promise<DocumentFile> => {
    const newest = (await readNewest()).find((one) => one.kind === kind)
    return { url: newest === undefined ? null : addressOf(kind, newest.sha256) }
  }

  /** The old file stays visible until the new one is stored completely. */
  async function take(
    kind: DocumentKind,
    netID: string,
    readFile: () => Promise<Uint8Array>,
    write: Write,
  ): Promise<DocumentFile & { ok: true }> {
    const bytes = await readFile()
    const pages = await pagesOfWholePdf(bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const document = { kind, sha256, bytes, pages, uploadedBy: netID, uploadedAt: ctx.now() }
    await write(async (tx) => {
      await insertDocument(tx, document)
      const event = { kind: 'documentUploaded', netID, document: kind } as const
      await insertAuditEvent(tx, ctx.now(), event)
    })
    return { ok: true, url: addressOf(kind, sha256) }
  }

  return {
    policyFile: shownOf('policy'),
    calendarFile: shownOf('calendar'),
    listDocuments: async () => {
      const newest = await readNewest()
      return {
        documents: newest.map(({ sha256, ...rest }) => ({
          ...rest,
          url: addressOf(rest.kind, sha256),
        })),
      }
    },
    uploadPolicy: ({ session, body, write }) => take('policy', session.user.netID, body, write),
    uploadCalendar: ({ session, body, write }) => take('calendar', session.user.netID, body, write),
  }
}
