import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { Refusal } from './refusal.ts'
import { acceptFiles, uploadedFile } from './uploads.ts'

it('an upload that finds no place is told when to come again', async () => {
  const app = Fastify()
  const take = () => {
    throw new Refusal('tooManyOpen', { retryAfterS: 1.5 })
  }
  await app.register(async (scope) => {
    await acceptFiles(scope, { ofRoles: { take }, ofOthers: { take } })
    scope.post('/file', async () => 'taken')
  })
  const { statusCode, headers, body } = await app.inject({ method: 'POST', url: '/file' })
  expect([statusCode, headers['retry-after'], headers['content-type']]).toEqual([
    429,
    '2',
    'text/plain; charset=utf-8',
  ])
  expect(body).toBe(new Refusal('tooManyOpen').message)
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
  const app = Fastify()
  await app.register(async (scope) => {
    const place = { take: () => () => true }
    await acceptFiles(scope, { ofRoles: place, ofOthers: place })
    scope.post('/file', async (request) => String((await uploadedFile(request)).byteLength))
  })
  const file = partOf('file; filename=a.pdf', 'application/pdf', '%PDF')
  const field = partOf('more', type, `[${'{},'.repeat(300_000)}{}]`)
  for (const parts of [file + field, field + file]) {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const payload = `${parts}--x--\r\n`
    const answer = await app.inject({ method: 'POST', url: '/file', headers, payload })
    expect([answer.statusCode, answer.body]).toEqual([status, text])
  }
})
