import { expect, it } from 'vitest'
import { type PartsChanged, partsChanged } from './parts-changed.ts'

it.each<[before: string, after: string, PartsChanged]>([
  ['Ants', 'Bees', { gone: 'Ants', come: 'Bees', kept: 0 }],
  ['', '2', { gone: '', come: '2', kept: 0 }],
  ['Ann, Bo', 'Ann,Cy, Di', { gone: 'Bo', come: 'Cy, Di', kept: 1 }],
  ['Ann', 'Ann, Bo', { gone: '', come: 'Bo', kept: 1 }],
  ['Ann, Bo', '', { gone: 'Ann, Bo', come: '', kept: 0 }],
  ['Ann, Bo', 'Bo, Ann', { gone: 'Ann, Bo', come: 'Bo, Ann', kept: 0 }],
  ['Ann, B…', 'Ann, C…', { gone: 'Ann, B…', come: 'Ann, C…', kept: 0 }],
])('from %j to %j', (before, after, parts) => {
  expect(partsChanged(before, after)).toEqual(parts)
})
