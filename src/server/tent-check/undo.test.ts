import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { next } from '../../../tests/support/app.ts'
import { refusal } from '../../../tests/support/check-night.ts'
import { checkId, eachNight, night } from '../../../tests/support/each-night.ts'
import { systemContext } from '../context.ts'
import { importRoster } from '../tents/roster-import.ts'

eachNight()

const remaining = async () => (await night.status()).activeTents.map(({ id }) => id)
const kinds = async () => (await night.ledger()).map(({ kind }) => kind)

describe('taking a mark back', () => {
  it('of a Miss: the tent is out again as it was before, and the ledger keeps both', async () => {
    const before = await night.tent('tA')
    await night.miss('tA')
    const reason = 'They stood behind the tent'
    const answer = await night.undo(checkId, 'tA', 'lena', { number: 2, reason })
    expect([answer.status, answer.body]).toEqual([200, { ok: true, number: 3 }])
    expect(await night.tent('tA')).toEqual(before)
    expect(await remaining()).toEqual(['tA', 'tB', 't2', 't10'])
    expect((await night.ledger()).at(-1)).toMatchObject({
      kind: 'undone',
      number: 3,
      net_id: 'lena',
      tent_id: 'tA',
      data: { markNumber: 2, reason, mark: { outcome: 'miss' } },
    })
  })

  it('of a Make restores who was there before, and lowers no misses', async () => {
    await night.make('tA', 'Ed Fox')
    await night.post('end-check', {})
    night.pass(3_600_000)
    const checkId = await night.start()
    const before = await night.tent('tA')
    expect(before).toMatchObject({ lastCheck: 'Ed Fox', dateOfLastCheck: '1/18/2026, 10:04 PM' })
    await night.make('tA', 'Flo Gray')
    expect((await night.undo(checkId, 'tA')).status).toBe(200)
    expect(await night.tent('tA')).toEqual(before)
  })

  it('lowers misses never below 0', async () => {
    await night.miss('tB')
    const rows = night.rows.map((row) => ({ ...row, numberOfMisses: 0 }))
    await night.server.db.transaction((tx) =>
      importRoster(systemContext, tx, rows, { results: true }),
    )
    expect((await night.undo(checkId, 'tB')).status).toBe(200)
    expect((await night.tent('tB')).numberOfMisses).toBe(0)
  })

  it('lets anyone mark the tent again, who alone may then take it back', async () => {
    await night.miss('tB')
    await night.undo(checkId, 'tB')
    expect((await night.make('tB', 'Cy Diaz', 'mo')).status).toBe(200)
    expect(refusal(await night.undo(checkId, 'tB'))).toEqual([403, 'notYourMark'])
    expect((await night.undo(checkId, 'tB', 'mo')).status).toBe(200)
  })

  it('is a super user’s, too; another monitor is told by first name who may', async () => {
    await night.miss('tB')
    const refused = await night.undo(checkId, 'tB', 'mo')
    expect(refusal(refused)).toEqual([403, 'notYourMark'])
    expect(refused.body.error).toContain('Lena')
    expect((await night.undo(checkId, 'tB', 'boss')).status).toBe(200)
    expect((await night.ledger()).at(-1)).toMatchObject({ net_id: 'boss', by_name: 'Harper' })
  })

  it('takes ids in capital letters', async () => {
    await night.miss('tB')
    const body = { id: 'tB', checkId: checkId.toUpperCase(), undoId: randomUUID().toUpperCase() }
    const first = await night.post('tent-checks/undo', body)
    expect(first.status).toBe(200)
    const again = { ...body, checkId, undoId: body.undoId.toLowerCase() }
    expect((await night.post('tent-checks/undo', again)).body).toEqual(first.body)
  })

  it('keeps endCheck { ifEmpty: true } from ending anything', async () => {
    for (const id of ['tA', 'tB', 't2', 't10']) await night.miss(id)
    await night.undo(checkId, 't2')
    await night.post('end-check', { ifEmpty: true })
    expect(await night.status()).toMatchObject({ isCheckInProgress: true, checkId })
  })
})

describe('an undo is refused', () => {
  it.each([
    ['of a tent that nobody marked', { id: 'tA' }, [409, 'notMarked']],
    ['of a tent that is nowhere', { id: 'nowhere' }, [409, 'notMarked']],
    ['of a mark that stands no more', { number: 1 }, [409, 'notMarked']],
    ['in another check', { checkId: randomUUID() }, [409, 'checkOver']],
    [
      'in another check, of a tent that nobody marked',
      { checkId: randomUUID(), id: 'tA' },
      [409, 'checkOver'],
    ],
    ['in another check, by an id that none can have', { checkId: 'x' }, [409, 'checkOver']],
    ['with an undoId that is none', { undoId: 'x' }, [400, 'badRequest']],
    ['with a number as text', { number: '2' }, [400, 'badRequest']],
    ['with a reason of 301', { reason: 'x'.repeat(301) }, [400, 'badRequest']],
    ['without an undoId', { undoId: undefined }, [400, 'badRequest']],
  ] as const)('%s', async (_, more, expected) => {
    await night.miss('tB')
    expect(refusal(await night.undo(checkId, 'tB', 'lena', more))).toEqual(expected)
    expect(await kinds()).toEqual(['started', 'marked'])
  })

  it('once the check is over, whoever asks and whatever for', async () => {
    await night.miss('tB')
    await night.post('end-check', {})
    for (const who of ['lena', 'mo', 'boss'] as const) {
      expect(refusal(await night.undo(checkId, 'tB', who))).toEqual([409, 'checkOver'])
    }
    expect(refusal(await night.undo(checkId, 'tA'))).toEqual([409, 'checkOver'])
  })

  it('by somebody without the role', async () => {
    const body = { id: 'tB', checkId, undoId: randomUUID() }
    const token = await night.server.signIn('tenter')
    const ask = (token?: string) => night.server.ask('/api/tent-checks/undo', { token, body })
    expect(refusal(await ask())).toEqual([401, 'notSignedIn'])
    expect(refusal(await ask(token))).toEqual([403, 'needsLineMonitor'])
  })
})

describe('an undo sent again', () => {
  it('gets its first answer, also after the tent was marked anew and after the check', async () => {
    await night.miss('tB')
    const undoId = randomUUID()
    const first = await night.undo(checkId, 'tB', 'lena', { undoId })
    expect((await night.undo(checkId, 'tB', 'lena', { undoId })).body).toEqual(first.body)
    await night.miss('tB')
    expect((await night.undo(checkId, 'tB', 'lena', { undoId })).body).toEqual(first.body)
    await night.post('end-check', {})
    const after = await night.undo(checkId, 'tB', 'lena', { undoId, number: 2 })
    expect([after.status, after.body]).toEqual([200, first.body])
    expect((await night.tent('tB')).numberOfMisses).toBe(1)
    expect(await kinds()).toEqual(['started', 'marked', 'undone', 'marked', 'ended'])
  })

  it('many times at once is done once', async () => {
    await night.miss('tB')
    const undoId = randomUUID()
    const sent = Array.from({ length: 6 }, () => night.undo(checkId, 'tB', 'lena', { undoId }))
    for (const { status, body } of await Promise.all(sent)) {
      expect([status, body]).toEqual([200, { ok: true, number: 3 }])
    }
    expect(await kinds()).toEqual(['started', 'marked', 'undone'])
  })

  it('for another tent, by another person, or with the id of a mark is 409 idReused', async () => {
    const markId = randomUUID()
    await night.miss('tA', 'lena', { markId })
    await night.miss('tB')
    const undoId = randomUUID()
    await night.undo(checkId, 'tB', 'lena', { undoId })
    const reused = [409, 'idReused']
    expect(refusal(await night.undo(checkId, 'tA', 'lena', { undoId }))).toEqual(reused)
    expect(refusal(await night.undo(checkId, 'tB', 'mo', { undoId }))).toEqual(reused)
    expect(refusal(await night.undo(checkId, 'tB', 'boss', { undoId }))).toEqual(reused)
    expect(refusal(await night.undo(checkId, 'tA', 'lena', { undoId: markId }))).toEqual(reused)
    expect(refusal(await night.miss('t2', 'lena', { markId: undoId }))).toEqual([
      409,
      'markIdReused',
    ])
  })

  it('about the same tent in another check is 409 idReused, and takes nothing back', async () => {
    await night.miss('tB')
    const undoId = randomUUID()
    await night.undo(checkId, 'tB', 'lena', { undoId })
    await night.post('end-check', {})
    await night.start()
    await night.miss('tB')
    const { checkId: next } = await night.status('lena')
    const again = await night.undo(next ?? '', 'tB', 'lena', { undoId })
    expect(refusal(again)).toEqual([409, 'idReused'])
    expect((await night.tent('tB')).numberOfMisses).toBe(1)
  })

  it('that was refused is not remembered', async () => {
    const undoId = randomUUID()
    expect(refusal(await night.undo(checkId, 'tB', 'lena', { undoId }))).toEqual([409, 'notMarked'])
    await night.miss('tB')
    expect((await night.undo(checkId, 'tB', 'lena', { undoId })).status).toBe(200)
  })
})

it('the mark that was taken back, sent again with its markId, gets its first answer and changes nothing', async () => {
  const markId = randomUUID()
  const first = await night.miss('tB', 'lena', { markId })
  await night.undo(checkId, 'tB')
  expect(await night.miss('tB', 'lena', { markId })).toMatchObject({
    status: 200,
    body: first.body,
  })
  expect(await remaining()).toContain('tB')
  await night.make('tB', 'Cy Diaz', 'mo')
  expect((await night.miss('tB', 'lena', { markId })).body).toEqual(first.body)
  expect((await night.tent('tB')).numberOfMisses).toBe(0)
})

describe('of a mark that is taken back', () => {
  it('pages that speak version 2 are told tentReturned, all others checkStarted anew', async () => {
    await night.miss('tA')
    await night.miss('tB')
    const pages = {
      newVisitor: await night.page(null, 2),
      oldVisitor: await night.page(null),
      newMonitor: await night.page('mo', 2),
      oldMonitor: await night.page('mo', 1),
    }
    const heard: string[] = []
    for (const [name, page] of Object.entries(pages)) {
      page.onAny((event: string) => heard.push(`${name} ${event}`))
    }
    const told = Promise.all([
      next(pages.newVisitor, 'tentReturned'),
      next(pages.oldVisitor, 'checkStarted'),
      next(pages.newMonitor, 'tentReturned'),
      next(pages.oldMonitor, 'checkStarted'),
    ])
    await night.undo(checkId, 'tA')
    const [[forVisitor], [oldVisitor], [forMonitor], [oldMonitor]] = await told
    const where = { id: 'tA', checkId, number: 4, previous: 3 }
    expect(forVisitor).toEqual({ ...where, tent: expect.anything() })
    expect(forVisitor.tent).toMatchObject({ name: 'Tent A', members: '', numberOfMisses: null })
    expect(forVisitor.tent).not.toHaveProperty('required')
    expect(forMonitor).toMatchObject({ ...where, tent: { numberOfMisses: 1, required: 3 } })
    for (const { activeTents, number } of [oldVisitor, oldMonitor]) {
      expect([activeTents.map(({ id }) => id), number]).toEqual([['tA', 't2', 't10'], 4])
    }
    await night.make('tA', 'Ed Fox')
    await next(pages.oldMonitor, 'tentStatusUpdated')
    expect(heard.sort()).toEqual([
      'newMonitor tentReturned',
      'newMonitor tentStatusUpdated',
      'newVisitor tentReturned',
      'newVisitor tentStatusUpdated',
      'oldMonitor checkStarted',
      'oldMonitor excludedNamesUpdated',
      'oldMonitor tentStatusUpdated',
      'oldVisitor checkStarted',
      'oldVisitor tentStatusUpdated',
    ])
  })

  it('older pages of monitors are told who is excluded beside it, and change that list from there', async () => {
    const [old, other] = [await night.page('mo', 1), await night.page('lena', 2)]
    const excluded = async () => (await night.status('lena')).excludedNames
    const listed = next(old, 'excludedNamesUpdated')
    await other
      .timeout(5000)
      .emitWithAck('excludedNamesUpdated', ['Ed Fox', 'Ann Lee'], { base: [] })
    await listed
    const marked = next(old, 'tentStatusUpdated')
    await night.miss('tA')
    await marked
    const heard: string[] = []
    old.onAny((event: string) => heard.push(event))
    const told = next(old, 'excludedNamesUpdated')
    await night.undo(checkId, 'tA')
    const where = { checkId, number: 4, previous: 4 }
    expect(await told).toEqual([['Ed Fox', 'Ann Lee'], where])
    expect(heard).toEqual(['checkStarted', 'excludedNamesUpdated'])
    // Its next bare list is a change of the one that it was just told, not of an empty one.
    const changed = next(other, 'excludedNamesUpdated')
    const bare = old as unknown as { emit: (...args: unknown[]) => void }
    bare.emit('excludedNamesUpdated', ['Ann Lee'])
    await changed
    expect(await excluded()).toEqual(['Ann Lee'])
  })

  it('visitors are told by the last event that they were told before', async () => {
    await night.miss('tA')
    const visitor = await night.page(null, 2)
    const monitor = await night.page('mo', 2)
    await monitor.timeout(5000).emitWithAck('excludedNamesUpdated', ['Ann Lee'], { base: [] })
    const told = next(visitor, 'tentReturned')
    await night.undo(checkId, 'tA')
    expect(await told).toMatchObject([{ number: 4, previous: 2 }])
  })

  it('pages on another server are told, too', async () => {
    const other = await night.server.another()
    await night.miss('tA')
    const page = await night.page('mo', 2, other)
    const told = next(page, 'tentReturned')
    await night.undo(checkId, 'tA')
    expect(await told).toMatchObject([{ id: 'tA', number: 3 }])
    await other.app.close()
  })

  it('a client that knows neither versions nor checkIds ends with the right list', async () => {
    const page = await night.page('mo')
    let shown = (await night.status()).activeTents.map(({ id }) => id)
    page.on('checkStarted', ({ activeTents }) => {
      shown = activeTents.map(({ id }) => id)
    })
    page.on('tentStatusUpdated', ({ id }) => {
      shown = shown.filter((each) => each !== id)
    })
    await night.miss('tA')
    await night.miss('tB')
    await night.undo(checkId, 'tA')
    await night.make('t2', 'Ann Lee', 'mo')
    await expect.poll(() => shown).toEqual(['tA', 't10'])
    // Its Miss of before the undo cannot be told from a new one.
    await night.miss('tA', 'mo')
    await expect.poll(() => shown).toEqual(['t10'])
    expect((await night.tent('tA')).numberOfMisses).toBe(2)
  })
})
