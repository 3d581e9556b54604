import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { nightShift, shiftPerson, shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { show } from '../../../../tests/support/show.tsx'
import { localTimeOf } from '../../../shared/season/local-time.ts'
import { PlanTable } from './plan-table.tsx'

it('as the clocks go back, the hour that occurs twice has two lines of the same words', () => {
  const complained = vi.spyOn(console, 'error')
  const first = Date.parse('2026-11-01T04:00:00Z')
  const at = (halfHour: number) => new Date(first + halfHour * 1_800_000).toISOString()
  const slots = Array.from({ length: 50 }, (_, place) => ({
    at: at(place),
    local: localTimeOf(Date.parse(at(place)), 'America/New_York'),
    need: 1,
    night: false,
  }))
  const picture = shiftsPicture({
    slots,
    people: [shiftPerson('m1', 'Ann'), shiftPerson('m2', 'Bo')],
  })
  const shifts = [
    { memberId: 'm1', from: at(2), until: at(3) },
    { memberId: 'm2', from: at(4), until: at(5) },
  ]
  show(<PlanTable picture={picture} shifts={shifts} short={[]} label="The plan" />)
  expect(screen.getAllByText('1:00–1:30 AM', { selector: 'li span' })).toHaveLength(2)
  expect(complained).not.toHaveBeenCalled()
  complained.mockRestore()
})

it('two open shifts that begin at the same time are both drawn', () => {
  const complained = vi.spyOn(console, 'error')
  const shifts = ['s1', 's2'].map((id) => nightShift(id, null, '29'))
  show(<PlanTable picture={shiftsPicture()} shifts={shifts} short={[]} label="The plan" />)
  screen.getByRole('cell', { name: '1:00–7:00 AM; 1:00–7:00 AM' })
  expect(complained).not.toHaveBeenCalled()
  complained.mockRestore()
})
