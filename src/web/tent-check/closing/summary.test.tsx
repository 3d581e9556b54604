import { cleanup, screen, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { mute, show } from '../../../../tests/support/show.tsx'
import type { Api } from '../../../shared/api.ts'
import type { WholeCheck } from '../../../shared/check-history/contract.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { bounceMs } from '../../ui/use-settled.ts'
import { nothingSaid, SeasonSaysContext } from '../live/season-says.ts'
import { Summary } from './summary.tsx'

const hourMs = 3_600_000
const isoAt = (ms: number) => new Date(ms).toISOString()

const check = {
  makes: 1,
  startedAt: isoAt(Date.now() - hourMs),
  endedAt: isoAt(Date.now()),
  tents: [
    {
      ...{ id: 't1', order: '47', name: 'Cold Feet', outcome: 'make', present: [], required: 2 },
      ...{ marked: 'make', at: '2026-01-19T07:05:00.000Z', corrections: [] },
    },
  ],
  monitors: [{ netID: 'mona', name: 'Mona Kim', makes: 1, misses: 0 }],
  events: [],
} as unknown as WholeCheck

const grace = 'Grace until 3:16 AM'

async function showSummary() {
  const says = () => ({ ...nothingSaid, grace })
  const { user } = show(
    <SeasonSaysContext value={says}>
      <Summary closed={{ checkId: 'c1', at: Date.now() }} onTried={() => {}} say={() => {}}>
        {null}
      </Summary>
    </SeasonSaysContext>,
    { getCheck: check },
  )
  await screen.findByRole('region', { name: 'That was the check' })
  return user
}

it('is not shown once another check has begun since, with what stands below it alone', async () => {
  show(
    <Summary closed={{ checkId: 'c1', at: Date.now() }} onTried={() => {}} say={() => {}}>
      <p>Below</p>
    </Summary>,
    {
      getCheck: check,
      listChecks: { checks: [{ ...check, id: 'c2', tents: 1 }], more: false },
    },
  )
  await screen.findByText('Below')
  await expect.poll(() => screen.queryByText('That was the check')).toBeNull()
})

it('what stands below it stays the same where it is late that another check has begun', async () => {
  let answer = (_: ResponseOf<Api['listChecks']>) => {}
  const newest = new Promise<ResponseOf<Api['listChecks']>>((resolve) => {
    answer = resolve
  })
  show(
    <Summary closed={{ checkId: 'c1', at: Date.now() }} onTried={() => {}} say={() => {}}>
      <button type="button">Below</button>
    </Summary>,
    { getCheck: check, listChecks: () => newest },
  )
  await screen.findByText('That was the check')
  const below = screen.getByRole('button', { name: 'Below' })
  answer({ checks: [{ ...check, id: 'c2', tents: 1 }], more: false })
  await expect.poll(() => screen.queryByText('That was the check')).toBeNull()
  expect(screen.getByRole('button', { name: 'Below' })).toBe(below)
})

it('says when the check was over: a screen may be left open overnight', async () => {
  show(
    <Summary closed={{ checkId: 'c1', at: Date.now() }} onTried={() => {}} say={() => {}}>
      {null}
    </Summary>,
    { getCheck: { ...check, endedAt: '2026-01-19T07:41:00.000Z' } },
  )
  await screen.findByText('Mon, 1/19/2026, 2:41 AM Eastern')
})

it('names all who marked, and all Makes below the number, however many', async () => {
  const many = Array.from({ length: 14 }, (_, place) => place)
  const whole = {
    ...check,
    tents: many.map((place) => ({ ...check.tents[0], id: `t${place}`, order: `${place}` })),
    monitors: many.map((place) => ({ ...check.monitors[0], netID: `mk${place}` })),
  } as unknown as WholeCheck
  show(
    <Summary closed={{ checkId: 'c1', at: Date.now() }} onTried={() => {}} say={() => {}}>
      {null}
    </Summary>,
    { getCheck: whole },
  )
  for (const name of ['Who marked', 'Makes below the number']) {
    const list = await screen.findByRole('region', { name })
    expect(within(list).getAllByRole('listitem')).toHaveLength(14)
  }
})

it('names who marked, and the Makes below the number, and leads to the whole record', async () => {
  await showSummary()
  const record = screen.getByRole('link', { name: 'The whole record' })
  expect(record.getAttribute('href')).toBe('/checks/c1')
  const listed = async (name: string) =>
    within(await screen.findByRole('region', { name })).getByRole('listitem').textContent
  expect(await listed('Who marked')).toBe('Mona Kim: 1')
  expect(await listed('Makes below the number')).toBe('47 Cold Feet, 0 of 2')
})

it.each([
  ['ended', 'Ended by mistake?'],
  ['cancelled', 'Closed by mistake?'],
] as const)('asks of one that was %s: %s', async (ending, asked) => {
  show(
    <Summary closed={{ checkId: 'c1', at: Date.now() }} onTried={() => {}} say={() => {}}>
      {null}
    </Summary>,
    { getCheck: { ...check, ending } },
  )
  await screen.findByText(asked)
})

it.each([
  ['not where it ended hours before this phone noticed it', 3, 0, false],
  ['not where it did by the server’s clock', 0, 3, false],
  ['where the server’s clock is hours behind this phone’s', 3, -3, true],
])('a way back is offered %s', async (_, hoursAgo, hoursAhead, isOffered) => {
  const says = { ...nothingSaid, serverAheadMs: hoursAhead * hourMs }
  show(
    <SeasonSaysContext value={() => says}>
      <Summary closed={{ checkId: 'c1', at: Date.now() }} onTried={() => {}} say={() => {}}>
        {null}
      </Summary>
    </SeasonSaysContext>,
    { getCheck: { ...check, endedAt: isoAt(Date.now() - hoursAgo * hourMs) } },
  )
  await screen.findByRole('region', { name: 'Who marked' })
  expect(screen.queryByRole('button', { name: 'Go on with it' }) !== null).toBe(isOffered)
})

it('copies the line about grace, or shares it where the browser can', async () => {
  const copying = await showSummary()
  await copying.click(screen.getByRole('button', { name: 'Copy this line' }))
  expect(await navigator.clipboard.readText()).toBe(grace)
  cleanup()

  const share = vi.fn(async () => {})
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  const sharing = await showSummary()
  await sharing.click(screen.getByRole('button', { name: 'Share this line' }))
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: grace })
})

it('is gone on with by a tap once its button has been there for a second, by a key at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { user, written } = show(
    <Summary closed={{ checkId: 'c1', at: Date.now() }} onTried={() => {}} say={() => {}}>
      {null}
    </Summary>,
    { getCheck: check, reopenCheck: mute },
  )
  const goOn = await screen.findByRole('button', { name: 'Go on with it' })
  await user.click(goOn)
  expect(written()).toEqual([])
  await user.keyboard('{Enter}')
  await expect.poll(written).toHaveLength(1)
  await expect.poll(() => goOn.getAttribute('aria-busy')).toBeNull()
  vi.advanceTimersByTime(bounceMs + 1)
  await user.click(goOn)
  await expect.poll(written).toHaveLength(2)
})
