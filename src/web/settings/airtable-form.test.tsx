import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mute, Refused, type Replies, show, unanswered } from '../../../tests/support/show.tsx'
import { AirtableForm } from './airtable-form.tsx'

const none = { airtableBaseId: '', airtableTableId: '', hasApiKey: false, maskedApiKey: '' }
const saved = {
  airtableBaseId: 'appK1',
  airtableTableId: 'tblV2',
  hasApiKey: true,
  maskedApiKey: '••••1234',
}
const connection = { works: true, text: 'Airtable answers.' }

const openForm = (replies: Replies = {}, waiting = 0) =>
  show(<AirtableForm waiting={waiting} onSaved={async () => {}} />, {
    airtableConfig: none,
    ...replies,
  })
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const press = async ({ user }: ReturnType<typeof openForm>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const said = (text: string | RegExp) => screen.findByText(text)

describe('the Airtable settings', () => {
  it('are not sent before base and table are there', async () => {
    const form = openForm()
    await press(form, 'Save Airtable settings')
    await said('Base ID and Table ID are required.')
    expect(form.called).toHaveLength(1)
  })

  it('are saved, tried at once, and the key is shown masked alone', async () => {
    const form = openForm({ updateAirtableConfig: { ok: true, ...saved, connection } })
    await form.user.type(await field('Base ID'), 'appK1 ')
    await form.user.type(await field('Table ID'), 'tblV2')
    await form.user.type(await field('API key'), 'patSecret.1234')
    await press(form, 'Save Airtable settings')
    await said('Airtable settings saved.')
    await said('Airtable answers.')
    await said('Now: ••••1234. Leave blank to keep it.')
    expect((await field('API key')).value).toBe('')
    expect(form.called.at(-1)?.body).toEqual({
      airtableBaseId: 'appK1',
      airtableTableId: 'tblV2',
      airtableApiKey: 'patSecret.1234',
    })
  })

  it('leave what was not typed as a colleague has saved it meanwhile', async () => {
    const form = openForm({
      airtableConfig: saved,
      updateAirtableConfig: { ok: true, ...saved, connection },
    })
    await form.user.type(await field('API key'), 'patSecret.1234')
    form.reply({ airtableConfig: { ...saved, airtableTableId: 'tblOther' } })
    await press(form, 'Save Airtable settings')
    await said('Airtable settings saved.')
    expect(form.called.find(({ name }) => name === 'updateAirtableConfig')?.body).toEqual({
      airtableBaseId: 'appK1',
      airtableTableId: 'tblOther',
      airtableApiKey: 'patSecret.1234',
    })
  })

  it.each([
    [unanswered, 'Could not save Airtable settings.'],
    [mute, 'Failed to save Airtable config.'],
    [
      new Refused(400, 'A base ID has letters and digits.'),
      'Failed to save Airtable config. A base ID has letters and digits.',
    ],
  ] as const)('say why they were not saved', async (updateAirtableConfig, text) => {
    const form = openForm({ airtableConfig: saved, updateAirtableConfig })
    await press(form, 'Save Airtable settings')
    await said(text)
  })

  it.each([
    [unanswered, 'Could not load Airtable settings.'],
    [mute, 'Failed to load Airtable config.'],
  ] as const)('say that they could not be loaded, with a way to try again', async (reply, text) => {
    const form = openForm({ airtableConfig: reply })
    await said(text)
    form.reply({ airtableConfig: saved })
    await press(form, 'Try again')
    expect((await field('Base ID')).value).toBe('appK1')
  })

  it('keep what is typed, whatever is answered meanwhile; what is untouched follows', async () => {
    const form = openForm()
    await form.user.type(await field('Base ID'), 'appHalfTyped')
    const askAgain = () => act(() => form.queryClient.refetchQueries())
    form.reply({ airtableConfig: new Refused(403) })
    await askAgain()
    expect((await field('Base ID')).value).toBe('appHalfTyped')
    form.reply({ airtableConfig: saved })
    await askAgain()
    await waitFor(async () => expect((await field('Table ID')).value).toBe('tblV2'))
    expect((await field('Base ID')).value).toBe('appHalfTyped')
  })

  it('say where they are found, and what becomes of the roster', async () => {
    const form = openForm({ updateAirtableConfig: { ok: true, ...saved, connection } })
    await said('Begins with app; it is in the address of the base.')
    await said('Begins with tbl.')
    await said('A token of Airtable with data.records:read and data.records:write.')
    const follow = await screen.findByText(/^From then on the tents follow this table: /)
    await form.user.type(await field('Base ID'), 'appK1')
    await form.user.type(await field('Table ID'), 'tblV2')
    await press(form, 'Save Airtable settings')
    await waitFor(() => expect(follow.isConnected).toBe(false))
  })

  it.each([
    [1, /^1 result still waits to be sent\. /],
    [3, /^3 results still wait to be sent\. /],
  ])('say before they are forgotten how much waits: %i', async (waiting, text) => {
    const form = openForm({ airtableConfig: saved }, waiting)
    await press(form, 'Disconnect Airtable')
    await said(text)
  })

  it('are forgotten after a question', async () => {
    const form = openForm({ airtableConfig: saved, disconnectAirtable: none })
    await press(form, 'Disconnect Airtable')
    await press(form, 'Stay connected')
    expect(form.called).toHaveLength(1)
    await press(form, 'Disconnect Airtable')
    await press(form, 'Disconnect')
    await said('Airtable is disconnected; its settings are forgotten.')
    expect((await field('Base ID')).value).toBe('')
    const save = screen.getByRole('button', { name: 'Save Airtable settings' })
    expect(document.activeElement).toBe(save)
  })
})
