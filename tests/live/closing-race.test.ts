// On each engine: a season is closed between a decision about one of its checks and its write.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { findEnabledLocked, listSuperUsersLocked } from '../../src/server/accounts/store.ts'
import { insertAuditEvent } from '../../src/server/audit/store.ts'
import { systemContext } from '../../src/server/context.ts'
import type { Database } from '../../src/server/db/database.ts'
import { disputes } from '../../src/server/db/schema.ts'
import { closeSeason } from '../../src/server/privacy/close-season.ts'
import type { CommandRules } from '../../src/server/tent-check/ledger/command.ts'
import { answerDispute } from '../../src/server/tent-check/ledger/commands/answer-dispute.ts'
import { correct } from '../../src/server/tent-check/ledger/commands/correct.ts'
import { mark } from '../../src/server/tent-check/ledger/commands/mark.ts'
import { reopen } from '../../src/server/tent-check/ledger/commands/reopen.ts'
import { openLedger } from '../../src/server/tent-check/ledger/ledger.ts'
import { type CheckNight, startCheckNight, tentRow } from '../support/check-night.ts'
import { answeredOrWaiting, countWaiting, holdOpen } from '../support/held-open.ts'

let night: CheckNight
let checkId: string
beforeEach(async () => {
  // Closing leaves the row of the second one as it was, apart from its place on the roster.
  night = await startCheckNight([tentRow('tA', 'Ed Fox', { netIDs: 'mo' }), tentRow('tB', '')])
  checkId = await night.start()
  await night.miss('tA')
  await night.post('end-check', {})
})
afterEach(() => night.close())

const closing = () => night.server.db.transaction((tx) => closeSeason(tx, night.now()))
const kinds = async () => (await night.ledger()).map(({ kind }) => kind)

/** A command that is decided, and written once the season is closed. */
async function runLate<Args, Answer>(rules: CommandRules<Args, Answer>, args: Args) {
  let isClosed = false
  const db: Database = {
    ...night.server.db,
    async statement(work) {
      if (!isClosed) await closing()
      isClosed = true
      return night.server.db.statement(work)
    },
  }
  const context = { ...systemContext, now: night.now, db, log: console }
  const ledger = openLedger(
    context as never,
    { notificationIn: (statement, what) => statement.notification(`late ${what}`) },
    () => {},
  )
  const user = { netID: 'boss', firstName: 'Harper', isLineMonitor: false, isSuperUser: true }
  const result = await ledger.run(rules, args, { user, tokenHash: null }).catch(({ code }) => code)
  expect(isClosed).toBe(true)
  return result
}

const words = 'Ann Lee said so herself.'
const keptWords = async () =>
  JSON.stringify([
    await night.ledger(),
    await night.server.db.read(({ queries }) => queries.select().from(disputes)),
  ])

describe('a season that is closed between the decision and the write', () => {
  it('refuses a reopening', async () => {
    expect(await runLate(reopen, { checkId })).toBe('checkSuperseded')
    expect(await kinds()).toEqual(['started', 'marked', 'ended'])
  })

  it('lets a correction be written without its reason, and gives the tent no Miss', async () => {
    const asked = { checkId, tentId: 'tB', outcome: 'miss', reason: words } as const
    await runLate(correct, { ...asked, correctionId: randomUUID() })
    expect((await kinds()).at(-1)).toBe('corrected')
    expect(await keptWords()).not.toContain(words)
    await night.importRows(night.rows, false)
    expect(await night.tent('tB')).toMatchObject({ numberOfMisses: 0 })
  })

  it('lets a late mark be written without its note', async () => {
    const body = { id: 'tB', lastCheck: '', note: words, checkId, markId: randomUUID() }
    expect(await runLate(mark, { outcome: 'make', body })).toBe('otherCheck')
    expect((await kinds()).at(-1)).toBe('lateMark')
    expect(await keptWords()).not.toContain(words)
  })

  it.each(['upheld', 'vacated'] as const)(
    'lets an answer to a dispute (%s) be written without its words',
    async (outcome) => {
      const { id } = await night.as('mo').call('fileDispute', { checkId, text: 'We were there.' })
      await runLate(answerDispute, { id, checkId, tentId: 'tA', outcome, text: words })
      expect(await keptWords()).toContain(outcome)
      expect(await keptWords()).not.toContain(words)
    },
  )
})

describe('a season that is closed while its last check is reopened', () => {
  it.each(['closing', 'reopening'])(
    'is either closed or in check, if the %s is asked for first',
    async (first) => {
      const close = () =>
        closing().then(
          () => 'closed',
          ({ code }) => code,
        )
      const go = async () => {
        const { status, body } = await night.reopen(checkId)
        return status === 200 ? 'reopened' : body['code']
      }
      const results =
        first === 'closing'
          ? await Promise.all([close(), go()])
          : (await Promise.all([go(), close()])).reverse()
      expect([
        ['closed', 'checkSuperseded'],
        ['seasonInCheck', 'reopened'],
      ]).toContainEqual(results)
      expect((await night.status()).isCheckInProgress).toBe(results[1] === 'reopened')
    },
  )

  it.skipIf(inject('postgresUrl') === '')('waits for a closing that is under way', async () => {
    const release = await holdOpen(night.server.db, (tx) => closeSeason(tx, night.now()))
    const asked = night.reopen(checkId)
    await answeredOrWaiting(night.server.db, asked)
    await release()
    expect((await asked).body).toMatchObject({ code: 'checkSuperseded' })
    expect((await night.status()).isCheckInProgress).toBe(false)
  })
})

describe.skipIf(inject('postgresUrl') === '')('super users who are locked', () => {
  it('hold up whoever reads or changes a role, and nobody who writes what names them', async () => {
    const { db } = night.server
    const release = await holdOpen(db, listSuperUsersLocked)
    const event = { kind: 'backupMade', netID: 'boss' } as const
    const named = db.transaction((tx) => insertAuditEvent(tx, night.now(), event))
    await answeredOrWaiting(db, named)
    expect(await db.read(countWaiting)).toBe(0)
    const held = [
      db.transaction(listSuperUsersLocked),
      db.transaction((tx) => findEnabledLocked(tx, 'boss')),
    ]
    await expect.poll(() => db.read(countWaiting)).toBe(held.length)
    await release()
    await Promise.all([named, ...held])
  })
})
