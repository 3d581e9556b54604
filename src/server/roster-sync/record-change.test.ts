import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StandingOutcome } from '../../shared/check-history/contract.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import type { Outcome } from '../../shared/tent-check/contract.ts'
import { columnNames } from '../../shared/tents/roster-columns.ts'
import type { CommandRules } from '../tent-check/ledger/command.ts'
import { close } from '../tent-check/ledger/commands/close.ts'
import { correct } from '../tent-check/ledger/commands/correct.ts'
import { mark } from '../tent-check/ledger/commands/mark.ts'
import { reopen } from '../tent-check/ledger/commands/reopen.ts'
import { start } from '../tent-check/ledger/commands/start.ts'
import { undo } from '../tent-check/ledger/commands/undo.ts'
import { decideAll } from '../tent-check/ledger/decide.ts'
import { resultCells, type TentRow } from '../tent-check/ledger/events.ts'
import { pairs } from '../tent-check/ledger/result.ts'
import type { LedgerState } from '../tent-check/ledger/state.ts'
import { planWrite, resultColumns } from './push-plan.ts'
import { hasArrivedInPart, type WaitingResult } from './record-change.ts'
import { readRecord } from './records.ts'
import { awaitedColumns } from './state.ts'

/** What happens to one tent and its record, over several checks. */
type Step =
  | { do: 'start' | 'undo' | 'end' | 'reopen' | 'giveUp' }
  | { do: 'mark'; outcome: Outcome }
  | { do: 'correct'; check: number; outcome: StandingOutcome }
  | { do: 'edit'; by: number }
  | { do: 'editText'; field: TextField }
  | { do: 'rename'; column: string }
  | { do: 'save' }
  | { do: 'vanish' }
  | { do: 'push'; fate: Fate }

type TextField = (typeof textFields)[number]
const textFields = ['lastMissLM', 'dateOfLastMiss', 'lastCheck', 'dateOfLastCheck'] as const

/** A write arrives and is answered; or its answer is lost, or all of it; or it is refused. */
type Fate = 'answered' | 'answerLost' | 'lost' | 'refused'

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('start', 'undo', 'end', 'reopen') }),
  fc.record({ do: fc.constant('mark'), outcome: fc.constantFrom('miss', 'make') }),
  fc.record({
    do: fc.constant('correct'),
    check: fc.nat(3),
    outcome: fc.constantFrom('miss', 'make', 'none'),
  }),
  fc.record({
    do: fc.constant('push'),
    fate: fc.constantFrom('answered', 'answerLost', 'lost', 'refused'),
  }),
)
const edit = fc.record({ do: fc.constant('edit'), by: fc.constantFrom(-1, 1) })
const editText = fc.record({
  do: fc.constant('editText'),
  field: fc.constantFrom(...textFields),
})
/** A column is renamed, or back. */
const rename = fc.record({
  do: fc.constant('rename'),
  column: fc.constantFrom(...resultColumns),
})
/** The record is gone from the table, or back. */
const vanish = fc.record({ do: fc.constant('vanish') })
/** The settings of Airtable are saved: columns that are away are not waited for any more. */
const save = fc.record({ do: fc.constant('save') })
const giveUp = fc.record({ do: fc.constant('giveUp') })
const steps = (...more: fc.Arbitrary<Step>[]) =>
  fc.array(
    // As often as all others together, or little would be marked and sent.
    fc.oneof(
      { arbitrary: step, weight: Math.max(1, more.length) },
      ...more.map((each) => ({ arbitrary: each, weight: 1 })),
    ),
    { minLength: 5, maxLength: 40 },
  )

const boss = { netID: 'boss', firstName: 'Mo', isLineMonitor: true, isSuperUser: true }
const atFirst: TentRow = {
  id: 't',
  order: 'A',
  name: 'Alpha',
  type: '',
  captain: '',
  captainName: '',
  members: 'Ann',
  netIDs: '',
  dayNumber: null,
  nightNumber: null,
  // Far above 0, where nothing can be taken away.
  numberOfMisses: 100,
  lastMissLM: 'Al',
  dateOfLastMiss: '1/2/2026, 1:00 AM',
  lastCheck: 'Bo',
  dateOfLastCheck: '1/3/2026, 1:00 AM',
  retiredAt: null,
  became: null,
  people: [],
}

type Queued = WaitingResult & { hasFailed: boolean; isGivenUp: boolean }

/** Plays the steps by the ledger's own commands; gives what the ledger and the record say at last. */
function play(all: readonly Step[]) {
  let state: LedgerState = {
    epoch: '',
    check: null,
    pastChecks: new Map(),
    tents: new Map([['t', atFirst]]),
    people: new Map([['boss', boss]]),
    sessions: new Map(),
    requests: new Map(),
    answeredRequests: new Map(),
    tentEvents: new Map(),
    season: { rules: defaultRules, declared: [], afterChecks: [] },
    disputes: new Map(),
    newestCheckId: null,
  }
  let queue: Queued[] = []
  let cells: Record<string, unknown> = Object.fromEntries(
    Object.entries(resultCells(atFirst)).map(([field, value]) => [
      columnNames[field as keyof typeof columnNames],
      value,
    ]),
  )
  const away = new Set<string>()
  const neverHad = new Set<string>()
  let isGone = false
  let minutes = 0
  let checks = 0
  let edits = 0
  /**
   * An unanswered write that changed the number alone cannot be told from a person's edit, nor can
   * one whose texts are away as it is looked for.
   */
  let isNumberAlone = false
  let isEdited = false
  const isUnanswered = () => queue.some(({ plan }) => plan !== null)
  /** Of an unanswered write the date tells, so that its monitor or names may be changed. */
  let sentFields: string[] = []
  const isTold = (field: TextField) => {
    const [who, when] =
      Object.values(pairs).find((pair) => pair.some((each) => each === field)) ?? []
    return field === who && when !== undefined && sentFields.includes(columnNames[when])
  }

  function give<Args, Answer>(rules: CommandRules<Args, Answer>, args: Args): void {
    const now = new Date(Date.UTC(2026, 0, 19, 3, minutes))
    const command = { rules, args, by: { user: boss, tokenHash: null } } as never
    const { effects, state: after } = decideAll(state, [command], now)
    state = after
    for (const { checkId, number, change } of effects.results) {
      queue.push({ ...change, checkId, number, plan: null, hasFailed: false, isGivenUp: false })
    }
  }

  function push(fate: Fate): void {
    const results = queue.filter(({ isGivenUp }) => !isGivenUp)
    if (results.length === 0) return
    const givenUp = queue.filter(({ isGivenUp }) => isGivenUp)
    const shown = Object.entries(cells).filter(([name]) => !away.has(name))
    const record = isGone ? null : readRecord({ id: 't', fields: Object.fromEntries(shown) })
    const awaited = new Set(awaitedColumns({ missingColumns: [...away], neverHad: [...neverHad] }))
    const columns = { missing: away, awaited }
    const { settled, inPart, next } = planWrite({ results, givenUp }, record, columns)
    const isAmong = (those: WaitingResult[]) => (result: Queued) =>
      those.some(({ checkId, number }) => checkId === result.checkId && number === result.number)
    const leave = (those: WaitingResult[]) => {
      queue = queue.filter((result) => !isAmong(those)(result))
    }
    const keepPairs = (those: WaitingResult[]) => {
      for (const result of queue.filter(isAmong(those))) result.misses = 0
    }
    leave(settled)
    keepPairs(inPart)
    const nothingTells = next !== null && 'failure' in next && next.mayHaveArrived
    if (!nothingTells) {
      isNumberAlone = false
      isEdited = false
    }
    if (next === null) return
    const planned = queue.filter(isAmong(next.results))
    for (const result of planned) {
      result.hasFailed = true
      if (!nothingTells) result.plan = null
    }
    if ('failure' in next) return
    const { fields, plan } = next
    expect(Object.keys(fields).filter((name) => away.has(name))).toEqual([])
    const isWritten = !isGone && (fate === 'answered' || fate === 'answerLost')
    if (isWritten) cells = { ...cells, ...fields }
    if (isWritten && fate === 'answered') {
      keepPairs(planned.filter((result) => hasArrivedInPart(result, plan)))
      leave(planned.filter((result) => !hasArrivedInPart(result, plan)))
    }
    const hasNoAnswer = fate === 'answerLost' || fate === 'lost'
    if (hasNoAnswer) for (const result of planned) result.plan = plan
    sentFields = Object.keys(fields)
    isNumberAlone = hasNoAnswer && Object.keys(fields).join() === 'Number of Misses'
  }

  function take(each: Step): void {
    const isOn = state.check !== null && state.check.ending === null
    switch (each.do) {
      case 'start':
        if (isOn) break
        checks += 1
        give(start, { checkId: `c${checks}`, tentIds: ['t'], numCheckers: 1 })
        break
      case 'mark':
        give(mark, { outcome: each.outcome, body: { id: 't', lastCheck: 'Ann' } })
        break
      case 'undo':
        give(undo, { id: 't', checkId: `c${checks}`, undoId: `u${minutes}` })
        break
      case 'end':
        give(close, { how: 'ended', onlyIfEmpty: false })
        break
      case 'reopen':
        give(reopen, { checkId: `c${checks}` })
        break
      case 'correct': {
        const checkId = `c${Math.max(1, checks - each.check)}`
        const { outcome } = each
        const words = { reason: 'So it was', correctionId: `k${minutes}` }
        give(correct, { checkId, tentId: 't', outcome, ...words })
        break
      }
      case 'edit':
        if (isNumberAlone || (isUnanswered() && away.size > 0)) break
        isEdited = true
        edits += each.by
        cells = { ...cells, 'Number of Misses': Number(cells['Number of Misses']) + each.by }
        break
      case 'editText': {
        if (isUnanswered() && (away.size > 0 || !isTold(each.field))) break
        isEdited = true
        cells = { ...cells, [columnNames[each.field]]: `Theirs ${minutes}` }
        break
      }
      case 'rename':
        if (isUnanswered() && isEdited) break
        if (!away.delete(each.column)) away.add(each.column)
        neverHad.delete(each.column)
        break
      case 'save':
        for (const column of away) neverHad.add(column)
        break
      case 'vanish':
        isGone = !isGone
        break
      case 'giveUp':
        // What has a plan may have arrived, so that the number lacks it or not.
        if (isUnanswered()) break
        for (const result of queue) if (result.hasFailed) result.isGivenUp = true
        break
      case 'push':
        push(each.fate)
    }
  }

  for (const each of all) {
    minutes += 1
    take(each)
  }
  away.clear()
  isGone = false
  push('answered')
  push('answered')
  const tent = state.tents.get('t')
  if (tent === undefined) throw new Error('The tent is there')
  const { row } = readRecord({ id: 't', fields: cells })
  return { tent: resultCells(tent), record: resultCells(row), edits, queue }
}

it('whatever is marked, undone, corrected and lost: the record says what the ledger says', () => {
  fc.assert(
    fc.property(steps(), (all) => {
      const { tent, record, queue } = play(all)
      expect(record).toEqual(tent)
      expect(queue).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('whatever columns and records go meanwhile: once they are back the record says what the ledger says', () => {
  fc.assert(
    fc.property(steps(rename, vanish), (all) => {
      const { tent, record, queue } = play(all)
      expect(record).toEqual(tent)
      expect(queue).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('a Make that is undone while nothing tells whether it arrived is gone once its columns are back', () => {
  const renamed: Step[] = [
    { do: 'rename', column: 'Date of Last Check' },
    { do: 'rename', column: 'Last Check' },
  ]
  const { tent, record, queue } = play([
    { do: 'start' },
    { do: 'mark', outcome: 'make' },
    { do: 'push', fate: 'answerLost' },
    { do: 'undo' },
    ...renamed,
    { do: 'push', fate: 'answered' },
    ...renamed,
  ])
  expect(record).toEqual(tent)
  expect(queue).toEqual([])
})

it('a corrected Make whose values the tent got back from a later one is in the record, too', () => {
  const { tent, record } = play([
    { do: 'start' },
    { do: 'mark', outcome: 'make' },
    { do: 'end' },
    { do: 'start' },
    { do: 'mark', outcome: 'make' },
    { do: 'correct', check: 1, outcome: 'miss' },
    { do: 'undo' },
    { do: 'correct', check: 1, outcome: 'none' },
  ])
  expect(record).toEqual(tent)
})

it('whatever people change at Airtable meanwhile: the record’s number has it beside the ledger’s', () => {
  fc.assert(
    fc.property(steps(edit, rename, vanish), (all) => {
      const { tent, record, edits } = play(all)
      expect(record).toEqual({ ...tent, numberOfMisses: tent.numberOfMisses + edits })
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['names', steps(edit, editText)],
  ['names, and columns that are waited for or not', steps(edit, editText, rename, save, vanish)],
])('whatever people make of %s: the number has each Miss once', (_, some) => {
  fc.assert(
    fc.property(some, (all) => {
      const { tent, record, edits, queue } = play(all)
      expect(record.numberOfMisses).toBe(tent.numberOfMisses + edits)
      expect(queue).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('what was given up is all that the record’s number lacks', () => {
  fc.assert(
    fc.property(steps(edit, giveUp, rename, vanish), (all) => {
      const { tent, record, edits, queue } = play(all)
      const givenUp = queue.reduce((sum, { misses }) => sum + misses, 0)
      expect(queue.every(({ isGivenUp }) => isGivenUp)).toBe(true)
      expect(record.numberOfMisses).toBe(tent.numberOfMisses + edits - givenUp)
    }),
    { numRuns: 500 },
  )
})
