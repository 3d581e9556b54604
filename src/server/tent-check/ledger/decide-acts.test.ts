import { describe, expect, it } from 'vitest'
import { defaultRules } from '../../../shared/season/default-rules.ts'
import { type CheckState, fold } from './check-state.ts'
import type { CommandRules } from './command.ts'
import { answerDispute } from './commands/answer-dispute.ts'
import { call, undoCall } from './commands/call.ts'
import { close } from './commands/close.ts'
import { correct } from './commands/correct.ts'
import { exclude } from './commands/exclude.ts'
import { missRest } from './commands/miss-rest.ts'
import { reopen } from './commands/reopen.ts'
import { start } from './commands/start.ts'
import { undo } from './commands/undo.ts'
import { decideAll } from './decide.ts'
import type { CheckEvent, TentRow } from './events.ts'
import type { LedgerState, Person } from './state.ts'

const now = new Date('2026-01-19T03:04:00Z')
const idOf = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const checkId = idOf(1)
const undoId = idOf(3)
const person = (netID: string, firstName: string, isSuperUser = false): Person => {
  return { netID, firstName, isLineMonitor: true, isSuperUser }
}
const [lena, mo, boss] = [person('lena', 'Lena'), person('mo', 'Mo'), person('boss', 'H', true)]

function tentOf(id: string, more: Partial<TentRow> = {}): TentRow {
  const texts = { type: '', captain: '', captainName: '', netIDs: '', name: '', members: 'Ann, Bo' }
  const results = { lastMissLM: '', dateOfLastMiss: '', lastCheck: '', dateOfLastCheck: '' }
  const numbers = { numberOfMisses: 0, dayNumber: null, nightNumber: null }
  return {
    id,
    order: id,
    ...texts,
    ...results,
    ...numbers,
    retiredAt: null,
    people: [],
    became: null,
    ...more,
  }
}

const head = { checkId, at: now.toISOString(), by: 'Lena', netID: 'lena' }
const shown = '1/18/2026, 10:04 PM'
const started = {
  kind: 'started',
  numCheckers: 1,
  tents: ['a', 'b'].map((id) => ({ id, groupIndex: 0, required: 2 })),
  rulesVersion: 1,
  period: 'Black',
  clock: 'day',
  calls: 2,
  closingMinutes: 5,
} as const
const before = { lastMissLM: 'Old', dateOfLastMiss: 'then' }
const markOf = (outcome: 'miss' | 'make') =>
  ({ id: 'a', outcome, by: 'Lena', at: shown, numberOfMisses: 1 }) as const
const missed = { kind: 'marked', mark: markOf('miss'), was: before } as const
const made = {
  kind: 'marked',
  mark: markOf('make'),
  lastCheck: 'Ann',
  present: ['Ann'] as string[],
  was: { lastCheck: 'Bo', dateOfLastCheck: 'then' },
} as const
const undone = { kind: 'undone', mark: markOf('miss'), markNumber: 2, misses: -1 } as const
const ended = { kind: 'ended' } as const
/** The tent's row after this mark. */
const afterMiss = { numberOfMisses: 1, lastMissLM: 'Lena', dateOfLastMiss: shown }
const afterMake = { lastCheck: 'Ann', dateOfLastCheck: shown }

type What = Partial<CheckEvent> & Pick<CheckEvent, 'kind'>
const eventsOf = (...all: What[]) =>
  [started as What, ...all].map(
    (what, place) => ({ ...head, number: place + 1, ...what }) as CheckEvent,
  )
const checkAfter = (...all: What[]) => eventsOf(...all).reduce<CheckState | null>(fold, null)

function stateOf(
  check: CheckState | null,
  rows: TentRow[] = [tentOf('a'), tentOf('b')],
  more: Partial<LedgerState> = {},
): LedgerState {
  return {
    epoch: '',
    check: check?.ending === null ? check : null,
    pastChecks: new Map(check?.ending ? [[check.id, check]] : []),
    tents: new Map(rows.map((row) => [row.id, row])),
    people: new Map([lena, mo, boss].map((each) => [each.netID, each])),
    sessions: new Map(),
    requests: new Map(),
    answeredRequests: new Map(),
    tentEvents: new Map(),
    season: { rules: defaultRules, declared: [], afterChecks: [] },
    disputes: new Map(),
    newestCheckId: check?.id ?? null,
    ...more,
  }
}

function decide<Args, Answer>(
  state: LedgerState,
  rules: CommandRules<Args, Answer>,
  args: Args,
  user = lena,
  at = now,
) {
  const command = { rules, args, by: { user, tokenHash: null } } as never
  const { decisions, events, effects } = decideAll(state, [command], at)
  const answer = decisions[0]?.answer ?? { value: null }
  const result = 'refusal' in answer ? answer.refusal.code : answer.value
  return { events, effects, result }
}

describe('an undo', () => {
  const args = { id: 'a', checkId, undoId }
  const other = tentOf('b')

  it.each([
    ['a Miss', missed, afterMiss, { ...before, numberOfMisses: 0 }],
    ['a Make', made, afterMake, { lastCheck: 'Bo', dateOfLastCheck: 'then', numberOfMisses: 0 }],
    [
      'a Miss of a tent that somebody set to 0',
      missed,
      { ...afterMiss, numberOfMisses: 0 },
      { ...before, numberOfMisses: 0 },
    ],
    [
      'a Miss whose monitor somebody changed',
      missed,
      { ...afterMiss, lastMissLM: 'Zoe' },
      { dateOfLastMiss: before.dateOfLastMiss, numberOfMisses: 0 },
    ],
    [
      'a Make whose date somebody changed',
      made,
      { ...afterMake, dateOfLastCheck: 'another' },
      { numberOfMisses: 0 },
    ],
    [
      'a Miss whose fields somebody changed',
      missed,
      { ...afterMiss, lastMissLM: 'Zoe', dateOfLastMiss: 'another' },
      { numberOfMisses: 0 },
    ],
  ])('of %s: the tent is what it was', (_, mark, tent, becomes) => {
    const state = stateOf(checkAfter(mark), [tentOf('a', tent), other])
    const { events, effects, result } = decide(state, undo, args)
    expect(result).toEqual({ number: 3 })
    expect(events).toMatchObject([{ kind: 'undone', number: 3, markNumber: 2, requestId: undoId }])
    expect(effects.tents).toMatchObject([{ id: 'a' }])
    expect(effects.tents[0]?.becomes).toEqual(becomes)
    const change = { kind: 'undone', mark: { number: 2 } }
    expect(effects.results).toMatchObject([{ checkId, number: 3, tentId: 'a', change }])
  })

  it.each([
    ['of another check', checkAfter(missed), { ...args, checkId: idOf(2) }, lena, 'checkOver'],
    ['of a check that is over', checkAfter(missed, ended), args, lena, 'checkOver'],
    ['of a tent that is out', checkAfter(), args, lena, 'notMarked'],
    ['of a mark that was taken back', checkAfter(missed, undone), args, lena, 'notMarked'],
    [
      'of an earlier mark',
      checkAfter(missed, undone, missed),
      { ...args, number: 2 },
      lena,
      'notMarked',
    ],
    ['of a colleague’s mark', checkAfter(missed), args, mo, 'notYourMark'],
  ])('%s: refused', (_, check, given, user, code) => {
    const { events, result } = decide(stateOf(check), undo, given, user)
    expect([events, result]).toEqual([[], code])
  })

  it('by a super user, of any mark', () => {
    expect(decide(stateOf(checkAfter(missed)), undo, args, boss).result).toEqual({ number: 3 })
  })

  it('of a mark that was corrected to nothing while the check was closed: misses stay', () => {
    const corrected = {
      kind: 'corrected',
      tentId: 'a',
      outcome: 'none',
      from: 'miss',
      misses: -1,
    } as const
    const check = checkAfter(missed, ended, corrected, { kind: 'reopened' })
    const { effects } = decide(stateOf(check, [tentOf('a', { numberOfMisses: 4 })]), undo, args)
    expect(effects.tents).toMatchObject([{ becomes: { numberOfMisses: 4 } }])
  })
})

describe('a call', () => {
  const first = { kind: 'called', call: 1, closesAt: null } as const
  const second = { kind: 'called', call: 2, closesAt: 'then' } as const
  const at = now.toISOString()
  it.each([
    ['the first', checkAfter(), 1, { call: 1, at, closesAt: null }],
    ['the last', checkAfter(first), 2, { call: 2, at, closesAt: '2026-01-19T03:09:00.000Z' }],
    ['one more than the rules have', checkAfter(first, second), 3, 'callOutOfTurn'],
    ['the second before the first', checkAfter(), 2, 'callOutOfTurn'],
    ['one made already', checkAfter(first, second), 1, { call: 1, at, closesAt: null }],
    ['of a check that is over', checkAfter(first, ended), 1, 'checkOver'],
  ])('%s', (_, check, number, result) => {
    expect(decide(stateOf(check), call, { checkId, call: number }).result).toEqual(result)
  })

  it.each([
    ['the latest', checkAfter(first, second), 2, null],
    ['an earlier one', checkAfter(first, second), 1, 'callOutOfTurn'],
    ['one that was none', checkAfter(), 1, 'callOutOfTurn'],
    ['of a check that is over', checkAfter(first, ended), 1, 'checkOver'],
  ])('that is taken back: %s', (_, check, number, result) => {
    expect(decide(stateOf(check), undoCall, { checkId, call: number }).result).toBe(result)
  })
})

describe('marking the rest with a Miss', () => {
  const args = { checkId, ids: ['a', 'b'], restId: undoId }

  it('adds one Miss for each tent, numbered in order; marked tents do not change', () => {
    const { events, effects, result } = decide(stateOf(checkAfter(made)), missRest, args)
    expect(result).toEqual({ missed: ['b'], already: ['a'] })
    expect(events).toMatchObject([
      { number: 3, mark: { id: 'b' }, requestId: undoId, already: ['a'] },
    ])
    expect(effects.tents).toMatchObject([{ id: 'b', becomes: { numberOfMisses: 1 } }])
    expect(
      decide(stateOf(checkAfter()), missRest, args).events.map(({ number }) => number),
    ).toEqual([2, 3])
  })

  it.each([
    ['of another check', checkAfter(), { ...args, checkId: idOf(2), ids: ['z'] }, 'checkOver'],
    ['of a check that is over', checkAfter(ended), args, 'checkOver'],
    ['with a tent of no check', checkAfter(), { ...args, ids: ['a', 'z'] }, 'notAllInCheck'],
  ])('%s: refused', (_, check, given, code) => {
    const { events, result } = decide(stateOf(check), missRest, given)
    expect([events, result]).toEqual([[], code])
  })
})

describe('a change of excluded names', () => {
  const rows = [tentOf('a'), tentOf('b', { members: 'Bo, Cy' })]
  const [a, b] = [
    { id: 'a', was: { members: 'Ann, Bo', became: null }, becomes: {} },
    { id: 'b', was: { members: 'Bo, Cy', became: null }, becomes: {} },
  ]
  const annIsExcluded: What = { kind: 'excluded', names: ['Ann'] }
  it.each([
    ['a name', { add: ['Ann'], remove: [] }, [['excluded', ['Ann']]], [a]],
    ['a name of two tents', { add: ['Bo'], remove: [] }, [['excluded', ['Bo']]], [a, b]],
    ['a name that no tent has', { add: ['Zoe'], remove: [] }, [], []],
    ['no name, one is freed', { add: [], remove: ['Ann'] }, [['included', ['Ann']]], []],
    [
      'one name for another',
      { add: ['Cy'], remove: ['Ann'] },
      [
        ['included', ['Ann']],
        ['excluded', ['Cy']],
      ],
      [b],
    ],
  ])('%s: it rests on the tents that have the added names', (_, change, result, seen) => {
    const isFreed = change.remove.length > 0
    const check = isFreed ? checkAfter(annIsExcluded) : checkAfter()
    const { events, effects } = decide(stateOf(check, rows), exclude, change)
    expect(events.map((event) => 'names' in event && [event.kind, event.names])).toEqual(result)
    expect(effects.tents).toEqual(seen)
  })
})

describe('a check that is closed', () => {
  const later = (ms: number) => new Date(now.getTime() + ms)
  const past = checkAfter(missed, ended)
  const newer = { newestCheckId: idOf(2) }
  const tenMinutes = 600_000
  it.each([
    ['within 10 minutes', stateOf(past), lena, tenMinutes - 1, null],
    ['after that', stateOf(past), lena, tenMinutes, 'tooLate'],
    ['by a clock that is a minute behind', stateOf(past), lena, -60_000, null],
    ['after the clock was set back by an hour', stateOf(past), lena, -3_600_000, 'tooLate'],
    ['after that, by a super user', stateOf(past), boss, tenMinutes * 1e6, null],
    ['while it is on', stateOf(checkAfter()), lena, 0, 'checkRunning'],
    ['of none', stateOf(null), lena, 0, 'unknownCheck'],
    ['after a newer one', stateOf(past, [], newer), boss, 0, 'checkSuperseded'],
    [
      'too late and after a newer one',
      stateOf(past, [], newer),
      lena,
      tenMinutes * 2,
      'checkSuperseded',
    ],
  ])('and reopened %s', (_, state, user, ms, result) => {
    expect(decide(state, reopen, { checkId }, user, later(ms)).result).toBe(result)
  })

  it('does not go on after one that began and ended in the same write', () => {
    const by = { user: boss, tokenHash: null }
    const commands = [
      { rules: start, args: { checkId: idOf(2), tentIds: ['a'], numCheckers: 1 }, by },
      { rules: close, args: { how: 'ended', onlyIfEmpty: false }, by },
      { rules: reopen, args: { checkId }, by },
    ] as never
    const { events, decisions } = decideAll(stateOf(past), commands, now)
    expect(events.map(({ kind }) => kind)).toEqual(['started', 'ended'])
    expect(decisions[2]?.answer).toMatchObject({ refusal: { code: 'checkSuperseded' } })
  })

  it('is not ended by phones if no tent was left when it was reopened', () => {
    const ifEmpty = { how: 'ended', onlyIfEmpty: true } as const
    const other = { ...missed, mark: { ...missed.mark, id: 'b' } }
    const empty = [missed, other, ended, { kind: 'reopened' }] as const
    const ends = (...all: What[]) =>
      decide(stateOf(checkAfter(...all)), close, ifEmpty).events.length
    expect(ends(...empty)).toBe(0)
    expect(ends(...empty, undone)).toBe(0)
    expect(ends(...empty, undone, missed)).toBe(1)
  })
})

describe('a correction', () => {
  const args = {
    checkId,
    tentId: 'a',
    outcome: 'none',
    reason: 'They were there',
    correctionId: undoId,
  } as const
  const marked = stateOf(checkAfter(missed, ended), [tentOf('a', afterMiss), tentOf('b')])
  it.each([
    ['miss to none', args, { ...before, numberOfMisses: 0 }],
    ['miss to make', { ...args, outcome: 'make' as const }, { ...before, numberOfMisses: 0 }],
    ['none to miss', { ...args, tentId: 'b', outcome: 'miss' as const }, { numberOfMisses: 1 }],
    ['none to make', { ...args, tentId: 'b', outcome: 'make' as const }, { numberOfMisses: 0 }],
  ])('from %s', (_, given, becomes) => {
    const { events, effects } = decide(marked, correct, given, boss)
    expect(events).toMatchObject([{ kind: 'corrected', number: 4, outcome: given.outcome }])
    expect(effects.tents.map((effect) => effect.becomes)).toEqual([becomes])
  })

  it.each([
    ['of a check that is on', stateOf(checkAfter(missed)), args, boss, 'checkRunning'],
    ['of no check', stateOf(null), args, boss, 'unknownCheck'],
    ['of a tent that was not in it', marked, { ...args, tentId: 'z' }, boss, 'notInThatCheck'],
    ['to what stands', marked, { ...args, outcome: 'miss' as const }, boss, 'nothingToCorrect'],
    [
      'from what does not stand',
      marked,
      { ...args, from: 'make' as const },
      boss,
      'nothingToCorrect',
    ],
    ['by a line monitor', marked, args, lena, 'needsSuperUser'],
  ])('%s: refused', (_, state, given, user, code) => {
    expect(decide(state, correct, given, user)).toMatchObject({ events: [], result: code })
  })
})

it('a dispute is not vacated in the batch that reopens its check', () => {
  const check = checkAfter(missed, ended, { kind: 'reopened' })
  const dispute = { id: idOf(4), checkId, tentId: 'a', isAnswered: false }
  const state = { ...stateOf(check), disputes: new Map([[dispute.id, dispute]]) }
  const args = { id: dispute.id, checkId, tentId: 'a', outcome: 'vacated', text: 'No.' } as const
  expect(decide(state, answerDispute, args, boss).result).toBe('checkRunning')
})
