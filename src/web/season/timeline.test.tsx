import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import type { SeasonRules } from '../../shared/season/contract.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { Timeline } from './timeline.tsx'

/** Ten days in a zone without a change of clocks: each day is a tenth of the width. */
const rules: SeasonRules = {
  ...defaultRules,
  timeZone: 'UTC',
  periods: [
    { name: 'Black', from: '2026-01-20T00:00', day: 2, night: 10 },
    { name: 'Rest', from: '2026-01-22T00:00', day: 0, night: 0 },
    { name: 'White', from: '2026-01-25T00:00', day: 1, night: 2 },
  ],
  ends: '2026-01-30T00:00',
}

function draw(more: Partial<SeasonRules> = {}, at = '2026-01-23T12:00:00Z') {
  const { container } = show(<Timeline rules={{ ...rules, ...more }} instant={Date.parse(at)} />)
  const bars = [...container.querySelectorAll('svg svg')].map((bar) => ({
    texts: [...bar.querySelectorAll('text')].map(({ textContent }) => textContent),
    x: bar.getAttribute('x'),
    width: bar.getAttribute('width'),
  }))
  return { bars, moment: container.querySelector('line')?.getAttribute('x1') }
}

describe('the timeline of a season', () => {
  it('has the periods in order, each until the next, the last until the end', () => {
    const { bars, moment } = draw()
    expect(bars).toEqual([
      { texts: ['Black', '2 / 10', 'Jan 20'], x: '0%', width: '20%' },
      { texts: ['Rest', 'no checks', 'Jan 22'], x: '20%', width: '30%' },
      { texts: ['White', '1 / 2', 'Jan 25'], x: '50%', width: '50%' },
    ])
    expect(moment).toBe('35%')
    screen.getByText(/the line is Fri, Jan 23, 2026, 12:00 PM\. Until Fri, Jan 30, 2026, 12:00 AM/)
  })

  it('is one sentence for screen readers', () => {
    draw()
    const spoken = [
      'Black from Tue, Jan 20, 2026, 12:00 AM, 2 by day, 10 by night; ',
      'Rest from Thu, Jan 22, 2026, 12:00 AM, no checks; ',
      'White from Sun, Jan 25, 2026, 12:00 AM, 1 by day, 2 by night; ',
      'until Fri, Jan 30, 2026, 12:00 AM',
    ]
    screen.getByRole('img', { name: spoken.join('') })
    expect(screen.getAllByRole('img')).toHaveLength(1)
  })

  it.each(['2026-01-19T23:59:00Z', '2026-01-30T00:01:00Z'])(
    'has no line for a moment outside of it: %s',
    (at) => expect(draw({}, at).moment).toBeUndefined(),
  )

  it('draws no period with less than no width, where they are typed out of order', () => {
    const [first, second, third] = rules.periods as [
      SeasonRules['periods'][0],
      SeasonRules['periods'][0],
      SeasonRules['periods'][0],
    ]
    const { bars } = draw({ periods: [first, { ...second, from: '2026-01-27T00:00' }, third] })
    expect(bars.map(({ x, width }) => [x, width])).toEqual([
      ['0%', '70%'],
      ['70%', '0%'],
      ['50%', '50%'],
    ])
  })

  it('says that there are no periods', () => {
    draw({ periods: [] })
    screen.getByText('There are no periods.')
  })
})
