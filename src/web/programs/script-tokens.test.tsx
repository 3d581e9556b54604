import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mute, type Replies, show, unanswered } from '../../../tests/support/show.tsx'
import { ScriptTokens } from './script-tokens.tsx'
import { programsTexts } from './texts.ts'

const token = {
  id: 't1',
  name: 'Misses to a table',
  madeBy: { netID: 'head1', name: 'Harper Quinn' },
  madeAt: '2026-01-19T03:00:00.000Z',
  expiresAt: '2026-04-19T03:00:00.000Z',
}
const open = (replies: Replies = {}) =>
  show(<ScriptTokens />, { listScriptTokens: { tokens: [] }, ...replies })
const press = async ({ user }: ReturnType<typeof open>, name: string) =>
  user.click(await screen.findByRole('button', { name }))

describe('the tokens for programs', () => {
  it('are made with a name and a length, and shown once', async () => {
    const panel = open({ makeScriptToken: { ...token, token: 'script_secret' } })
    await screen.findByText(programsTexts.noTokens)
    await press(panel, 'Make a token')
    await screen.findByText(programsTexts.nameMissing)
    await panel.user.type(screen.getByLabelText('What it is for'), ' Misses to a table ')
    await panel.user.selectOptions(screen.getByLabelText('Good for'), '1 year')
    panel.reply({ listScriptTokens: { tokens: [token] } })
    await press(panel, 'Make a token')
    await screen.findByText('script_secret')
    // A second Enter in the field, which is empty by now, takes it from nobody's sight.
    await press(panel, 'Make a token')
    await screen.findByText(programsTexts.nameMissing)
    screen.getByText('script_secret')
    expect(panel.written()).toEqual([
      { name: 'makeScriptToken', body: { name: token.name, days: 365 } },
    ])
    await screen.findByText(/by Harper Quinn, until 4\/18\/2026, 11:00 PM Eastern/)
  })

  it('are ended', async () => {
    const panel = open({ listScriptTokens: { tokens: [token] }, endScriptToken: { ok: true } })
    await screen.findByText(token.name)
    panel.reply({ listScriptTokens: { tokens: [] } })
    await press(panel, `End the token ${token.name}`)
    await screen.findByText(programsTexts.tokenEnded(token.name))
    const none = await screen.findByText(programsTexts.noTokens)
    expect(document.activeElement).not.toBe(document.body)
    expect(document.activeElement?.contains(none)).toBe(true)
  })

  it('are ended one by one: a new one stays in sight until it is itself ended', async () => {
    const made = { ...token, id: 't2', name: 'The newer' }
    const panel = open({
      listScriptTokens: { tokens: [token] },
      makeScriptToken: { ...made, token: 'script_secret' },
      endScriptToken: { ok: true },
    })
    await panel.user.type(await screen.findByLabelText('What it is for'), made.name)
    panel.reply({ listScriptTokens: { tokens: [token, made] } })
    await press(panel, 'Make a token')
    await screen.findByText('script_secret')
    await press(panel, `End the token ${token.name}`)
    await screen.findByText(programsTexts.tokenEnded(token.name))
    screen.getByText('script_secret')
    await press(panel, `End the token ${made.name}`)
    await screen.findByText(programsTexts.tokenEnded(made.name))
    expect(screen.queryByText('script_secret')).toBeNull()
  })

  it.each([
    [mute, programsTexts.endFailed],
    [unanswered, programsTexts.endUnanswered],
  ] as const)('say that one was not ended', async (endScriptToken, text) => {
    const panel = open({ listScriptTokens: { tokens: [token] }, endScriptToken })
    await press(panel, `End the token ${token.name}`)
    await screen.findByText(text)
  })
})
