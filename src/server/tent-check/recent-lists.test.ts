import { expect, it } from 'vitest'
import { membersAmong } from './recent-lists.ts'

it('of a list nothing is remembered but members of the check, each once', () => {
  const invented = Array.from({ length: 100 }, (_, number) => `Nobody ${number}`)
  const list = ['Di Evans', 'Bo Chen', 'Ann Lee', ...invented, 'Bo Chen']
  const tents = [{ members: 'Ann Lee, Bo Chen' }, { members: 'Cy Diaz' }, {}]
  // Di came with a pull after the start.
  const excluded = new Map([['Di Evans', null]])
  expect(membersAmong(list, { tents, excluded })).toEqual(['Ann Lee', 'Bo Chen', 'Di Evans'])
  expect(membersAmong(list, null)).toEqual([])
})
