import { describe, expect, it } from 'vitest'
import { defaultRules } from '../../../shared/season/default-rules.ts'
import { excludedInAllAtMost } from '../../../shared/tent-check/limits.ts'
import { membersOf } from '../../../shared/tents/members.ts'
import { type CheckState, fold } from './check-state.ts'
import type { CommandRules } from './command.ts'
import { close } from './commands/close.ts'
import { exclude } from './commands/exclude.ts'
import { mark } from './commands/mark.ts'
import { start } from './commands/start.ts'
import { decideAll } from './decide.ts'
import { combined, noEffects } from './effects.ts'
import type { CheckEvent, TentRow } from './events.ts'
import { membersPresent } from './present.ts'
import type { LedgerState } from './state.ts'

const now = new Date('2026-01-19T03:04:00Z')
const checkId = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const requestId = '00000000-0000-4000-8000-000000000003'
const lena = { netID: 'lena', firstName: 'Lena', isLineMonitor: true, isSuperUser: false }

function tentOf(id: string, more: Partial<TentRow> = {}): TentRow {
  const texts = { type: '', captain: '', captainName: '', netIDs: '' }
  const results = { lastMissLM: '', dateOfLastMiss: '', lastCheck: '', dateOfLastCheck: '' }
  const numbers = { numberOfMisses: 0, dayNumber: null, nightNumber: null }
  const row = { id, order: id, name: `Tent ${id}`, members: 'Ann, Bo, Cy' }
  const rest = { retiredAt: null, became: null, people: peopleOf(more.members ?? row.members) }
  return { ...row, ...texts, ...results, ...numbers, ...rest, ...more }
}

/** Ids by place and name: `1 Ann`. */
function peopleOf(members: string): TentRow['people'] {
  const names = membersOf({ members })
  return names.map((name, place) => ({ id: `${place + 1} ${name}`, name, netID: null }))
}

function stateOf(check: CheckState | null, more: Partial<LedgerState> = {}): LedgerState {
  const rows = ['a', 'b'].map((id) => tentOf(id))
  return {
    epoch: '',
    check,
    pastChecks: new Map(),
    tents: new Map(rows.map((row) => [row.id, row])),
    people: new Map([['lena', lena]]),
    sessions: new Map([['token', 'lena']]),
    requests: new Map(),
    answeredRequests: new Map(),
    tentEvents: new Map(),
    season: { rules: defaultRules, declared: [], afterChecks: [] },
    disputes: new Map(),
    newestCheckId: check?.id ?? null,
    ...more,
  }
}

const head = { checkId, at: now.toISOString(), by: 'Lena', netID: 'lena' }
const started: CheckEvent = {
  ...head,
  number: 1,
  kind: 'started',
  numCheckers: 1,
  tents: ['a', 'b'].map((id) => ({ id, groupIndex: 0, members: 'Ann, Bo, Cy' })),
}
const facts = { id: 'a', outcome: 'miss', by: 'Lena', at: '1/18/2026, 10:04 PM' } as const
const counted = { netID: 'lena', present: [], required: null, number: 2 }
const missed: CheckEvent = {
  ...head,
  number: 2,
  kind: 'marked',
  mark: { ...facts, numberOfMisses: 1 },
}
const ended: CheckEvent = { ...head, number: 2, kind: 'ended' }
const checkAfter = (...events: CheckEvent[]) =>
  events.reduce<CheckState | null>((state, event) => fold(state, event), null)

/** What one command of Lena's does, and how it is answered. */
function decide<Args, Answer>(
  state: LedgerState,
  rules: CommandRules<Args, Answer>,
  args: Args,
  by: { user: typeof lena; tokenHash: string | null } | null = { user: lena, tokenHash: 'token' },
) {
  const { decisions, events, effects } = decideAll(state, [{ rules, args, by } as never], now)
  const answer = decisions[0]?.answer ?? { value: null }
  const result = 'refusal' in answer ? answer.refusal.code : answer.value
  return { events, effects, result }
}

describe('a command', () => {
  const close1 = { how: 'ended', onlyIfEmpty: false } as const
  it.each([
    ['whose session is over', { sessions: new Map() }, 'notSignedIn'],
    ['whose session is somebody else’s', { sessions: new Map([['token', 'bo']]) }, 'notSignedIn'],
    ['of nobody', { people: new Map() }, 'notSignedIn'],
    [
      'of somebody who lost the role',
      { people: new Map([['lena', { ...lena, isLineMonitor: false }]]) },
      'needsLineMonitor',
    ],
  ])('%s is refused', (_, more, code) => {
    const { events, result } = decide(stateOf(checkAfter(started), more), close, close1)
    expect([events, result]).toEqual([[], code])
  })

  it('of the server itself names no person', () => {
    const { events } = decide(stateOf(checkAfter(started)), close, close1, null)
    expect(events).toMatchObject([{ kind: 'ended', number: 2, netID: null, by: '' }])
  })

  it('of a person without a first name has the name for unknown monitors', () => {
    const people = new Map([['lena', { ...lena, firstName: '' }]])
    const { events } = decide(stateOf(checkAfter(started), { people }), close, close1)
    expect(events).toMatchObject([{ by: 'Unknown User', netID: 'lena' }])
  })
})

describe('a mark', () => {
  const miss = { outcome: 'miss', body: { id: 'a', misses: 1 } } as const
  const make = { outcome: 'make', body: { id: 'a', lastCheck: 'Cy, Zoe, Ann' } } as const
  const meantFor = (check: string) => ({ ...miss, body: { ...miss.body, checkId: check } })

  it('of an unmarked tent counts, and stores the values that it replaced', () => {
    const { events, effects, result } = decide(stateOf(checkAfter(started)), mark, miss)
    const before = { lastMissLM: '', dateOfLastMiss: '' }
    const was = { numberOfMisses: 0, became: null, ...before }
    const mark1 = { ...facts, numberOfMisses: 1 }
    expect(result).toEqual({ ...mark1, ...counted })
    expect(events).toMatchObject([
      { number: 2, kind: 'marked', mark: mark1, was: before, misses: 1, required: null },
    ])
    const becomes = { numberOfMisses: 1, lastMissLM: 'Lena', dateOfLastMiss: facts.at }
    const cells = { number: 2, pair: 'lastMiss', cells: ['Lena', facts.at], replaced: ['', ''] }
    expect(effects).toEqual({
      tents: [{ id: 'a', was, becomes }],
      results: [
        { checkId, number: 2, tentId: 'a', change: { kind: 'marked', misses: 1, mark: cells } },
      ],
      audit: [],
      disputes: [],
      pushes: [],
      answers: [],
    })
  })

  it('that is a Make depends on the members, and stores those who belong to the tent', () => {
    const { events, effects } = decide(stateOf(checkAfter(started)), mark, make)
    expect(events).toMatchObject([{ lastCheck: 'Ann, Cy', was: { lastCheck: '' } }])
    expect(effects.tents).toMatchObject([
      { was: { members: 'Ann, Bo, Cy' }, becomes: { lastCheck: 'Ann, Cy' } },
    ])
  })

  it('that is a Make by ids depends on them, and stores them with their names and the note', () => {
    const twins = tentOf('a', { members: 'Ann, Bo, Ann, Cy' })
    const check = checkAfter(started, { ...head, number: 2, kind: 'excluded', names: ['Bo'] })
    const state = stateOf(check, { tents: new Map([['a', twins]]) })
    const present = ['4 Cy', '3 Ann', '2 Bo', '9 Zoe']
    const args = { ...make, body: { id: 'a', lastCheck: 'Ann, Ann', present, note: 'In the rain' } }
    const { events, effects } = decide(state, mark, args)
    expect(events).toMatchObject([
      { lastCheck: 'Ann, Cy', presentIds: ['3 Ann', '4 Cy'], note: 'In the rain' },
    ])
    expect(effects.tents).toMatchObject([
      {
        was: { members: twins.members, people: twins.people },
        becomes: { lastCheck: 'Ann, Cy' },
      },
    ])
    const nobody = decide(state, mark, { ...make, body: { ...args.body, present: [] } })
    expect(nobody.events).toMatchObject([{ lastCheck: 'No members selected', presentIds: [] }])
  })

  it('that is a Miss stores the note, and no members', () => {
    const body = { ...miss.body, present: ['1 Ann'], note: 'Asleep elsewhere' }
    const { events, effects } = decide(stateOf(checkAfter(started)), mark, { ...miss, body })
    expect(events).toMatchObject([{ note: 'Asleep elsewhere' }])
    expect(events[0]).not.toHaveProperty('presentIds')
    expect(effects.tents[0]?.was).not.toHaveProperty('people')
  })

  it.each([
    ['outside a check', null, miss, 'noCheck'],
    ['in a check that has ended', checkAfter(started, ended), miss, 'noCheck'],
    [
      'of a tent that is not in the check',
      checkAfter(started),
      { ...miss, body: { ...miss.body, id: 'z' } },
      'tentNotInCheck',
    ],
    ['meant for a check that never was', checkAfter(started), meantFor(other), 'checkUnknown'],
    ['meant for one that never was, outside a check', null, meantFor(other), 'noCheck'],
  ])('%s: refused', (_, check, args, code) => {
    expect(decide(stateOf(check), mark, args)).toEqual({
      events: [],
      effects: noEffects,
      result: code,
    })
  })

  it('that is the same as a colleague’s is answered with the colleague’s mark', () => {
    const { events, result } = decide(stateOf(checkAfter(started, missed)), mark, miss)
    expect([events, result]).toEqual([[], { ...facts, ...counted, numberOfMisses: 1 }])
  })

  it('that contradicts a colleague’s is refused, and is in the audit once for that mark', () => {
    const sent = (markId?: string) => {
      const args = { ...make, body: { ...make.body, ...(markId === undefined ? {} : { markId }) } }
      return decide(stateOf(checkAfter(started, missed)), mark, args)
    }
    const { effects, result } = sent(requestId)
    expect(result).toBe('markedOtherwise')
    expect(effects.audit).toMatchObject([{ event: { checkId, tent: 'a Tent a' } }])
    expect(sent().effects.audit).toEqual(effects.audit)
  })

  it('for a check that is over is stored there, with the members of that time', () => {
    const past = checkAfter(started, ended)
    const pastChecks = new Map(past === null ? [] : [[checkId, past]])
    const tents = new Map([['a', tentOf('a', { members: 'Zoe' })]])
    const args = { ...make, body: { ...make.body, checkId } }
    const { events, result } = decide(stateOf(null, { pastChecks, tents }), mark, args)
    expect(result).toBe('otherCheck')
    expect(events).toMatchObject([{ kind: 'lateMark', number: 3, lastCheck: 'Ann, Cy' }])
    const late = past === null ? null : events.reduce(fold, past)
    const again = stateOf(null, { tents, pastChecks: new Map(late ? [[checkId, late]] : []) })
    expect(decide(again, mark, args)).toMatchObject({ events: [], result: 'otherCheck' })
  })

  it('for a check that is over is stored there 100 times at most, whatever their markIds', () => {
    let past = checkAfter(started, ended)
    const codes: unknown[] = []
    for (let count = 0; count < 103; count += 1) {
      const pastChecks = new Map(past === null ? [] : [[checkId, past]])
      const markId = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
      const args = { ...miss, body: { ...miss.body, checkId, markId } }
      const { events, result } = decide(stateOf(null, { pastChecks }), mark, args)
      codes.push(result)
      past = past === null ? null : events.reduce(fold, past)
    }
    expect(new Set(codes)).toEqual(new Set(['otherCheck']))
    expect(past?.lateMarks).toHaveLength(100)
  })

  it('for a check that is over is stored there 1,000 times at most of one person', () => {
    const past = checkAfter(started, ended)
    if (past === null) throw new Error('It has begun')
    const number = 3
    const stored = (netID: string, count: number) => {
      const late = { ...facts, ...counted, id: 'b', netID, number, numberOfMisses: 0 }
      const lateMarks = Array.from({ length: count }, () => ({
        mark: late,
        netID,
        number,
        at: head.at,
      }))
      const pastChecks = new Map([[checkId, { ...past, lateMarks }]])
      const args = { ...miss, body: { ...miss.body, checkId, markId: requestId } }
      return decide(stateOf(null, { pastChecks }), mark, args).events.length
    }
    expect([stored('lena', 999), stored('lena', 1000), stored('bo', 1000)]).toEqual([1, 0, 1])
  })

  it('for a check that another server has just reopened is no late one: the phone sends it again', () => {
    const reopened = checkAfter(started, ended, { ...head, number: 3, kind: 'reopened' })
    const pastChecks = new Map(reopened === null ? [] : [[checkId, reopened]])
    const state = stateOf(null, { pastChecks })
    const { events, result } = decide(state, mark, meantFor(checkId))
    expect([events, result]).toEqual([[], 'unavailable'])
  })

  it('by ids for a check that is over names those who belonged to the tent then', () => {
    const past = checkAfter(started, ended)
    const pastChecks = new Map(past === null ? [] : [[checkId, past]])
    const rows = [
      tentOf('a', { became: 'rec', people: [] }),
      tentOf('rec', { members: 'Zoe, Cy, Ann' }),
    ]
    const tents = new Map(rows.map((row) => [row.id, row]))
    const present = ['1 Zoe', '2 Cy', '3 Ann']
    const body = { ...make.body, checkId, present, note: 'Late' }
    const { events } = decide(stateOf(null, { pastChecks, tents }), mark, {
      ...make,
      body,
    })
    expect(events).toMatchObject([
      { kind: 'lateMark', lastCheck: 'Cy, Ann', presentIds: ['2 Cy', '3 Ann'], note: 'Late' },
    ])
    const closed = past && { ...past, tents: past.tents.map(({ members: _, ...tent }) => tent) }
    const afterClosing = new Map(closed ? [[checkId, closed]] : [])
    const silent = decide(stateOf(null, { pastChecks: afterClosing, tents }), mark, {
      ...make,
      body,
    })
    expect(JSON.stringify(silent.events)).not.toMatch(/Cy|Ann|Late/)
  })

  it('by the id from before the first pull is of the same tent, and gets its first answer again', () => {
    const rows = [tentOf('old', { became: 'a', retiredAt: now }), tentOf('a')]
    const tents = new Map(rows.map((row) => [row.id, row]))
    const args = { ...miss, body: { ...miss.body, id: 'old', markId: requestId } }
    const state = stateOf(checkAfter(started), { tents })
    const { decisions } = decideAll(
      state,
      [args, args].map((each) => ({
        rules: mark as never,
        args: each,
        by: { user: lena, tokenHash: null },
      })),
      now,
    )
    expect(decisions.map(({ events }) => events.length)).toEqual([1, 0])
    expect(decisions[1]?.answer).toEqual(decisions[0]?.answer)
  })
})

describe('a start, an end and a list of names', () => {
  it('takes the tents by their current ids, in order, and depends on them', () => {
    const rows = [tentOf('old', { became: 'b', retiredAt: now }), tentOf('a'), tentOf('b')]
    const tents = new Map(rows.map((row) => [row.id, row]))
    const args = { checkId, tentIds: ['old', 'a'], numCheckers: 2 }
    const { events, effects } = decide(stateOf(null, { tents }), start, args)
    expect(events).toMatchObject([
      { number: 1, tents: [{ id: 'a', groupIndex: 0, members: 'Ann, Bo, Cy' }, { id: 'b' }] },
    ])
    expect(effects.tents.map(({ was, becomes }) => [was.retiredAt, becomes])).toEqual([
      [null, {}],
      [null, {}],
    ])
  })

  it.each([
    ['no tents', null, [], 'noTents'],
    ['a tent that is not known', null, ['z'], 'unknownTent'],
    ['a check in progress', checkAfter(started), ['a'], 'checkInProgress'],
  ])('refuses a start with %s', (_, check, tentIds, code) => {
    expect(decide(stateOf(check), start, { checkId, tentIds, numCheckers: 1 }).result).toBe(code)
  })

  it('ends a check only if no tent is left, if that is asked', () => {
    const args = { how: 'ended', onlyIfEmpty: true } as const
    expect(decide(stateOf(checkAfter(started, missed)), close, args).events).toEqual([])
  })

  it('allows for a check that cannot be read only to cancel it', () => {
    const check = checkAfter(started)
    const broken = stateOf(check && { ...check, isUnreadable: true })
    const closeAs = (how: 'ended' | 'cancelled', onlyIfEmpty = false) =>
      decide(broken, close, { how, onlyIfEmpty })
    expect(closeAs('ended').result).toBe('checkUnreadable')
    expect(closeAs('ended', true)).toMatchObject({ events: [], result: null })
    expect(decide(broken, exclude, { add: ['Ann'], remove: [] }).result).toBe('checkUnreadable')
    expect(closeAs('cancelled').events).toMatchObject([{ kind: 'cancelled', number: 2 }])
  })
})

describe('an exclusion', () => {
  const toggled = Array.from({ length: 2 * excludedInAllAtMost }, (_, index): CheckEvent => {
    const kind = index % 2 === 0 ? 'excluded' : 'included'
    return { ...head, number: 2 + index, kind, names: ['Ann'] }
  })

  it('is refused once as many names were excluded as a ledger keeps; who is excluded can be freed', () => {
    const free = { add: ['Bo'], remove: [] }
    const last = checkAfter(started, ...toggled.slice(0, -2))
    expect(decide(stateOf(last), exclude, free).result).toBe(true)
    const full = checkAfter(started, ...toggled)
    expect(decide(stateOf(full), exclude, free).result).toBe('listTooLong')
    const held = checkAfter(started, ...toggled.slice(0, -1))
    expect(decide(stateOf(held), exclude, free).result).toBe('listTooLong')
    expect(decide(stateOf(held), exclude, { add: [], remove: ['Ann'] }).result).toBe(true)
  })
})

it('effects of a batch: each tent once, from before the first to after the last', () => {
  const tents = [
    { id: 'a', was: { numberOfMisses: 1, members: 'Ann' }, becomes: { numberOfMisses: 2 } },
    { id: 'a', was: { numberOfMisses: 2, lastMissLM: 'Bo' }, becomes: { numberOfMisses: 1 } },
  ]
  const all = combined(tents.map((tent) => ({ ...noEffects, tents: [tent] })))
  const was = { numberOfMisses: 1, members: 'Ann', lastMissLM: 'Bo' }
  expect(all.tents).toEqual([{ id: 'a', was, becomes: { numberOfMisses: 1 } }])
})

describe('the members that a Make stores', () => {
  it.each([
    ['stand in the roster’s order', 'Cy, Ann', 'Ann, Bo, Cy', [], ['Ann', 'Cy']],
    ['are no strangers', 'Zoe, Bo', 'Ann, Bo', [], ['Bo']],
    ['are not excluded', 'Ann, Bo', 'Ann, Bo', ['Ann'], ['Bo']],
    ['are as many of one name as were chosen', 'Ann', 'Ann, Bo, Ann', [], ['Ann']],
    ['are both of one name if both were chosen', 'Ann, Ann', 'Ann, Ann', [], ['Ann', 'Ann']],
    ['are no more of one name than there are', 'Ann, Ann, Ann', 'Ann', [], ['Ann']],
  ])('%s', (_, chosen, roster, excluded, present) => {
    const by = { netID: 'lena', at: now.toISOString() }
    const check = { excluded: new Map(excluded.map((name) => [name, by])) }
    expect(membersPresent(chosen, { members: roster }, check)).toEqual(present)
  })
})
