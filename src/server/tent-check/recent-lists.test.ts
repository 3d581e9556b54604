import { expect, it } from 'vitest'
import { membersAmong } from './recent-lists.ts'

it('of a list nothing is remembered but members of the check, each once', () => {
  const invented = Array.from({ length: 100 }, (_, number) => `Nobody ${number}`)
  const list = ['Di Evans', 'Bo Chen', 'Ann Lee', ...invented, 'Bo Chen']
  const activeTents = [{ members: 'Bo Chen' }, { members: 'Cy Diaz' }]
  const marked = [{ tent: { members: 'Ann Lee, Bo Chen' } }]
  // Di was taken out of the roster meanwhile.
  const check = { activeTents, marked, excludedNames: ['Di Evans'] }
  expect(membersAmong(list, check)).toEqual(['Di Evans', 'Bo Chen', 'Ann Lee'])
})
