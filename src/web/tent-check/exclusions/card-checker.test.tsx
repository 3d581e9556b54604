import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { Routing } from '../../routing/location.tsx'
import { TimeZone } from '../../ui/times.ts'
import { CardChecker } from './card-checker.tsx'

const tents = [activeTent({ order: 'A', members: 'Ann Lee, Bo Chen' })]
const exclusion = (name: string) => ({
  name,
  by: { netID: 'mk1', name: 'Mona Kim' },
  at: '2026-01-18T07:14:00.000Z',
})

beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York')
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('who excluded a name', () => {
  it('is asked for once for several taps, and again where the answer is older than the last', () => {
    const onUnknown = vi.fn()
    const shown = (excludedNames: string[], known: string[]) => (
      <CardChecker
        tents={tents}
        excludedNames={excludedNames}
        sentNames={excludedNames}
        exclusions={known.map(exclusion)}
        query=""
        onExclude={() => {}}
        onUnknown={onUnknown}
      />
    )
    const { rerender } = render(shown([], []), { wrapper: Routing })
    rerender(shown(['Ann Lee'], []))
    vi.advanceTimersByTime(900)
    rerender(shown(['Ann Lee', 'Bo Chen'], []))
    vi.advanceTimersByTime(900)
    expect(onUnknown).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(onUnknown).toHaveBeenCalledTimes(1)

    rerender(shown(['Ann Lee', 'Bo Chen'], ['Ann Lee']))
    vi.advanceTimersByTime(1000)
    expect(onUnknown).toHaveBeenCalledTimes(2)
    rerender(shown(['Ann Lee', 'Bo Chen'], ['Ann Lee', 'Bo Chen']))
    vi.advanceTimersByTime(5000)
    expect(onUnknown).toHaveBeenCalledTimes(2)
  })

  it('is not asked for while this phone has not sent the name, however often the check is answered', () => {
    const onUnknown = vi.fn()
    const shown = (sentNames: string[], known: string[]) => (
      <CardChecker
        tents={tents}
        excludedNames={['Ann Lee', 'Bo Chen']}
        sentNames={sentNames}
        exclusions={known.map(exclusion)}
        query=""
        onExclude={() => {}}
        onUnknown={onUnknown}
      />
    )
    const { rerender } = render(shown(['Ann Lee'], ['Ann Lee']), { wrapper: Routing })
    for (let second = 0; second < 5; second += 1) {
      vi.advanceTimersByTime(1000)
      rerender(shown(['Ann Lee'], ['Ann Lee']))
    }
    expect(onUnknown).not.toHaveBeenCalled()
    rerender(shown(['Ann Lee', 'Bo Chen'], ['Ann Lee']))
    vi.advanceTimersByTime(1000)
    expect(onUnknown).toHaveBeenCalledOnce()
  })

  it('stands below the names, where it moves none of them', () => {
    render(
      <CardChecker
        tents={tents}
        excludedNames={['Ann Lee']}
        sentNames={['Ann Lee']}
        exclusions={[exclusion('Ann Lee')]}
        query=""
        onExclude={() => {}}
        onUnknown={() => {}}
      />,
      { wrapper: Routing },
    )
    const [inTheList, below] = screen.getAllByRole('button', { name: /Ann Lee/ })
    expect(inTheList?.textContent).toBe('Ann LeeTent AExcluded')
    expect(below?.textContent).toBe('Ann LeeTent AExcluded by Mona Kim, 2:14 AMCount again')
    const excluded = within(screen.getByRole('region', { name: 'Excluded' }))
    expect(excluded.getByRole('button')).toBe(below)
    // Once, and only there: among the names a finger that misses would leave the check.
    const record = screen.getByRole('link', { name: 'Record of tent A' })
    expect(excluded.getByRole('link')).toBe(record)
    expect(record.getAttribute('href')).toBe('/line-monitor-dashboard#tents/id%20A')
  })
})

it('who counts again stays among the excluded, and who is new comes last, so that no name moves', () => {
  const shown = (excludedNames: string[]) => (
    <CardChecker
      tents={[activeTent({ order: 'A', members: 'Ann Lee, Bo Chen, Amara Cho' })]}
      excludedNames={excludedNames}
      sentNames={excludedNames}
      exclusions={excludedNames.map(exclusion)}
      query=""
      onExclude={() => {}}
      onUnknown={() => {}}
    />
  )
  const { rerender } = render(shown(['Bo Chen', 'Ann Lee']), { wrapper: Routing })
  const excluded = within(screen.getByRole('region', { name: 'Excluded' }))
  const listed = () => excluded.getAllByRole('button').map(({ textContent }) => textContent)
  const by = 'Excluded by Mona Kim, 2:14 AMCount again'
  expect(listed()).toEqual([`Ann LeeTent A${by}`, `Bo ChenTent A${by}`])
  rerender(shown(['Bo Chen', 'Amara Cho']))
  expect(listed()).toEqual([
    'Ann LeeTent ACounts again',
    `Bo ChenTent A${by}`,
    `Amara ChoTent A${by}`,
  ])
})

it.each([
  ['', ''],
  ['ann', '1 name found'],
  ['zoe', 'No name matches'],
])('what a search for “%s” found is announced', (query, said) => {
  const none = {
    tents,
    excludedNames: [],
    sentNames: [],
    exclusions: [],
    onExclude: () => {},
    onUnknown: () => {},
  }
  render(<CardChecker query={query} {...none} />, { wrapper: Routing })
  expect(screen.getAllByRole('status').at(-1)?.textContent).toBe(said)
})

it('the address of each letter is that of its names, as a browser writes it', () => {
  render(
    <CardChecker
      tents={[activeTent({ members: 'Ann Lee, Ωmega Dahl, 3rd Man' })]}
      excludedNames={[]}
      sentNames={[]}
      exclusions={[]}
      query=""
      onExclude={() => {}}
      onUnknown={() => {}}
    />,
    { wrapper: Routing },
  )
  for (const name of ['A', 'Ω', '#']) {
    const address = screen.getByRole('link', { name }).getAttribute('href') ?? ''
    const { hash } = new URL(address, 'https://tent.city/')
    expect(document.getElementById(hash.slice(1))).toBe(screen.getByRole('region', { name }))
  }
})

it.each([
  ['at its place', 10, 1, 'A'],
  ['below it, where the next one is not shown', 38, 1, 'B'],
  ['by a key', 38, 0, 'A'],
])('a letter brings up its names, %s', (_, clientY, detail, brought) => {
  const given = { excludedNames: [], sentNames: [], exclusions: [], query: '', onExclude: () => {} }
  const members = activeTent({ members: 'Ann Lee, Bo Chen, Cy Diaz' })
  render(<CardChecker tents={[members]} onUnknown={() => {}} {...given} />, { wrapper: Routing })
  const [first, second] = screen.getAllByRole('link', { name: /^[AB]$/ })
  second?.style.setProperty('display', 'none')
  const came: unknown[] = []
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 44, 40),
  )
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (
    this: HTMLElement,
  ) {
    came.push(this.id)
  })
  if (first) fireEvent.click(first, { clientY, detail })
  vi.restoreAllMocks()
  expect(came[0]).toBe(`names-${brought}`)
})

it.each([
  ['the phone', 'America/New_York', 'America/Los_Angeles', '2:14 AM Eastern'],
  ['the season', 'America/Los_Angeles', 'America/Los_Angeles', '11:14 PM Los Angeles time'],
])('when somebody was excluded names its zone where %s has another', (_, season, phone, at) => {
  vi.stubEnv('TZ', phone)
  render(
    <TimeZone value={season}>
      <CardChecker
        tents={tents}
        excludedNames={['Ann Lee']}
        sentNames={['Ann Lee']}
        exclusions={[exclusion('Ann Lee')]}
        query=""
        onExclude={() => {}}
        onUnknown={() => {}}
      />
    </TimeZone>,
    { wrapper: Routing },
  )
  screen.getByText(`by Mona Kim, ${at}`)
})
