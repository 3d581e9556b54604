import { expect, it } from 'vitest'
import { isDatabaseAway } from './database.ts'
import { unusable } from './postgres-session.ts'

const coded = (code: string) => Object.assign(new Error('no'), { code })

it.each([
  ['it starts', coded('57P03'), true],
  ['it ends', coded('57P01'), true],
  ['nothing listens', coded('ECONNREFUSED'), true],
  ['its machine is not in the network yet', coded('EHOSTUNREACH'), true],
  ['names are not known yet', coded('EAI_AGAIN'), true],
  ['its machine does not answer the system', coded('ETIMEDOUT'), true],
  ['its machine does not answer the driver', new Error('timeout expired'), true],
  ['a password is wrong', coded('28P01'), false],
  ['there is no such database', coded('3D000'), false],
  ['anything else', new Error('no'), false],
])('the database is away or not where %s', (_, error, is) => {
  expect(isDatabaseAway(unusable('postgres://db/tents', error))).toBe(is)
})
