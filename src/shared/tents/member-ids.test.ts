import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSwift, manyAccents } from '../../../tests/support/many-accents.ts'
import type { TentMember } from './contract.ts'
import { membersAfter } from './member-ids.ts'
import { membersOf } from './members.ts'

function counter(from: number): () => string {
  let last = from
  return () => {
    last += 1
    return String(last)
  }
}

type Texts = { members: string; netIDs: string }
const texts = (members: string, netIDs = ''): Texts => ({ members, netIDs })

/** The members of a new tent: their ids count from 1. */
const first = (tent: Texts) => membersAfter([], tent, counter(0))
/** The members after another text: ids that are new count from 101. */
const follow = (before: readonly TentMember[], tent: Texts) =>
  membersAfter(before, tent, counter(100))
const idsAfter = (before: Texts, then: Texts) => follow(first(before), then).map(({ id }) => id)

describe('the members of a tent', () => {
  it('are named by its text, in its order', () => {
    expect(first(texts(' Ann Lee, ,Bo Kim ,Ann Lee'))).toEqual([
      { id: '1', name: 'Ann Lee', netID: null },
      { id: '2', name: 'Bo Kim', netID: null },
      { id: '3', name: 'Ann Lee', netID: null },
    ])
  })

  it.each<[netIDs: string, beside: (string | null)[]]>([
    ['al2, BK7', ['al2', 'bk7']],
    ['al2; bk7', ['al2', 'bk7']],
    ['al2 bk7 ', ['al2', 'bk7']],
    ['', [null, null]],
    ['al2', [null, null]],
    ['al2, bk7, cd9', [null, null]],
    ['al2@duke.edu, bk7', [null, null]],
  ])('have of the netIDs %j those at their place, where there are as many', (netIDs, beside) => {
    expect(first(texts('Ann Lee, Bo Kim', netIDs)).map(({ netID }) => netID)).toEqual(beside)
  })
})

describe('after another text, members keep their ids', () => {
  it.each<[what: string, before: Texts, then: Texts, ids: string[]]>([
    ['nothing changed', texts('Ann, Bo'), texts('Ann,Bo'), ['1', '2']],
    ['another order', texts('Ann, Bo, Cy'), texts('Cy, Ann, Bo'), ['3', '1', '2']],
    ['one joins', texts('Ann, Bo'), texts('Zed, Ann, Bo'), ['101', '1', '2']],
    ['one leaves', texts('Ann, Bo, Cy'), texts('Ann, Cy'), ['1', '3']],
    ['one takes the place of another', texts('Ann, Bo'), texts('Ann, Zed'), ['1', '101']],
    ['two of a name', texts('Ann, Bo, Ann'), texts('Ann, Ann, Bo'), ['1', '3', '2']],
    ['the second of a name joins', texts('Ann, Bo'), texts('Ann, Bo, Ann'), ['1', '2', '101']],
    ['one of a name leaves', texts('Ann, Ann'), texts('Ann'), ['1']],
    [
      'the first of a name leaves',
      texts('Ann, Bo, Ann', 'a1, b2, a3'),
      texts('Bo, Ann', 'b2, a3'),
      ['2', '3'],
    ],
    ['one of a name joins before', texts('Ann', 'a1'), texts('Ann, Ann', 'a9, a1'), ['101', '1']],
    [
      'and the others of it by place',
      texts('Ann, Ann, Ann', 'a1, a2, a3'),
      texts('Ann, Ann', 'a9, a2'),
      ['1', '2'],
    ],
    ['two of a name have one netID', texts('Ann, Ann', 'a1, a1'), texts('Ann', 'a1'), ['1']],
    ['only netIDs change', texts('Ann, Ann', 'a1, a2'), texts('Ann, Ann', 'a2, a1'), ['1', '2']],
    ['a name is spelled otherwise', texts('Zoe Kim', 'zk1'), texts('Zoë Kim', 'zk1'), ['1']],
    ['a word of it is', texts('Bob Smith', 'bs1'), texts('Robert smith', 'BS1'), ['1']],
    ['at another place', texts('Al Oz, Bo Ra', 'a, b'), texts('Bob Ra, Al Oz', 'b, a'), ['2', '1']],
    // A netID that lags behind the names would give one person another one's id.
    ['no word is the same', texts('Ann Lee', 'al2'), texts('Zed Ray', 'al2'), ['101']],
    ['no netID is known', texts('Zoe Kim'), texts('Zoë Kim'), ['101']],
    ['the netID is another', texts('Zoe Kim', 'zk1'), texts('Zoë Kim', 'zk2'), ['101']],
    [
      'two are left beside the netID',
      texts('Zoe Kim, Zo Kim', 'zk1, zk1'),
      texts('Zoë Kim', 'zk1'),
      ['101'],
    ],
    [
      'two come beside it',
      texts('Zoe Kim', 'zk1'),
      texts('Zoë Kim, Zo Kim', 'zk1, zk1'),
      ['101', '102'],
    ],
    ['nobody is left', texts('Ann'), texts(''), []],
  ])('%s', (_what, before, then, ids) => {
    expect(idsAfter(before, then)).toEqual(ids)
  })
})

it('a name of 100,000 accents takes no time', () => {
  const before = first(texts('Ann Lee', 'al2'))
  expect(isSwift(() => follow(before, texts(manyAccents, 'al2')))).toBe(true)
})

describe('for any texts', () => {
  const name = fc.constantFrom('Ann Lee', 'Bo Kim', 'Bob Kim', 'Cy', 'Kim')
  const list = fc.array(name, { maxLength: 6 })
  const tent = fc.record({
    members: list.map((names) => names.join(', ')),
    netIDs: fc.array(fc.constantFrom('a1', 'b2', 'c3'), { maxLength: 6 }).map(String),
  })

  it('the names are those of the text, and every id is one person’s', () => {
    fc.assert(
      fc.property(tent, tent, (one, other) => {
        const members = follow(first(one), other)
        expect(members.map((member) => member.name)).toEqual(membersOf(other))
        expect(new Set(members.map(({ id }) => id)).size).toBe(members.length)
      }),
    )
  })

  it('the same names have the same ids, whatever becomes of the netIDs', () => {
    fc.assert(
      fc.property(tent, tent, (one, { netIDs }) => {
        const ids = first(one).map(({ id }) => id)
        expect(idsAfter(one, { ...one, netIDs })).toEqual(ids)
        expect(follow(first(one), one)).toEqual(first(one))
      }),
    )
  })

  it('who stays keeps the id, whoever comes, goes and changes places', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.uniqueArray(name), (before, then) => {
        const known = new Map(first(texts(before.join())).map((member) => [member.name, member.id]))
        for (const member of follow(first(texts(before.join())), texts(then.join()))) {
          if (known.has(member.name)) expect(member.id).toBe(known.get(member.name))
        }
      }),
    )
  })
})
