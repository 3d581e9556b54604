import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { emptyWeek } from '../../../../tests/support/empty-week.ts'
import { show } from '../../../../tests/support/show.tsx'
import { Painter } from './painter.tsx'
import { painted, type Week } from './week.ts'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const isNight = ({ halfHour }: { halfHour: number }) => halfHour >= 2 && halfHour < 14

function openPainter(start: Week = emptyWeek) {
  const onChange = vi.fn<(week: Week) => void>()
  const given = { start, days, isNight, onChange, nothing: 'Nothing is painted.' }
  const view = show(<Painter {...given} />)
  const cell = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name}`) })
  const lines = () =>
    within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map((one) => one.textContent)
  return { ...view, onChange, cell, lines }
}

it('is painted by keyboard: arrows and shift draw a range, space paints it, undo takes it back', async () => {
  const { user, cell, lines, onChange } = openPainter()
  cell('Mon 1:00–1:30 AM').focus()
  await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{ArrowDown}{/Shift}')
  expect(document.activeElement).toBe(cell('Tue 2:00–2:30 AM'))
  expect(screen.getByRole('status').textContent).toBe('Mon to Tue, 1:00–2:30 AM: available')
  await user.keyboard(' ')
  expect(lines()).toEqual(['Mon, Tue 1:00–2:30 AM available'])
  await user.keyboard('2{Escape}{Home} ')
  expect(lines()).toEqual([
    'Mon 1:00–2:30 AM available',
    'Tue midnight–12:30 AM preferred; 1:00–2:30 AM available',
  ])
  await user.keyboard('{Control>}zz{/Control}')
  expect(screen.getByText('Nothing is painted.')).toBeDefined()
  expect(onChange).toHaveBeenLastCalledWith(emptyWeek)
})

it('a tap paints a half hour, and the next one paints it away', () => {
  const { cell } = openPainter()
  for (const sign of ['available', 'unavailable']) {
    fireEvent.pointerDown(cell('Wed 9:00–9:30 PM'), { pointerId: 1, button: 0 })
    fireEvent.pointerUp(cell('Wed 9:00–9:30 PM'), { pointerId: 1 })
    expect(cell('Wed 9:00–9:30 PM').getAttribute('aria-label')).toMatch(new RegExp(`, ${sign}$`))
  }
})

it('hears of a finger wherever it is lifted', () => {
  const { cell, lines } = openPainter()
  document.elementFromPoint = () => cell('Thu 6:30–7:00 AM')
  const capture = vi.spyOn(screen.getByRole('grid'), 'setPointerCapture')
  fireEvent.pointerDown(cell('Tue 1:00–1:30 AM'), { pointerId: 7, button: 0 })
  expect(capture).toHaveBeenCalledWith(7)
  // Captured, what happens outside of the grid is told to the grid.
  fireEvent.pointerMove(screen.getByRole('grid'), { pointerId: 7 })
  fireEvent.pointerUp(screen.getByRole('grid'), { pointerId: 7 })
  expect(lines()).toEqual(['Tue, Wed, Thu 1:00–7:00 AM available'])
})

it('a day’s heading paints its day by keyboard, and nothing else', async () => {
  const { user, lines } = openPainter()
  screen.getByRole('button', { name: 'Wed: all day available' }).focus()
  await user.keyboard('{Enter}')
  expect(lines()).toEqual(['Wed all day available'])
})

it('keeps to its own cells and brushes beside another one', async () => {
  const given = { start: emptyWeek, days, isNight, nothing: 'Nothing is painted.' }
  const changes = [vi.fn(), vi.fn()]
  const { user } = show(
    <>
      <Painter {...given} onChange={changes[0] as () => void} />
      <Painter {...given} onChange={changes[1] as () => void} />
    </>,
  )
  const [, second = document.body] = screen.getAllByRole('grid')
  within(second)
    .getByRole('gridcell', { name: /^Mon 1:00–1:30 AM/ })
    .focus()
  await user.keyboard('{ArrowDown} ')
  expect(second.contains(document.activeElement)).toBe(true)
  expect(changes.map((change) => change.mock.calls.length)).toEqual([0, 1])
  const brushes = screen.getAllByRole<HTMLInputElement>('radio', { name: 'preferred' })
  for (const brush of brushes) await user.click(brush)
  expect(brushes.map(({ checked }) => checked)).toEqual([true, true])
})

it('a finger that is drawn over half hours paints all of them', () => {
  const { cell, lines } = openPainter()
  document.elementFromPoint = () => cell('Thu 6:30–7:00 AM')
  fireEvent.pointerDown(cell('Tue 1:00–1:30 AM'), { pointerId: 1, button: 0 })
  fireEvent.pointerMove(cell('Tue 1:00–1:30 AM'), { pointerId: 1 })
  fireEvent.pointerUp(cell('Tue 1:00–1:30 AM'), { pointerId: 1 })
  expect(lines()).toEqual(['Tue, Wed, Thu 1:00–7:00 AM available'])
})

it('paints nothing while a finger scrolls, nor when a stroke is broken off', async () => {
  const { user, cell, onChange } = openPainter()
  fireEvent.pointerDown(cell('Mon 1:00–1:30 AM'), { pointerId: 1, button: 0 })
  fireEvent.pointerCancel(cell('Mon 1:00–1:30 AM'), { pointerId: 1 })
  await user.click(screen.getByRole('radio', { name: /scroll/ }))
  fireEvent.pointerDown(cell('Mon 1:00–1:30 AM'), { pointerId: 1, button: 0 })
  fireEvent.pointerUp(cell('Mon 1:00–1:30 AM'), { pointerId: 1 })
  expect(onChange).not.toHaveBeenCalled()
})

it('is filled without drawing: by day, by night, and by words', async () => {
  const { user, lines } = openPainter()
  await user.click(screen.getByRole('button', { name: 'All nights available' }))
  expect(lines()).toEqual([`${days.join(', ')} 1:00–7:00 AM available`])
  await user.click(screen.getByRole('radio', { name: 'unavailable' }))
  await user.click(screen.getByRole('button', { name: 'Sun: all day unavailable' }))
  expect(lines()).toEqual([`${days.slice(0, 6).join(', ')} 1:00–7:00 AM available`])
  const form = screen.getByRole('form', { name: 'Set times without drawing' })
  await user.selectOptions(within(form).getByLabelText('Day'), 'Sun')
  await user.selectOptions(within(form).getByLabelText('From'), '9:00 PM')
  await user.selectOptions(within(form).getByLabelText('I am'), 'preferred')
  await user.click(within(form).getByRole('button', { name: 'Set' }))
  expect(lines()).toContain('Sun 9:00–9:30 PM preferred')
})

it('begins with what is there', () => {
  const whole = { from: { day: 0, halfHour: 0 }, to: { day: 6, halfHour: 47 } }
  const { lines } = openPainter(painted(emptyWeek, whole, '1'))
  expect(lines()).toEqual([`${days.join(', ')} all day available`])
  expect(screen.getByText('In words: 168 h a week')).toBeDefined()
})
