import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dukeInSeason, startSportsService } from '../../../stand-ins/sports.ts'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { statsOf } from './fields.ts'

const now = new Date('2026-01-20T12:00:00Z')
const inSeason = {
  rank: '4',
  record: '17-2',
  standing: '1st in ACC',
  nextOpponent: 'at North Carolina Tar Heels',
}
const unknown = { rank: 'TBD', record: '0-0', standing: 'TBD', nextOpponent: 'TBD' }

const duke = (change: object) => ({ team: { ...dukeInSeason.team, ...change } })
const [event] = dukeInSeason.team.nextEvent
const game = event?.competitions[0]
const over = { ...game, date: '2026-01-18T17:00Z', status: { type: { name: 'STATUS_FINAL' } } }
const nextGame = (change: object) =>
  duke({ nextEvent: [{ competitions: [{ ...game, ...change }] }] })
const sides = (homeAway?: string) => [
  { team: { id: '154', displayName: 'Wake Forest' } },
  { homeAway, team: { id: '150', displayName: 'Duke Blue Devils' } },
]

describe('the fields of the team stats', () => {
  it.each<[string, unknown, object]>([
    ['in season', dukeInSeason, {}],
    [
      'off season',
      duke({ record: {}, nextEvent: [], rank: undefined }),
      { rank: 'TBD', record: '0-0', nextOpponent: 'TBD' },
    ],
    ['unranked as 99', duke({ rank: 99 }), { rank: 'TBD' }],
    ['without a total', duke({ record: { items: [{ summary: '3-1' }] } }), { record: '3-1' }],
    ['without a standing', duke({ standingSummary: '' }), { standing: 'TBD' }],
    ['without competitors', nextGame({ competitors: undefined }), { nextOpponent: 'TBD' }],
    [
      'with the game over',
      nextGame({ status: { type: { name: 'STATUS_FINAL' } } }),
      { nextOpponent: 'TBD' },
    ],
    [
      'with the game completed under another name',
      nextGame({ status: { type: { name: 'STATUS_OVERTIME', completed: true } } }),
      { nextOpponent: 'TBD' },
    ],
    [
      'with the game called off',
      nextGame({ status: { type: { name: 'STATUS_POSTPONED', state: 'pre' } } }),
      { nextOpponent: 'TBD' },
    ],
    ['with the game long past', nextGame({ date: '2026-01-18T17:00Z' }), { nextOpponent: 'TBD' }],
    [
      'with the game before still in the list',
      duke({ nextEvent: [{ ...event, date: '2026-01-18T17:00Z', competitions: [over] }, event] }),
      {},
    ],
    ['at home', nextGame({ competitors: sides('home') }), { nextOpponent: 'vs Wake Forest' }],
    ['on neutral ground', nextGame({ competitors: sides() }), { nextOpponent: 'Wake Forest' }],
    [
      'without an opponent yet',
      nextGame({ competitors: sides().slice(1) }),
      { nextOpponent: 'TBD' },
    ],
    [
      'with half a character in a text',
      duke({ standingSummary: '1st\ud800' }),
      { standing: '1st\ufffd' },
    ],
    [
      'with a game in progress',
      nextGame({ date: '2026-01-20T11:00Z', status: { type: { name: 'STATUS_IN_PROGRESS' } } }),
      {},
    ],
  ])('are read each on its own: %s', (_, answer, change) => {
    expect(statsOf(answer, '150', now)).toEqual({ ...inSeason, ...change })
  })

  it('are four short texts, whatever the service says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (rank, record, event) => {
        const stats = statsOf({ team: { rank, record, nextEvent: [event] } }, '150', now)
        for (const text of Object.values(stats ?? {})) {
          expect(text.length).toBeGreaterThan(0)
          expect([...text].length).toBeLessThan(70)
        }
      }),
    )
    fc.assert(fc.property(fc.jsonValue(), (answer) => void statsOf(answer, '150', now)))
  })
})

describe('GET /api/team-stats', () => {
  let service: Awaited<ReturnType<typeof startSportsService>>
  let server: TestApp
  let clock: Date
  beforeEach(async () => {
    clock = now
    service = await startSportsService()
    server = await startApp({ SPORTS_API_URL: service.url }, () => clock)
  })
  afterEach(async () => {
    await server.close()
    await service.close()
  })
  const stats = async () => (await server.ask('/api/team-stats')).body
  const pass = (minutes: number) => {
    clock = new Date(clock.getTime() + minutes * 60_000)
  }

  it('asks the service at most once in 5 minutes, however many ask us', async () => {
    service.answers(dukeInSeason)
    const all = await Promise.all(Array.from({ length: 10 }, stats))
    for (const one of all) expect(one).toEqual(inSeason)
    pass(4)
    await stats()
    expect(service.timesAsked()).toBe(1)
    service.answers(duke({ rank: 1 }))
    pass(2)
    await expect.poll(stats).toEqual({ ...inSeason, rank: '1' })
    expect(service.timesAsked()).toBe(2)
  })

  it('asks it again once a clock that was ahead is set back', async () => {
    service.answers(dukeInSeason)
    pass(60)
    expect(await stats()).toEqual(inSeason)
    service.answers(duke({ rank: 1 }))
    pass(-60)
    await expect.poll(stats).toEqual({ ...inSeason, rank: '1' })
  })

  it('asks it no sooner after a restart, or from another server', async () => {
    service.answers(dukeInSeason)
    await stats()
    const another = await server.another()
    const others = async () => (await another.ask('/api/team-stats')).body
    expect(await others()).toEqual(inSeason)
    expect(service.timesAsked()).toBe(1)
    service.answers(duke({ rank: 1 }))
    pass(6)
    await expect.poll(others).toEqual({ ...inSeason, rank: '1' })
    expect(service.timesAsked()).toBe(2)
    // Served here at once as it was, and looked up: the other server has asked already.
    pass(1)
    await expect.poll(stats).toEqual({ ...inSeason, rank: '1' })
    expect(service.timesAsked()).toBe(2)
    await another.app.close()
  })

  it('serves the last good answer whatever the service does, and the fallbacks before one', async () => {
    const failures: [how: string, body: unknown, more: { status?: number; delayMs?: number }][] = [
      ['answers 500', dukeInSeason, { status: 500 }],
      ['answers garbage', '<html>', {}],
      ['answers of nothing', [], {}],
      ['answers far too much', ' '.repeat(1_100_000), {}],
      ['leads elsewhere', dukeInSeason, { status: 302 }],
      ['is slow', dukeInSeason, { delayMs: 4000 }],
    ]
    for (const [how, body, more] of failures) {
      const before = service.timesAsked()
      service.answers(body, more)
      expect([how, await stats()]).toEqual([how, unknown])
      expect([how, await stats()]).toEqual([how, unknown])
      expect(service.timesAsked()).toBe(before + 1)
      pass(6)
    }
    service.answers(dukeInSeason)
    await expect.poll(stats).toEqual(inSeason)
    for (const [how, body, more] of failures) {
      const before = service.timesAsked()
      service.answers(body, more)
      pass(6)
      // Served at once as it was; asked again once the answer before is there.
      const asked = async () => [how, await stats(), service.timesAsked()]
      await expect.poll(asked).toEqual([how, inSeason, before + 1])
    }
    const another = await server.another()
    expect((await another.ask('/api/team-stats')).body).toEqual(inSeason)
    await another.app.close()
  })
})
