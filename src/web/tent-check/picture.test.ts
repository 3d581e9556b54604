import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activeTent } from '../../../tests/support/active-tent.ts'
import type { ActiveTent, CheckStatus, MarkFacts } from '../../shared/tent-check/contract.ts'
import { checkerPages } from '../../shared/tent-check/pages.ts'
import { nextPicture, nothingKnown, type Picture, type PictureEvent } from './picture.ts'

const tentCount = 12

function tent(place: number): ActiveTent {
  return activeTent({ id: `t${place}`, order: `${place + 1}`, groupIndex: Math.floor(place / 4) })
}

const all = Array.from({ length: tentCount }, (_, place) => tent(place))

function facts(id: string): MarkFacts {
  return { id, outcome: 'miss', by: 'Lena', at: '1/18/2026, 10:04 PM', numberOfMisses: 1 }
}

/** What the server knows and tells line monitors: a model of it that can be asked at any time. */
class Server {
  checkId: string | null = null
  number = 0
  marked: string[] = []
  excluded: string[] = []
  checks = 0

  status(): CheckStatus {
    const { checkId } = this
    const isOn = checkId !== null
    return {
      isCheckInProgress: isOn,
      checkId,
      number: isOn ? this.number : 0,
      numCheckers: isOn ? 3 : 0,
      activeTents: isOn ? all.filter(({ id }) => !this.marked.includes(id)) : [],
      pages: isOn ? checkerPages(all) : [],
      marked: isOn ? this.marked.map((id) => ({ tent: tentOf(id), mark: facts(id) })) : [],
      startedBy: '',
      startedAt: '',
      excludedNames: isOn ? [...this.excluded] : [],
    }
  }

  start(): PictureEvent[] {
    if (this.checkId !== null) return []
    this.checks += 1
    this.checkId = `check ${this.checks}`
    this.number = 1
    this.marked = []
    this.excluded = []
    return this.join()
  }

  /** What a socket is told when it connects. */
  join(): PictureEvent[] {
    const { checkId, number } = this
    if (checkId === null) return []
    const { activeTents, numCheckers, pages, marked, excludedNames } = this.status()
    const told = { activeTents, numCheckers, pages, marked, checkId, number }
    return [
      { type: 'checkStarted', told },
      {
        type: 'excludedNamesUpdated',
        told: [excludedNames, { checkId, number, previous: number }],
      },
    ]
  }

  mark(place: number): PictureEvent[] {
    const id = `t${place}`
    if (this.checkId === null || this.marked.includes(id)) return []
    this.marked.push(id)
    const previous = this.number
    this.number += 1
    const told = { id, checkId: this.checkId, number: this.number, previous, mark: facts(id) }
    return [{ type: 'tentStatusUpdated', told }]
  }

  exclude(name: string): PictureEvent[] {
    if (this.checkId === null) return []
    const previous = this.number
    this.number += 1
    this.excluded = [...this.excluded.filter((one) => one !== name), name]
    const position = { checkId: this.checkId, number: this.number, previous }
    return [{ type: 'excludedNamesUpdated', told: [this.excluded, position] }]
  }

  /** An event of the ledger that nobody is told of: a late mark. */
  silently(): PictureEvent[] {
    if (this.checkId !== null) this.number += 1
    return []
  }

  end(): PictureEvent[] {
    const { checkId } = this
    if (checkId === null) return []
    this.checkId = null
    this.number += 1
    return [{ type: 'checkClosed', checkId }]
  }
}

function tentOf(id: string): ActiveTent {
  const found = all.find((one) => one.id === id)
  if (found === undefined) throw new Error(`There is no ${id}`)
  return found
}

/** The same tent as another object, its fields in another order. */
function inOtherOrder(one: ActiveTent): ActiveTent {
  return Object.fromEntries(Object.entries(one).reverse()) as ActiveTent
}

const happening = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('start' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('mark' as const),
      place: fc.nat({ max: tentCount - 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('exclude' as const), name: fc.constantFrom('A', 'B') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('silently' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const) }) },
)

/** What the network does with what is told at that moment. */
const network = fc.record({
  delivery: fc.constantFrom('once', 'once', 'once', 'twice', 'lost'),
  /** A phone asks now; its answer comes so many happenings later. */
  asks: fc.option(fc.nat({ max: 3 }), { nil: null }),
})

function happen(server: Server, what: { do: string; place?: number; name?: string }) {
  if (what.do === 'start') return server.start()
  if (what.do === 'mark') return server.mark(what.place ?? 0)
  if (what.do === 'exclude') return server.exclude(what.name ?? '')
  if (what.do === 'silently') return server.silently()
  return server.end()
}

function shown({ check }: Picture) {
  if (check === null) return null
  const { checkId, tents, marked, excludedNames } = check
  return {
    checkId,
    tents: tents.map(({ id }) => id),
    marked: marked.map((one) => one.tent.id).sort(),
    excludedNames,
  }
}

function truth(server: Server) {
  const { checkId, activeTents, marked, excludedNames } = server.status()
  if (checkId === null) return null
  return {
    checkId,
    tents: activeTents.map(({ id }) => id),
    marked: marked.map((one) => one.tent.id).sort(),
    excludedNames,
  }
}

describe('the picture of a check', () => {
  it('ends as the server’s, whatever was lost, doubled or late, once it has connected anew', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(happening, network), { maxLength: 60 }), (story) => {
        const server = new Server()
        let picture = nothingKnown
        const answers: { due: number; event: PictureEvent }[] = []
        const ask = (due: number) => {
          const { turn } = picture
          answers.push({ due, event: { type: 'answered', status: server.status(), turn } })
        }
        story.forEach(([what, { delivery, asks }], moment) => {
          if (asks !== null) ask(moment + asks)
          const copies = { once: 1, twice: 2, lost: 0 }[delivery as 'once']
          const told = happen(server, what)
          for (let copy = 0; copy < copies; copy += 1) {
            for (const event of told) picture = nextPicture(picture, event)
          }
          for (const { due, event } of answers) {
            if (due === moment) picture = nextPicture(picture, event)
          }
        })
        // A connection that lost something is a new one: it is told where things stand, and asks.
        for (const event of server.join()) picture = nextPicture(picture, event)
        for (let asked = 0; asked === 0 || (picture.isStale && asked < 3); asked += 1) {
          const { turn } = picture
          picture = nextPicture(picture, { type: 'answered', status: server.status(), turn })
        }
        expect(picture.isStale).toBe(false)
        expect(shown(picture)).toEqual(truth(server))
      }),
      { numRuns: 500 },
    )
  })

  it('never trusts itself with a gap: either it is the server’s, or it is stale', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(happening, fc.boolean()), { minLength: 1, maxLength: 40 }),
        (story) => {
          const server = new Server()
          let picture = nextPicture(nothingKnown, {
            type: 'answered',
            status: server.status(),
            turn: 0,
          })
          for (const [what, isHeard] of story) {
            const told = happen(server, what)
            const isCourse = what.do === 'start' || what.do === 'end'
            if (told.length === 0 || !(isCourse || isHeard)) continue
            for (const event of told) picture = nextPicture(picture, event)
            if (!picture.isStale) expect(shown(picture)).toEqual(truth(server))
          }
        },
      ),
    )
  })

  it('told whole again keeps every tent that is as it was, so that none is drawn anew', () => {
    const server = new Server()
    let picture = nothingKnown
    for (const event of server.start()) picture = nextPicture(picture, event)
    const before = picture.check
    const answer = (status: CheckStatus): PictureEvent => {
      const activeTents = status.activeTents.map(inOtherOrder)
      return { type: 'answered', status: { ...status, activeTents }, turn: picture.turn }
    }
    picture = nextPicture(picture, answer(server.status()))
    expect(picture.check?.tents).toBe(before?.tents)
    expect(picture.check?.pages).toBe(before?.pages)

    server.mark(3)
    picture = nextPicture(picture, answer(server.status()))
    const kept = before?.tents.filter(({ id }) => id !== 't3') ?? []
    expect(picture.check?.tents).toHaveLength(kept.length)
    expect(picture.check?.tents.every((tent, place) => tent === kept[place])).toBe(true)
  })

  it('is void when it was asked for before a check began', () => {
    const server = new Server()
    const idle = server.status()
    let picture = nothingKnown
    for (const event of server.start()) picture = nextPicture(picture, event)
    picture = nextPicture(picture, { type: 'answered', status: idle, turn: 0 })
    expect(picture.isStale).toBe(true)
    expect(picture.check).not.toBeNull()
  })

  it('of a late answer never brings a marked tent back', () => {
    const server = new Server()
    let picture = nothingKnown
    for (const event of server.start()) picture = nextPicture(picture, event)
    const late = server.status()
    for (const event of server.mark(3)) picture = nextPicture(picture, event)
    picture = nextPicture(picture, { type: 'answered', status: late, turn: picture.turn })
    expect(shown(picture)).toEqual(truth(server))
  })
})
