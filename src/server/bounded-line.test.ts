import { expect, it } from 'vitest'
import { filesWaitingAtMost, openLine } from './bounded-line.ts'
import { Refusal } from './http/refusal.ts'

const busy = new Refusal('unavailable').message

it('holds one at work and 8 that wait, also of those who went away', async () => {
  const line = openLine()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const all = Array.from({ length: 1 + filesWaitingAtMost }, () => line.inTurn(() => released))
  expect(() => line.inTurn(() => released)).toThrow(busy)
  release()
  await Promise.all(all)
  await line.inTurn(async () => {})
})

it('holds one of each at a time, until that is over, however it ends', async () => {
  const line = openLine()
  let fail = (_error: Error) => {}
  const first = line.forOne(
    'ada',
    () =>
      new Promise((_, reject) => {
        fail = reject
      }),
  )
  await expect(line.forOne('ada', async () => {})).rejects.toThrow(busy)
  await line.forOne('bo', async () => {})
  fail(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await line.forOne('ada', async () => {})
})

it('holds as many of each as it is told to', async () => {
  const line = openLine(filesWaitingAtMost, 2)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const two = ['ada', 'ada'].map((whose) => line.forOne(whose, () => released))
  await expect(line.forOne('ada', async () => {})).rejects.toThrow(busy)
  release()
  await Promise.all(two)
  await line.forOne('ada', () => line.forOne('ada', async () => {}))
})
