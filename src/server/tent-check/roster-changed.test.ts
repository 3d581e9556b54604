// On each engine: servers hear of it by a notification of the transaction.
import { expect, it } from 'vitest'
import { next, type TestApp, type TestSocket } from '../../../tests/support/app.ts'
import { checkId, eachNight, night } from '../../../tests/support/each-night.ts'

eachNight()

type Started = { activeTents: { id: string; members: string }[] }
const membersOf = ([{ activeTents }]: [Started]) =>
  activeTents.find(({ id }) => id === 'tA')?.members

/** As they are, but for the members of tA. */
const withMembers = (members: string) =>
  night.rows.map((row) => (row.id === 'tA' ? { ...row, members } : row))

it('pages have the members of a tent as an import left them, on every server', async () => {
  const other = await night.server.another()
  await night.miss('tB')
  const pages = [
    await night.page('lena', 2),
    await night.page('lena', 2, other),
    await night.page(null, 2, other),
  ]
  const told = Promise.all(pages.map((page) => next(page, 'checkStarted')))
  await night.importRows(withMembers('Ed Fox, Flora Gray, Gil Ito'))
  const here = { checkId, number: 2 }
  expect(await told).toMatchObject([[here], [here], [here]])
  expect((await told).map(membersOf)).toEqual([
    'Ed Fox, Flora Gray, Gil Ito',
    'Ed Fox, Flora Gray, Gil Ito',
    '',
  ])
  await other.app.close()
})

it('line monitors are told again who is excluded: a client may forget it at a start', async () => {
  const newer = await night.page('lena', 2)
  const listed = next(newer, 'excludedNamesUpdated')
  await newer.timeout(5000).emitWithAck('excludedNamesUpdated', ['Ann Lee'], { base: [] })
  await listed
  const older = await night.page('mo')
  const told = [newer, older].map((page) => {
    const heard: unknown[] = []
    page.onAny((name, names) => heard.push([name, names]))
    return heard
  })
  await night.importRows(withMembers('Ed Fox'))
  const started = ['checkStarted', expect.anything()]
  await expect
    .poll(() => told)
    .toEqual([
      [started, ['excludedNamesUpdated', ['Ann Lee']]],
      [started, ['excludedNamesUpdated', ['Ann Lee']]],
    ])
})

it('pages are told nothing where an import changed nothing', async () => {
  const page = await night.page('lena', 2)
  const told: string[] = []
  page.onAny((name: string) => told.push(name))
  await night.importRows(night.rows)
  await night.miss('tB')
  await expect.poll(() => told).toEqual(['tentStatusUpdated'])
})

it('whoever connects anew learns from the sum of the content that the members are others', async () => {
  const sums = async (at: TestApp) => {
    const open = (token?: string): TestSocket => at.connect(token, { speaks: 3 })
    const pages = [open(night.tokens.lena), open()]
    const positions = await Promise.all(pages.map((page) => next(page, 'checkPosition')))
    return positions.map(([{ content }]) => content)
  }
  const [monitors, visitors] = await sums(night.server)
  await night.importRows(withMembers('Ed Fox, Gil Ito'))
  const [monitorsNow, visitorsNow] = await sums(night.server)
  expect(monitorsNow).not.toBe(monitors)
  expect(visitorsNow).toBe(visitors)
})
