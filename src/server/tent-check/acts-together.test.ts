import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { next } from '../../../tests/support/app.ts'
import { oddRows, refusal } from '../../../tests/support/check-night.ts'
import { watchCheck } from '../../../tests/support/check-view.ts'
import { checkId, eachNight, night } from '../../../tests/support/each-night.ts'
import { api } from '../../shared/api.ts'
import type { Endpoint } from '../../shared/endpoint.ts'

eachNight(oddRows)

const end = () => night.post('end-check', {})
const correct = (tentId: string, outcome: 'make' | 'miss' | 'none') => {
  const reason = 'Seen by the gate'
  const body = { tentId, outcome, reason, correctionId: randomUUID() }
  return night.post(`checks/${checkId}/corrections`, body, 'boss')
}
const remaining = async () => (await night.status()).activeTents.map(({ id }) => id)
const misses = async (id: string) => (await night.tent(id)).numberOfMisses
const outcome = async (id: string) => {
  const { tents } = await night.as('lena').call('getCheck', undefined, { params: { id: checkId } })
  return tents.find((line) => line.id === id)?.outcome
}

describe('a check that was corrected, and goes on', () => {
  it('lowers misses once if a mark is undone whose Miss was corrected away before', async () => {
    await night.miss('tA')
    expect(await misses('tA')).toBe(2)
    await end()
    await correct('tA', 'none')
    expect(await misses('tA')).toBe(1)
    await night.reopen(checkId)
    expect(await remaining()).not.toContain('tA')
    expect((await night.undo(checkId, 'tA')).status).toBe(200)
    expect([await misses('tA'), await outcome('tA')]).toEqual([1, 'none'])
    expect(await remaining()).toContain('tA')
    await night.miss('tA', 'mo')
    await end()
    expect([await misses('tA'), await outcome('tA')]).toEqual([2, 'miss'])
  })

  it('counts one Miss of a tent that was corrected to one before it was marked, and none after an undo', async () => {
    await end()
    await correct('tB', 'miss')
    expect([await misses('tB'), await outcome('tB')]).toEqual([1, 'miss'])
    await night.reopen(checkId)
    expect(await remaining()).toContain('tB')
    await night.miss('tB')
    expect([await misses('tB'), await outcome('tB')]).toEqual([1, 'miss'])
    expect((await night.undo(checkId, 'tB')).status).toBe(200)
    expect([await misses('tB'), await outcome('tB')]).toEqual([0, 'none'])
    await night.make('tB', 'Cy Diaz')
    await end()
    expect([await misses('tB'), await outcome('tB')]).toEqual([0, 'make'])
  })

  it('tells line monitors at each mark what it was corrected to, until the tent is marked anew', async () => {
    const marks = async () =>
      (await night.status('lena')).marked.map(({ mark }) => [mark.id, mark.outcome, mark.corrected])
    await night.miss('tA')
    await night.miss('tB')
    await end()
    await correct('tA', 'make')
    await correct('tB', 'none')
    await correct('tB', 'miss')
    await night.reopen(checkId)
    expect(await marks()).toEqual([
      ['tA', 'miss', 'make'],
      ['tB', 'miss', undefined],
    ])
    await night.undo(checkId, 'tA')
    await night.miss('tA')
    expect(await marks()).toEqual([
      ['tA', 'miss', undefined],
      ['tB', 'miss', undefined],
    ])
  })

  it('tells line monitors alone to what an unmarked tent was corrected, until it is marked', async () => {
    const corrected = async (who?: 'lena') =>
      (await night.status(who)).activeTents.flatMap(({ id, corrected }) =>
        corrected ? [[id, corrected]] : [],
      )
    await end()
    await correct('tA', 'make')
    await correct('tB', 'miss')
    await correct('t2', 'miss')
    await correct('t2', 'none')
    await night.reopen(checkId)
    expect(Object.fromEntries(await corrected('lena'))).toEqual({ tA: 'make', tB: 'miss' })
    expect(await corrected()).toEqual([])
    await night.miss('tA')
    expect((await night.status('lena')).marked[0]?.tent.corrected).toBeUndefined()
    await night.undo(checkId, 'tA')
    expect(await corrected('lena')).toEqual([['tB', 'miss']])
  })

  it('lets nobody vacate a dispute meanwhile, and where the Miss was undone by then that corrects nothing', async () => {
    const tenter = await night.server.signIn('tenter')
    await night.miss('tB')
    await end()
    const text = 'All of us were there.'
    const filed = await night.server.ask('/api/disputes', {
      token: tenter,
      body: { checkId, text },
    })
    const vacate = () =>
      night.post(
        `disputes/${filed.body['id']}/answer`,
        { outcome: 'vacated', text: 'So they were' },
        'boss',
      )
    await night.reopen(checkId)
    expect(refusal(await vacate())).toEqual([409, 'checkRunning'])
    expect([await misses('tB'), await outcome('tB')]).toEqual([1, 'miss'])
    await night.undo(checkId, 'tB')
    expect(refusal(await vacate())).toEqual([409, 'checkRunning'])
    await end()
    expect((await vacate()).status).toBe(200)
    expect([await misses('tB'), await outcome('tB')]).toEqual([0, 'none'])
    expect((await night.ledger()).map(({ kind }) => kind)).not.toContain('corrected')
  })

  it('is shown right by a page and a client that know nothing of any of it', async () => {
    const page = await night.page('mo')
    const shown = watchCheck(page)
    const heard: string[] = []
    page.onAny((event: string) => heard.push(event))
    // Whoever sends a mark as of old names neither the check nor the mark.
    const mark = (id: string) => night.post('tent-checks/update', { id, misses: 1 }, 'mo')
    // The start may be told after the page has connected, but before the mark.
    const marked = next(page, 'tentStatusUpdated')
    await mark('tA')
    await marked
    const started = next(page, 'checkStarted')
    await night.undo(checkId, 'tA', 'mo')
    await started
    expect(shown()).toEqual([...(await remaining())].sort())
    await mark('tA')
    await mark('tB')
    const ended = next(page, 'checkEnded')
    await end()
    await ended
    expect(shown()).toBeNull()
    await correct('tA', 'none')
    await correct('t10', 'miss')
    await correct('t10', 'none')
    const again = next(page, 'checkStarted')
    await night.reopen(checkId)
    await again
    expect(shown()).toEqual(['t10', 't2'])
    const last = next(page, 'tentStatusUpdated')
    await mark('t10')
    await last
    expect(shown()).toEqual(['t2'])
    expect([await misses('tA'), await misses('tB'), await misses('t10')]).toEqual([1, 1, 1])
    const known = ['checkStarted', 'tentStatusUpdated', 'checkEnded', 'excludedNamesUpdated']
    expect([...new Set(heard)].filter((event) => !known.includes(event))).toEqual([])
  })
})

it('a visitor hears and reads no name of a member or a monitor, whatever is undone, called, corrected or goes on', async () => {
  const pages = await Promise.all([1, 2, 3].map((speaks) => openVisitor(speaks)))
  const heard: string[] = []
  for (const page of pages) page.onAny((...what: unknown[]) => heard.push(JSON.stringify(what)))
  const monitor = await night.page('mo', 2)
  const read = async () => {
    for (const path of publicPaths()) {
      heard.push(`${path} ${await (await fetch(`${night.server.url}${path}`)).text()}`)
    }
  }
  const acts = [
    await night.make('tA', 'Ed Fox', 'lena', { note: 'Flo Gray came late' }),
    await night.miss('tB', 'mo'),
  ]
  await monitor.timeout(5000).emitWithAck('excludedNamesUpdated', ['Ann Lee'], { base: [] })
  acts.push(
    await night.post('check-calls', { checkId, call: 1 }),
    await night.post('check-calls', { checkId, call: 2 }),
    await night.post('check-calls/undo', { checkId, call: 2 }),
  )
  await read()
  const returned = next(pages[1] as (typeof pages)[number], 'tentReturned')
  acts.push(await night.undo(checkId, 'tA', 'boss', { reason: 'Ed Fox says so' }))
  await returned
  await read()
  const body = { ids: ['t2'], checkId, restId: randomUUID() }
  acts.push(await night.post('tent-checks/miss-rest', body), await end())
  await read()
  acts.push(await correct('tB', 'make'))
  await read()
  const again = next(pages[1] as (typeof pages)[number], 'checkStarted')
  acts.push(await night.reopen(checkId, 'boss'))
  await again
  await read()
  acts.push(await night.post('cancel-check', {}))
  await read()
  expect(acts.map(({ status }) => status)).toEqual(acts.map(() => 200))
  expect(heard.length).toBeGreaterThan(6 * publicPaths().length)
  const people =
    /\b(Ed|Fox|Flo|Gray|Ann|Lee|Bo|Chen|Cy|Diaz|Di|Eze|Lena|Mo|Harper|lena|mo|boss|tenter|other1)\b/
  expect(heard.filter((said) => people.test(said))).toEqual([])
})

/** A visitor's page, which speaks this version of the events. */
async function openVisitor(speaks: number) {
  const page = night.server.connect(undefined, { speaks })
  await new Promise<void>((resolve) => page.once('connect', () => resolve()))
  return page
}

/** The addresses that anyone may read, without a value in them. */
function publicPaths(): string[] {
  const all: Endpoint[] = Object.values(api)
  return all.flatMap(({ method, path, access }) =>
    method === 'GET' && access === 'public' && !path.includes(':') ? [path] : [],
  )
}
