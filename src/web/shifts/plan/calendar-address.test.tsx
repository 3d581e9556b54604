import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { show, unanswered } from '../../../../tests/support/show.tsx'
import noticeStyles from '../../ui/notice.module.css'
import { uiTexts } from '../../ui/texts.ts'
import { TentShifts } from '../tent-shifts.tsx'
import { planTexts } from './texts.ts'

it('the address of one’s calendar is copied, or it is said as a failure; nothing is asked for', async () => {
  const { user, called } = show(<TentShifts tentId="t1" isOwn />, {
    getShifts: shiftsPicture(),
    makeShiftFeed: { ok: true, path: '/api/shift-feeds/secret' },
  })
  await user.click(await screen.findByRole('button', { name: 'My shifts in my calendar' }))
  const copy = await screen.findByRole('button', { name: 'Copy the address' })
  const writeText = vi.spyOn(navigator.clipboard, 'writeText')
  const asked = () => called.map(({ name }) => name)
  const toMakeIt = ['getShifts', 'makeShiftFeed', 'getShifts']
  await expect.poll(asked).toEqual(toMakeIt)
  await user.click(copy)
  await screen.findByText(uiTexts.copied)
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/api/shift-feeds/secret`)
  writeText.mockRejectedValue(new Error('No'))
  await user.click(copy)
  await screen.findByText(uiTexts.notCopied)
  expect(screen.getByRole('alert').className).toContain(noticeStyles['danger'])
  expect(asked()).toEqual(toMakeIt)
})

it('the address stays while another part is shown, and no answer may have ended it', async () => {
  const path = '/api/shift-feeds/secret'
  const { user, reply } = show(<TentShifts tentId="t1" isOwn />, {
    getShifts: shiftsPicture(),
    makeShiftFeed: { ok: true, path },
  })
  await user.click(await screen.findByRole('button', { name: 'My shifts in my calendar' }))
  await screen.findByDisplayValue(location.origin + path)
  reply({ getShifts: shiftsPicture({ hasFeed: true }), makeShiftFeed: unanswered })
  await user.click(screen.getByRole('link', { name: 'Swaps' }))
  expect(screen.queryByDisplayValue(location.origin + path)).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Plan' }))
  screen.getByDisplayValue(location.origin + path)
  await user.click(screen.getByRole('button', { name: /calendar/ }))
  await screen.findByText(planTexts.feedUnanswered)
})

it('who has a calendar address replaces it by another, and is told what becomes of it', async () => {
  show(<TentShifts tentId="t1" isOwn />, { getShifts: shiftsPicture({ hasFeed: true }) })
  const replace = await screen.findByRole('button', { name: 'Replace my calendar address' })
  const hint = document.getElementById(replace.getAttribute('aria-describedby') ?? '')
  expect(hint).toBe(screen.getByText('The one from before stops working then.'))
})
