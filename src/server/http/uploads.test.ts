import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { Refusal } from './refusal.ts'
import { acceptFiles } from './uploads.ts'

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
