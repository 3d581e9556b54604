import type { ActiveTent, CheckStatus, MarkFacts } from '../../src/shared/tent-check/contract.ts'
import { checkerPages } from '../../src/shared/tent-check/pages.ts'
import type { PictureEvent } from '../../src/web/tent-check/live/picture.ts'
import { activeTent } from './active-tent.ts'
import { noCheck } from './check-status.ts'

export const tentCount = 12

function tent(place: number): ActiveTent {
  return activeTent({ id: `t${place}`, order: `${place + 1}`, groupIndex: Math.floor(place / 4) })
}

const all = Array.from({ length: tentCount }, (_, place) => tent(place))

function facts(id: string): MarkFacts {
  const counted = { netID: 'lm1', present: [], required: null, number: 2 }
  return {
    id,
    outcome: 'miss',
    by: 'Lena',
    at: '1/18/2026, 10:04 PM',
    numberOfMisses: 1,
    ...counted,
  }
}

/** What the server knows and tells line monitors: a model of it that can be asked at any time. */
export class Server {
  epoch = 'epoch 1'
  checkId: string | null = null
  number = 0
  marked: string[] = []
  excluded: string[] = []
  calls = 0
  checks = 0
  backup: ReturnType<Server['state']> = this.state()

  status(): CheckStatus {
    const { checkId } = this
    const isOn = checkId !== null
    return {
      ...noCheck,
      epoch: this.epoch,
      isCheckInProgress: isOn,
      checkId,
      number: isOn ? this.number : 0,
      numCheckers: isOn ? 3 : 0,
      activeTents: isOn ? all.filter(({ id }) => !this.marked.includes(id)) : [],
      pages: isOn ? checkerPages(all) : [],
      marked: isOn ? this.marked.map((id) => ({ tent: tentOf(id), mark: facts(id) })) : [],
      excludedNames: isOn ? [...this.excluded] : [],
      calls: isOn ? this.callsMade() : [],
      closesAt: isOn && this.calls > 0 ? 'later' : null,
    }
  }

  callsMade() {
    return Array.from({ length: this.calls }, (_, place) => {
      return { call: place + 1, at: `at ${place + 1}`, by: null }
    })
  }

  start(): PictureEvent[] {
    if (this.checkId !== null) return []
    this.checks += 1
    this.checkId = `check ${this.checks}`
    this.number = 1
    this.marked = []
    this.excluded = []
    this.calls = 0
    return this.join()
  }

  /** What a socket is told when it connects. */
  join(): PictureEvent[] {
    const { checkId, number } = this
    if (checkId === null) return []
    const { excludedNames, isCheckInProgress, startedBy, startedAt, ...picture } = this.status()
    const told = { ...picture, checkId, number }
    return [
      { type: 'checkStarted', args: [told] },
      {
        type: 'excludedNamesUpdated',
        args: [excludedNames, { checkId, number, previous: number }],
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
    return [{ type: 'tentStatusUpdated', args: [told] }]
  }

  exclude(name: string): PictureEvent[] {
    if (this.checkId === null) return []
    const previous = this.number
    this.number += 1
    this.excluded = [...this.excluded.filter((one) => one !== name), name]
    const position = { checkId: this.checkId, number: this.number, previous }
    return [{ type: 'excludedNamesUpdated', args: [this.excluded, position] }]
  }

  undo(place: number): PictureEvent[] {
    const id = `t${place}`
    if (this.checkId === null || !this.marked.includes(id)) return []
    this.marked = this.marked.filter((other) => other !== id)
    const previous = this.number
    this.number += 1
    const told = { id, checkId: this.checkId, number: this.number, previous, tent: tentOf(id) }
    return [{ type: 'tentReturned', args: [told] }]
  }

  call(): PictureEvent[] {
    if (this.checkId === null) return []
    const position = { checkId: this.checkId, number: this.number + 1, previous: this.number }
    this.number += 1
    this.calls += 1
    const told = { call: this.calls, calls: 9, at: `at ${this.calls}`, closesAt: 'later' }
    return [{ type: 'checkCalled', args: [{ ...position, ...told }] }]
  }

  undoCall(): PictureEvent[] {
    if (this.checkId === null || this.calls === 0) return []
    const position = { checkId: this.checkId, number: this.number + 1, previous: this.number }
    this.number += 1
    this.calls -= 1
    return [{ type: 'checkCallUndone', args: [{ ...position, call: this.calls + 1 }] }]
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

  state() {
    const { checkId, number, calls, marked, excluded } = this
    return { checkId, number, calls, marked: [...marked], excluded: [...excluded] }
  }

  back(): PictureEvent[] {
    this.backup = this.state()
    return []
  }

  /** The database knows less than before: nobody is told, whoever connects or asks sees it. */
  setBack(): PictureEvent[] {
    const { marked, excluded, ...rest } = this.backup
    Object.assign(this, { ...rest, marked: [...marked], excluded: [...excluded] })
    return []
  }

  /** A backup is restored: the server starts anew, and every page connects again. */
  restore(): PictureEvent[] {
    this.setBack()
    this.epoch = `${this.epoch}.`
    return this.join()
  }
}

function tentOf(id: string): ActiveTent {
  const found = all.find((one) => one.id === id)
  if (found === undefined) throw new Error(`There is no ${id}`)
  return found
}

/** Something happens at the server; gives what pages are told of it. */
export function happen(server: Server, what: { do: string; place?: number; name?: string }) {
  if (what.do === 'start') return server.start()
  if (what.do === 'mark') return server.mark(what.place ?? 0)
  if (what.do === 'undo') return server.undo(what.place ?? 0)
  if (what.do === 'call') return server.call()
  if (what.do === 'undoCall') return server.undoCall()
  if (what.do === 'exclude') return server.exclude(what.name ?? '')
  if (what.do === 'silently') return server.silently()
  if (what.do === 'back') return server.back()
  if (what.do === 'setBack') return server.setBack()
  if (what.do === 'restore') return server.restore()
  return server.end()
}

/** What every picture is to show in the end. */
export function truth(server: Server) {
  const { checkId, activeTents, marked, excludedNames, calls } = server.status()
  if (checkId === null) return null
  return {
    checkId,
    tents: activeTents.map(({ id }) => id),
    marked: marked.map((one) => one.tent.id).sort(),
    excludedNames,
    calls: calls.map(({ call }) => call),
  }
}
