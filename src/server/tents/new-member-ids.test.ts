import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { newMemberIds } from './new-member-ids.ts'

const many = (next: () => string) => Array.from({ length: 1560 }, next)

it('gives ids of their own, which have the form of a UUID of version 8', () => {
  const ids = [...many(newMemberIds(randomUUID)), ...many(newMemberIds(randomUUID))]
  expect(new Set(ids).size).toBe(2 * 1560)
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

it('gives ids that take less than half the room in a compressed list', () => {
  const bytes = (ids: string[]) => gzipSync(JSON.stringify(ids.map((id) => ({ id })))).byteLength
  expect(bytes(many(newMemberIds(randomUUID))) / bytes(many(randomUUID))).toBeLessThan(0.45)
})
