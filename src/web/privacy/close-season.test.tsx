import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Refused, type Replies, show } from '../../../tests/support/show.tsx'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { CloseSeason } from './close-season.tsx'

/** Closes it, with what stands chosen and the word typed wrong at first. */
async function close(closeSeason: NonNullable<Replies['closeSeason']>) {
  const onClosed = vi.fn(async () => {})
  const part = (
    <CloseSeason openDisputes={0} rules={{ ...defaultRules, version: 3 }} onClosed={onClosed} />
  )
  const { user, written } = show(part, { closeSeason })
  await user.click(await screen.findByRole('button', { name: 'Close the season…' }))
  const word = await screen.findByLabelText('Type CLOSE to go on')
  const yes = screen.getByRole<HTMLButtonElement>('button', { name: 'Close the season' })
  await user.type(word, 'close')
  expect(yes.disabled).toBe(true)
  await user.clear(word)
  await user.type(word, 'CLOSE')
  for (const name of [/^Line monitors lose/, /^The same rules/, /^FAQ and contacts stay/]) {
    screen.getByRole('switch', { name, checked: true })
  }
  expect(written()).toEqual([])
  await user.click(yes)
  return { written, onClosed }
}

describe('the end of the season', () => {
  it('asks for a word, and says what it came to', async () => {
    const { written, onClosed } = await close({ ok: true, tents: 130 })
    await screen.findByText(/^The season is closed: 130 tents left .* still hold them\.$/)
    const chosen = { endRoles: true, rulesAYearLater: true, firstTexts: false, rulesVersion: 3 }
    expect(written()).toEqual([{ name: 'closeSeason', body: { confirm: 'CLOSE', ...chosen } }])
    expect(onClosed).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    [1, '1 dispute is not answered; its words are deleted.'],
    [2, '2 disputes are not answered; their words are deleted.'],
    [0, null],
    [undefined, 'It is not known yet whether disputes are open; their words are deleted.'],
  ])('says before how many disputes are open: %s', async (openDisputes, said) => {
    const { user } = show(
      <CloseSeason openDisputes={openDisputes} rules={defaultRules} onClosed={async () => {}} />,
    )
    await user.click(await screen.findByRole('button', { name: 'Close the season…' }))
    await screen.findByLabelText('Type CLOSE to go on')
    expect(screen.queryByText(/words are deleted/)?.textContent ?? null).toBe(said)
  })

  it('says what becomes of the rules', async () => {
    const { user } = show(
      <CloseSeason openDisputes={0} rules={defaultRules} onClosed={async () => {}} />,
    )
    await user.click(await screen.findByRole('button', { name: 'Close the season…' }))
    await screen.findByText(
      'The rules of “2026”, to 2026-02-28, become those of “2027”, to 2027-02-27.',
    )
    await user.click(screen.getByRole('switch', { name: /^The same rules/ }))
    screen.getByText('The rules of “2026”, to 2026-02-28, stay as they are.')
  })

  it('reads anew what stands now where other rules were saved meanwhile', async () => {
    const { onClosed } = await close(new Refused(409, 'Look again.', 'seasonChanged'))
    await screen.findByText('Look again.')
    expect(onClosed).toHaveBeenCalledOnce()
  })

  it('says what stands in its way', async () => {
    const { onClosed } = await close(new Refused(409, 'Disconnect it first.', 'seasonInAirtable'))
    await screen.findByText('Disconnect it first.')
    expect(onClosed).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
