import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openWorkTurns, type Worker } from './work-turns.ts'

const bounds = { atOnce: 2, ofOne: 1 }
const here = { isGone: () => false }

/** Turns with a diary of what began; each piece of work lasts until it is ended by its name. */
function openDiary(given: Partial<typeof bounds> = {}) {
  const inTurn = openWorkTurns({ ...bounds, ...given })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (worker: Worker, name: string, asker = here) =>
    inTurn(worker, asker, async () => {
      began.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      return name
    })
  const ask = (netID: string, name: string, asker = here) => begin({ netID }, name, asker)
  const visit = (address: string, name: string) => begin({ address }, name)
  async function end(name: string) {
    ends.get(name)?.()
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  }
  return { inTurn, began, ask, visit, end }
}

it('persons take turns, whoever asked more often', async () => {
  const { began, ask, end } = openDiary()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('ada', name)
  void ask('bo', 'b1')
  void ask('cy', 'c1')
  await nextTurn()
  expect(began).toEqual(['a1', 'b1'])
  await end('a1')
  await end('b1')
  expect(began.slice(2).sort()).toEqual(['a2', 'c1'])
})

it('persons and sites of visitors take turns, and so do the addresses of a site', async () => {
  const { began, ask, visit, end } = openDiary({ atOnce: 1 })
  const net = (number: number) => `2001:db8:0:${number}::/64`
  for (const name of ['a', 'b', 'c']) void visit(net(1), name)
  void visit(net(2), 'd')
  void ask('ada', 'E')
  void visit('192.0.2.1', 'F')
  await nextTurn()
  for (const name of ['a', 'b', 'E', 'F', 'd', 'c']) await end(name)
  expect(began.join('')).toBe('abEFdc')
})

it('a turn lasts until the work is done; nothing begins for whoever went away', async () => {
  const { began, ask, end } = openDiary()
  let isGone = false
  const asker = { isGone: () => isGone }
  const first = ask('ada', 'a1', asker)
  const second = ask('ada', 'a2', asker)
  await nextTurn()
  isGone = true
  expect(began).toEqual(['a1'])
  await end('a1')
  expect(await Promise.all([first, second])).toEqual(['a1', null])
  expect(began).toEqual(['a1'])
})

it('what is waited for aside keeps nobody from their turn, and failures none', async () => {
  const { inTurn, ask, began, end } = openDiary({ atOnce: 1 })
  let come = () => {}
  const waited = new Promise<void>((resolve) => {
    come = resolve
  })
  const aside = inTurn({ netID: 'ada' }, here, async (away) => {
    await away(() => waited)
    began.push('back')
  })
  const failing = inTurn({ netID: 'cy' }, here, async (away) => {
    await away(async () => {
      throw new Error('no')
    })
  })
  await expect(failing).rejects.toThrow('no')
  const other = ask('bo', 'b1')
  await end('')
  expect(began).toEqual(['b1'])
  come()
  await end('')
  expect(began).toEqual(['b1'])
  await end('b1')
  await Promise.all([aside, other])
  expect(began).toEqual(['b1', 'back'])
})

it('between two turns the rest of the process goes on', async () => {
  const { inTurn } = openDiary({ atOnce: 1 })
  let turns = 0
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      await nextTurn()
      turns += 1
    }
  })()
  await Promise.all(
    Array.from({ length: 50 }, () => inTurn({ address: 'x' }, here, async () => {})),
  )
  isOver = true
  await counting
  expect(turns).toBeGreaterThanOrEqual(49)
})
