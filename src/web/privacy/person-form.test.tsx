import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Refused, type Replies, show } from '../../../tests/support/show.tsx'
import type { PersonExport } from '../../shared/privacy/contract.ts'
import * as files from '../ui/save-file.ts'
import { PersonForm } from './person-form.tsx'

const kept = { netID: 'tb1', account: { firstName: 'Taylor' } } as PersonExport

/** The form with a netID as it was copied from somewhere. */
async function openForm(replies: Replies) {
  const saved = vi.spyOn(files, 'saveJson').mockReturnValue()
  const onSignedOut = vi.fn()
  const form = show(<PersonForm onSignedOut={onSignedOut} />, replies)
  await form.user.type(await screen.findByLabelText('NetID'), ' TB1 ')
  const press = async (name: string) => form.user.click(await screen.findByRole('button', { name }))
  return { ...form, saved, onSignedOut, press }
}

describe('a person', () => {
  it('is handed out all that is kept about their netID, as a file', async () => {
    const { written, saved, press } = await openForm({ exportPerson: kept })
    await press('Download everything kept')
    await screen.findByText('Everything kept about tb1 is downloaded.')
    expect(written()).toEqual([{ name: 'exportPerson', body: { netID: 'tb1' } }])
    expect(saved.mock.calls).toEqual([['tb1.json', kept]])
  })

  it('of whom nothing is kept is handed out nothing', async () => {
    const exportPerson = new Refused(404, 'Nothing is kept about this netID.', 'nothingKept')
    const { saved, press } = await openForm({ exportPerson })
    await press('Download everything kept')
    await screen.findByText('Nothing is kept about this netID.')
    expect(saved).not.toHaveBeenCalled()
  })

  it.each([
    [2, 'tb1 is signed out everywhere.'],
    [0, 'tb1 was not signed in anywhere.'],
  ])('is signed out of %i sessions, after a question', async (sessions, text) => {
    const { written, onSignedOut, press } = await openForm({ endSessions: { ok: true, sessions } })
    await press('Sign out everywhere')
    await press('Leave them')
    expect(written()).toEqual([])
    await press('Sign out everywhere')
    await press('Sign them out')
    await screen.findByText(text)
    expect(written()).toEqual([{ name: 'endSessions', body: { netID: 'tb1' } }])
    expect(onSignedOut).toHaveBeenCalledOnce()
  })
})
