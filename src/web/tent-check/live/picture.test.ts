import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { happen, Server, tentCount, truth } from '../../../../tests/support/model-server.ts'
import { contentSum } from '../../../shared/tent-check/content-sum.ts'
import type { ActiveTent, CheckStatus } from '../../../shared/tent-check/contract.ts'
import { howFar, nextPicture, nothingKnown, type Picture, type PictureEvent } from './picture.ts'

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
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      place: fc.nat({ max: tentCount - 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('call' as const, 'undoCall' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('silently' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const) }) },
)

const setback = fc.record({
  do: fc.constantFrom('back' as const, 'back' as const, 'setBack' as const, 'restore' as const),
})

const anything = fc.oneof({ weight: 10, arbitrary: happening }, { weight: 2, arbitrary: setback })

/** What the network does with what is told at that moment. */
const network = fc.record({
  delivery: fc.constantFrom('once', 'once', 'once', 'twice', 'lost'),
  /** A phone asks now; its answer comes so many happenings later. */
  asks: fc.option(fc.nat({ max: 3 }), { nil: null }),
})

function shown({ check }: Picture) {
  if (check === null) return null
  const { checkId, tents, marked, excludedNames, calls } = check
  return {
    checkId,
    tents: tents.map(({ id }) => id),
    marked: marked.map((one) => one.tent.id).sort(),
    excludedNames,
    calls: calls.map(({ call }) => call),
  }
}

describe('the picture of a check', () => {
  it('ends as the server’s, whatever was lost, doubled or late, once it has connected anew', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anything, network), { maxLength: 60 }), (story) => {
        const server = new Server()
        let picture = nothingKnown
        const answers: { due: number; event: PictureEvent }[] = []
        const ask = (due: number) => {
          const askedAt = picture.version
          answers.push({ due, event: { type: 'answered', status: server.status(), askedAt } })
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
        // A page that is as far as the server says need not ask.
        const { activeTents: tents, ...status } = server.status()
        const told = { ...status, content: contentSum({ tents, ...status }) }
        if (howFar(picture, told) === 'there') {
          expect(shown(picture)).toEqual(truth(server))
        }
        // A connection that lost something is a new one: it is told where things stand, and asks.
        for (const event of server.join()) picture = nextPicture(picture, event)
        for (let asked = 0; asked === 0 || (picture.isStale && asked < 3); asked += 1) {
          const askedAt = picture.version
          picture = nextPicture(picture, { type: 'answered', status: server.status(), askedAt })
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
            askedAt: 0,
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
      return { type: 'answered', status: { ...status, activeTents }, askedAt: picture.version }
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

  it('keeps its check, but is stale, after an answer from before the check began', () => {
    const server = new Server()
    const idle = server.status()
    let picture = nothingKnown
    for (const event of server.start()) picture = nextPicture(picture, event)
    picture = nextPicture(picture, { type: 'answered', status: idle, askedAt: 0 })
    expect(picture.isStale).toBe(true)
    expect(picture.check).not.toBeNull()
  })

  it('of a late answer never brings a marked tent back', () => {
    const server = new Server()
    let picture = nothingKnown
    for (const event of server.start()) picture = nextPicture(picture, event)
    const late = server.status()
    const askedAt = picture.version
    for (const event of server.mark(3)) picture = nextPicture(picture, event)
    picture = nextPicture(picture, { type: 'answered', status: late, askedAt })
    expect(shown(picture)).toEqual(truth(server))
    // Nor does it make the page doubt what it shows; whoever asked asks again.
    expect(picture.isStale).toBe(false)
  })

  it('takes the tents as they are now, told without a new number', () => {
    const server = new Server()
    let picture = nothingKnown
    for (const event of [...server.start(), ...server.mark(0)])
      picture = nextPicture(picture, event)
    const [started] = server.join()
    if (started?.type !== 'checkStarted') throw new Error('It is told first')
    const [{ activeTents, ...rest }] = started.args
    const changed = activeTents.map((tent) => ({ ...tent, members: 'Gil Ito' }))
    const event = { type: started.type, args: [{ ...rest, activeTents: changed }] } as const
    picture = nextPicture(picture, event as unknown as PictureEvent)
    expect(picture.check?.tents).toEqual(changed)
    expect(picture.isStale).toBe(false)
  })

  it('forgets to what an unmarked tent was corrected, as it is marked', () => {
    const server = new Server()
    server.start()
    const { activeTents, ...status } = server.status()
    const corrected = activeTents.map((tent) => ({ ...tent, corrected: 'make' as const }))
    let picture = nextPicture(nothingKnown, {
      type: 'answered',
      status: { ...status, activeTents: corrected },
      askedAt: 0,
    })
    for (const event of server.mark(3)) picture = nextPicture(picture, event)
    expect(picture.check?.marked[0]?.tent).toEqual(activeTents[3])
  })

  it('no longer knows who excluded a name that counts again: the next time it may be another', () => {
    const server = new Server()
    server.start()
    server.exclude('A')
    server.exclude('B')
    const at = '2026-01-18T07:14:00.000Z'
    const exclusions = ['A', 'B'].map((name) => ({ name, by: { netID: 'mk1', name: 'Mona' }, at }))
    const status = { ...server.status(), exclusions }
    let picture = nextPicture(nothingKnown, { type: 'answered', status, askedAt: 0 })
    for (const names of [['B'], ['B', 'A']]) {
      const previous = server.number
      server.number += 1
      const position = { checkId: 'check 1', number: server.number, previous }
      picture = nextPicture(picture, { type: 'excludedNamesUpdated', args: [names, position] })
    }
    expect(picture.check?.excludedNames).toEqual(['B', 'A'])
    expect(picture.check?.exclusions).toEqual(exclusions.slice(1))
  })

  describe('of a server that knows less than before', () => {
    /** A page that saw the first tents marked; only those of the backup are left on the server. */
    function afterMarks(marks: number, inBackup: number) {
      const server = new Server()
      let picture = nothingKnown
      const hear = (events: PictureEvent[]) => {
        for (const event of events) picture = nextPicture(picture, event)
      }
      hear(server.start())
      for (let place = 0; place < marks; place += 1) {
        if (place === inBackup) server.back()
        hear(server.mark(place))
      }
      const ask = (askedAt = picture.version) =>
        hear([{ type: 'answered', status: server.status(), askedAt }])
      return { server, hear, ask, picture: () => picture }
    }

    it('is what the server says when it is asked, however much less that is', () => {
      const { server, ask, picture } = afterMarks(6, 2)
      server.setBack()
      ask()
      expect(picture().isStale).toBe(false)
      expect(shown(picture())).toEqual(truth(server))
    })

    it('is not taken from a check that is told to stand further back, only from an answer', () => {
      const { server, hear, ask, picture } = afterMarks(6, 2)
      const before = picture()
      server.setBack()
      hear(server.join())
      expect(picture()).toBe(before)
      ask()
      expect(picture().isStale).toBe(false)
      expect(shown(picture())).toEqual(truth(server))
    })

    it('is asked for when a tent that is open here has its mark at a number long known', () => {
      const { server, hear, picture } = afterMarks(6, 2)
      server.setBack()
      hear(server.mark(9))
      expect(picture().isStale).toBe(true)
    })

    it('of another epoch is taken at once, by event as by answer, also where more is marked', () => {
      for (const marks of [0, 8]) {
        const byEvent = afterMarks(6, 2)
        byEvent.server.setBack()
        byEvent.server.epoch = 'epoch 2'
        for (let place = 3; place < 3 + marks; place += 1) byEvent.server.mark(place)
        byEvent.hear(byEvent.server.join())
        expect(shown(byEvent.picture())).toEqual(truth(byEvent.server))
        expect(byEvent.picture()).toMatchObject({ epoch: 'epoch 2', isStale: false })
      }
      const byAnswer = afterMarks(6, 2)
      byAnswer.server.restore()
      byAnswer.ask()
      expect(shown(byAnswer.picture())).toEqual(truth(byAnswer.server))
      expect(byAnswer.picture()).toMatchObject({ epoch: 'epoch 1.', isStale: false })
    })

    it('is not undone by a late answer from before the restore', () => {
      const { server, hear, ask, picture } = afterMarks(6, 2)
      const askedAt = picture().version
      const status = server.status()
      hear(server.restore())
      hear([{ type: 'answered', status, askedAt }])
      expect(shown(picture())).toEqual(truth(server))
      expect(picture().isStale).toBe(true)
      ask()
      expect(picture()).toMatchObject({ epoch: 'epoch 1.', isStale: false })
    })

    it('replaces what a phone remembers, of the same epoch, too', () => {
      const { server, picture } = afterMarks(6, 2)
      const remembered = { ...nothingKnown, epoch: picture().epoch, check: picture().check }
      server.setBack()
      let byEvent = remembered
      for (const event of server.join()) byEvent = nextPicture(byEvent, event)
      expect(shown(byEvent)).toEqual(truth(server))
      const status = server.status()
      const byAnswer = nextPicture(remembered, { type: 'answered', status, askedAt: 0 })
      expect(shown(byAnswer)).toEqual(truth(server))
    })
  })
})
