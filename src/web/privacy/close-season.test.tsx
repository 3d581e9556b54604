import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Refused, type Replies, show } from '../../../tests/support/show.tsx'
import { CloseSeason } from './close-season.tsx'

/** Closes it, with what stands chosen and the word typed wrong at first. */
async function close(closeSeason: NonNullable<Replies['closeSeason']>) {
  const onClosed = vi.fn(async () => {})
  const { user, written } = show(<CloseSeason openDisputes={0} onClosed={onClosed} />, {
    closeSeason,
  })
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
    const chosen = { endRoles: true, rulesAYearLater: true, firstTexts: false }
    expect(written()).toEqual([{ name: 'closeSeason', body: { confirm: 'CLOSE', ...chosen } }])
    expect(onClosed).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    [1, '1 dispute is not answered; its words are deleted.'],
    [2, '2 disputes are not answered; their words are deleted.'],
    [0, null],
  ])('says before how many disputes are open: %i', async (openDisputes, said) => {
    const { user } = show(<CloseSeason openDisputes={openDisputes} onClosed={async () => {}} />)
    await user.click(await screen.findByRole('button', { name: 'Close the season…' }))
    await screen.findByLabelText('Type CLOSE to go on')
    expect(screen.queryByText(/not answered/)?.textContent ?? null).toBe(said)
  })

  it('says what stands in its way', async () => {
    const { onClosed } = await close(new Refused(409, 'Disconnect it first.', 'seasonInAirtable'))
    await screen.findByText('Disconnect it first.')
    expect(onClosed).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
