import { DrizzleQueryError } from 'drizzle-orm'
import Fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify'
import { expect, it } from 'vitest'
import { documentsApi } from '../../shared/documents/contract.ts'
import { answerErrors } from './errors.ts'
import { keepFailures } from './failures.ts'
import { Refusal } from './refusal.ts'
import { acceptFiles, uploadedFile } from './uploads.ts'

const now = new Date('2026-01-19T03:04:00Z')

/** A server that takes a file at `/file`, with the failures that it keeps. */
async function startUploads(
  answer: RouteHandlerMethod,
  take: () => () => boolean = () => () => true,
): Promise<{ app: FastifyInstance; failures: ReturnType<typeof keepFailures> }> {
  const app = Fastify()
  const failures = keepFailures()
  answerErrors(app, failures, () => now)
  await app.register(async (scope) => {
    await acceptFiles(scope, { ofRoles: { take }, ofOthers: { take } })
    scope.post('/file', { config: { endpoint: documentsApi.uploadPolicy } }, answer)
  })
  return { app, failures }
}

it('an upload that finds no place is told when to come again', async () => {
  const { app } = await startUploads(
    async () => 'taken',
    () => {
      throw new Refusal('tooManyOpen', { retryAfterS: 1.5 })
    },
  )
  const { statusCode, headers, body } = await app.inject({ method: 'POST', url: '/file' })
  expect([statusCode, headers['retry-after'], headers['content-type']]).toEqual([
    429,
    '2',
    'text/plain; charset=utf-8',
  ])
  expect(body).toBe(new Refusal('tooManyOpen').message)
})

it('a database that fails with the file is no upload that broke off, and stands among the failures', async () => {
  const { app, failures } = await startUploads(async () => {
    const cause = Object.assign(new Error('x'), { code: '57P01' })
    throw new DrizzleQueryError('insert', ['a Form with a header'], cause)
  })
  const { statusCode, headers, body } = await app.inject({ method: 'POST', url: '/file' })
  expect([statusCode, headers['retry-after'], body]).toEqual([
    503,
    '2',
    new Refusal('unavailable').message,
  ])
  expect(failures.list(now)).toMatchObject([{ method: 'POST', route: '/file' }])
  expect(JSON.stringify(failures.list(now))).not.toContain('Form')
})

/** A part of a form; `type`: of its content. */
function partOf(name: string, type: string, body: string): string {
  const head = `content-disposition: form-data; name=${name}\r\ncontent-type: ${type}`
  return `--x\r\n${head}\r\n\r\n${body}\r\n`
}

it.each([
  ['text', 'text/plain', 200, '4'],
  ['JSON', 'application/json', 400, new Refusal('oneFile').message],
])('a field of %s beside the file is never parsed', async (_, type, status, text) => {
  const { app } = await startUploads(async (request) =>
    String((await uploadedFile(request)).byteLength),
  )
  const file = partOf('file; filename=a.pdf', 'application/pdf', '%PDF')
  const field = partOf('more', type, `[${'{},'.repeat(300_000)}{}]`)
  for (const parts of [file + field, field + file]) {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const payload = `${parts}--x--\r\n`
    const answer = await app.inject({ method: 'POST', url: '/file', headers, payload })
    expect([answer.statusCode, answer.body]).toEqual([status, text])
  }
})
