import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { can } from '../../shared/access.ts'
import { documentBytesAtMost } from '../../shared/documents/contract.ts'
import { Refusal } from './refusal.ts'
import type { UnderWayLimit } from './under-way-limit.ts'

/**
 * How many uploads may arrive at once: each file is in memory until it is checked and stored.
 * People with a role also have places of their own, so that those without one cannot keep them out.
 */
export const uploadsAtMost = { ofRoles: 4, ofOthers: 20 }

/** Routes of this scope take a file as multipart. */
export async function acceptFiles(
  scope: FastifyInstance,
  { ofRoles, ofOthers }: Record<keyof typeof uploadsAtMost, UnderWayLimit>,
): Promise<void> {
  scope.addHook('onRequest', (request, reply, done) => {
    const hasRole = can(request.session?.user ?? null, 'lineMonitor')
    if (!hasRole || !mayTake(ofRoles, request, reply)) ofOthers.take(request.raw, reply.raw)
    done()
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(/^/, (_request, _payload, done) => done(null))
  await scope.register(multipart, {
    // Only the file is read. Other fields get no bytes: the library would parse JSON of 1 MB each.
    limits: { fileSize: documentBytesAtMost, files: 2, fields: 20, fieldSize: 0, parts: 30 },
  })
}

function mayTake(places: UnderWayLimit, request: FastifyRequest, reply: FastifyReply): boolean {
  try {
    places.take(request.raw, reply.raw)
    return true
  } catch {
    return false
  }
}

/** The request's one file, in the field `file`. */
export async function uploadedFile(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new Refusal('noFile')
  let file: Uint8Array | null = null
  try {
    for await (const part of request.files()) {
      const bytes = await part.toBuffer()
      // Browsers send this for a form without a chosen file.
      if (bytes.byteLength === 0 && !part.filename) continue
      if (file !== null || part.fieldname !== 'file') throw new Refusal('oneFile')
      file = bytes
    }
  } catch (error) {
    throw refusalOfReading(error)
  }
  if (file === null) throw new Refusal('noFile')
  if (file.byteLength === 0) throw new Refusal('emptyFile')
  return file
}

/** The library says by words alone that a form is broken: only what reading it throws is judged so. */
function refusalOfReading(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('fileTooLarge')
  if (/^FST_((FILES|PARTS|FIELDS)_LIMIT|INVALID_JSON_FIELD_ERROR)$/.test(code)) {
    return new Refusal('oneFile')
  }
  if (code === 'ECONNRESET' || /unexpected end|premature close|aborted/i.test(error.message)) {
    return new Refusal('uploadCutOff')
  }
  return /form|boundary|multipart|header/i.test(error.message) && !('statusCode' in error)
    ? new Refusal('uploadCutOff')
    : error
}
