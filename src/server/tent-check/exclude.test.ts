import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { next, type TestSocket } from '../../../tests/support/app.ts'
import {
  beforeNextWrite,
  type CheckNight,
  oddRows,
  startCheckNight,
  tentRow,
} from '../../../tests/support/check-night.ts'
import { sessions } from '../db/schema.ts'

let night: CheckNight
beforeEach(async () => {
  night = await startCheckNight(oddRows)
  await night.start()
})
afterEach(() => night.close())

/** A bare list, as an older page sends it: nothing acknowledges it. */
const say = (page: TestSocket, list: string[]): void => {
  const bare = page as unknown as { emit: (...args: unknown[]) => void }
  bare.emit('excludedNamesUpdated', list)
}
const change = (
  page: TestSocket,
  list: string[],
  base: string[],
  more: { checkId?: string; changeId?: string } = {},
) => page.emitWithAck('excludedNamesUpdated', list, { base, ...more })
/** What the page was told last: of a start, which is told after its answer, it may hear twice. */
function lastTold(page: TestSocket): () => string[] | undefined {
  const told: string[][] = []
  page.on('excludedNamesUpdated', (names) => told.push(names))
  return () => told.at(-1)
}
const excluded = async () => (await night.status('lena')).excludedNames
const excludedInLedger = async () =>
  (await night.ledger()).filter(({ kind }) => kind === 'excluded')
const pages = () => Promise.all([night.page('lena'), night.page('mo')])

describe('excluding names', () => {
  it('reaches every line monitor, the sender included, and drops names that no tent has', async () => {
    const [a, b] = await pages()
    const told = Promise.all([next(a, 'excludedNamesUpdated'), next(b, 'excludedNamesUpdated')])
    say(a, ['Ed Fox', 'Mallory'])
    for (const [list, position] of await told) {
      expect(list).toEqual(['Ed Fox'])
      expect(position).toMatchObject({ number: 2, previous: 1 })
    }
  })

  it('by two Duke card checkers at once keeps both, with bare lists', async () => {
    const [a, b] = await pages()
    say(a, ['Ed Fox'])
    say(b, ['Bo Chen'])
    await expect.poll(excluded).toHaveLength(2)
    const told = next(b, 'excludedNamesUpdated')
    say(a, ['Bo Chen'])
    expect((await told)[0]).toEqual(['Bo Chen'])
  })

  it('by a bare list that leaves out two names frees both', async () => {
    const a = await night.page('lena')
    const told = lastTold(a)
    for (const list of [['Ed Fox'], ['Ed Fox', 'Bo Chen'], []]) {
      say(a, list)
      await expect.poll(told).toEqual(list)
      night.pass(2000)
    }
  })

  it.each<[string, string[][]]>([
    ['frees what it leaves out', [['Ed Fox'], ['Ed Fox', 'Bo Chen'], []]],
    ['takes another name instead', [['Ed Fox'], ['Bo Chen']]],
  ])('by bare lists right after each other: each %s', async (_what, lists) => {
    const a = await night.page('lena')
    const told = lastTold(a)
    for (const list of lists) {
      say(a, list)
      await expect.poll(told).toEqual(list)
    }
  })

  it('by a bare list that names somebody of no tent, too, frees whom it leaves out', async () => {
    const [a, b] = await pages()
    const told = next(a, 'excludedNamesUpdated')
    await change(b, ['Ed Fox'], [])
    await told
    say(a, ['Mallory'])
    await expect.poll(excluded).toEqual([])
  })

  it('and including by bare lists at once holds for a member whom a pull brought meanwhile', async () => {
    const a = await night.page('lena')
    const withGus = night.rows.map((row) =>
      row.id === 'tA' ? { ...row, members: `${row.members}, Gus Hall` } : row,
    )
    await night.importRows(withGus)
    say(a, ['Gus Hall'])
    say(a, [])
    const kinds = async () => (await night.ledger()).map(({ kind }) => kind)
    await expect.poll(kinds).toEqual(['started', 'excluded', 'included'])
  })

  it('by a bare list of a new check has nothing to do with the one before', async () => {
    const a = await night.page('lena')
    await change(a, ['Ed Fox'], [])
    const ended = next(a, 'excludedNamesUpdated')
    await night.as('lena').call('endCheck', {})
    await ended
    const empty = next(a, 'excludedNamesUpdated')
    await night.start()
    expect((await empty)[0]).toEqual([])
    const told = next(a, 'excludedNamesUpdated')
    say(a, ['Ed Fox', 'Bo Chen'])
    expect((await told)[0]).toEqual(['Ed Fox', 'Bo Chen'])
  })

  it('by a bare list right after connecting is a change of the list that came with it', async () => {
    await change(await night.page('lena'), ['Ed Fox', 'Flo Gray', 'Bo Chen'], [])
    say(await night.page('mo'), ['Ed Fox'])
    await expect.poll(excluded).toEqual(['Ed Fox'])
  })

  it('by a bare list of a page that connects again, sent before it knows what a colleague excluded, takes nothing back', async () => {
    await change(await night.page('lena'), ['Ed Fox', 'Bo Chen'], [])
    const socket = night.server.connect(night.tokens.mo)
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    say(socket, ['Ed Fox', 'Flo Gray'])
    await expect.poll(excluded).toEqual(['Ed Fox', 'Bo Chen', 'Flo Gray'])
  })

  it('at one moment with a list that changes nothing leaves all with the newest one', async () => {
    const [a, b] = await pages()
    await change(a, ['Ed Fox'], [])
    const told = lastTold(a)
    await Promise.all([change(a, ['Ed Fox'], ['Ed Fox']), change(b, ['Bo Chen'], [])])
    // Told in turn, so whatever else was said of that moment has come before this.
    const marked = next(a, 'tentStatusUpdated')
    await night.miss('tB')
    await marked
    expect(told()).toEqual(['Ed Fox', 'Bo Chen'])
  })

  it('that changes nothing is answered to its sender alone', async () => {
    const [a, b] = await pages()
    const told = next(b, 'excludedNamesUpdated')
    await change(a, ['Ed Fox'], [])
    await told
    const toldAgain = lastTold(b)
    const answer = next(a, 'excludedNamesUpdated')
    await change(a, ['Ed Fox'], ['Ed Fox'])
    expect((await answer)[0]).toEqual(['Ed Fox'])
    const marked = next(b, 'tentStatusUpdated')
    await night.miss('tB')
    await marked
    expect(toldAgain()).toBeUndefined()
  })

  it('with the list it started from applies only the sender’s own change', async () => {
    const [a, b] = await pages()
    await change(a, ['Ed Fox'], [])
    await change(b, ['Bo Chen'], [])
    await change(a, [], ['Ed Fox'])
    expect(await excluded()).toEqual(['Bo Chen'])
  })

  it('whose answer was lost undoes nothing that others did since, though it is sent again', async () => {
    const [a, b] = await pages()
    const changeId = randomUUID()
    expect(await change(a, ['Ed Fox'], [], { changeId })).toEqual({ ok: true })
    await change(b, [], ['Ed Fox'])
    const told = next(a, 'excludedNamesUpdated')
    const again = { changeId: changeId.toUpperCase() }
    expect(await change(a, ['Ed Fox'], [], again)).toEqual({ ok: true })
    expect((await told)[0]).toEqual([])
    expect(await excluded()).toEqual([])
    expect(await excludedInLedger()).toHaveLength(1)
  })

  it('under the id of another request is refused', async () => {
    const [a, b] = await pages()
    const [changeId, markId, repeatedId] = [randomUUID(), randomUUID(), randomUUID()]
    await change(a, ['Ed Fox'], [], { changeId })
    await night.miss('tB', 'lena', { markId })
    await night.miss('tB', 'mo', { markId: repeatedId })
    const reused = { code: 'idReused' }
    expect(await change(b, ['Bo Chen'], [], { changeId })).toMatchObject(reused)
    expect(await change(a, ['Bo Chen'], [], { changeId: markId })).toMatchObject(reused)
    expect(await change(b, ['Bo Chen'], [], { changeId: repeatedId })).toMatchObject(reused)
    expect(await excluded()).toEqual(['Ed Fox'])
  })

  it('of a check that was cancelled is not made in the next one', async () => {
    await night.as('lena').call('cancelCheck', {})
    const checkId = await night.start()
    const a = await night.page('lena')
    const ofIt = { checkId, changeId: randomUUID() }
    await change(a, ['Ed Fox'], [], ofIt)
    await night.as('lena').call('cancelCheck', {})
    await night.start()
    expect(await change(a, ['Bo Chen'], ['Ed Fox'], { checkId })).toMatchObject({ code: 'noCheck' })
    expect(await excluded()).toEqual([])
    // It was made as it was meant: there is nothing to tell anybody.
    expect(await change(a, ['Ed Fox'], [], ofIt)).toEqual({ ok: true })
    expect(await excluded()).toEqual([])
  })

  it('keeps an excluded member out of a Make', async () => {
    await change(await night.page('lena'), ['Ed Fox'], [])
    await night.make('tA', 'Ed Fox, Flo Gray')
    expect(await night.tent('tA')).toMatchObject({ lastCheck: 'Flo Gray' })
  })

  it('excludes nobody whom a change of the roster takes out meanwhile', async () => {
    const a = await night.page('lena')
    await beforeNextWrite(night.server, () =>
      night.importRows(night.rows.map((row) => ({ ...row, members: 'Bo Chen' }))),
    )
    expect(await change(a, ['Ed Fox', 'Bo Chen'], [])).toEqual({ ok: true })
    expect(await excluded()).toEqual(['Bo Chen'])
  })

  it('is refused where the session ends meanwhile', async () => {
    const a = await night.page('lena')
    const { db } = night.server
    await beforeNextWrite(night.server, () =>
      db.transaction(({ queries }) => queries.delete(sessions)),
    )
    expect(await change(a, ['Ed Fox'], [])).toMatchObject({ code: 'notSignedIn' })
    expect(await excludedInLedger()).toEqual([])
  })

  it('is emptied when the check ends', async () => {
    const a = await night.page('lena')
    await change(a, ['Ed Fox'], [])
    const told = next(a, 'excludedNamesUpdated')
    await night.as('lena').call('endCheck', {})
    expect((await told)[0]).toEqual([])
    const none = { code: 'noCheck', error: 'No check is in progress.' }
    expect(await change(a, ['Bo Chen'], [])).toEqual(none)
  })

  it('by several, of over 5,000 names together, is refused with the reason; fewer can be freed', async () => {
    await night.as('lena').call('endCheck', {})
    const names = Array.from({ length: 5001 }, (_, i) => `n${i}`)
    await night.importRows([tentRow('tC', names.join(', '))])
    await night.start(['tC'])
    const [a, b] = await pages()
    expect(await change(a, names.slice(0, 4000), [])).toEqual({ ok: true })
    expect(await change(b, names.slice(4000, 5000), [])).toEqual({ ok: true })
    const tooMany = { code: 'listTooLong', error: 'The list of excluded names is too long.' }
    expect(await change(a, names.slice(5000), [])).toEqual(tooMany)
    expect(await excluded()).toHaveLength(5000)
    expect(await change(b, names.slice(2, 5000), names.slice(0, 5000))).toEqual({ ok: true })
    expect(await change(a, names.slice(5000), [])).toEqual({ ok: true })
    expect(await excluded()).toHaveLength(4999)
  })

  it('with what is no list of names is refused and changes nothing', async () => {
    const a = await night.page('lena')
    const long = Array.from({ length: 5001 }, (_, i) => `n${i}`)
    for (const list of [long, ['x'.repeat(201)], null, [1], ['a\0']]) {
      expect(await change(a, list as string[], [])).toMatchObject({ code: 'badRequest' })
    }
    expect(await excluded()).toEqual([])
  })
})
