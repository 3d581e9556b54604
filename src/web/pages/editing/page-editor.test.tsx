import { notifyManager } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isHeld } from '../../../../tests/support/is-held.ts'
import {
  Leaving,
  mute,
  Refused,
  type Replies,
  show,
  unanswered,
} from '../../../../tests/support/show.tsx'
import { forgetSeen } from '../../api/storage.ts'
import { PageEditor } from './page-editor.tsx'
import { editingTexts } from './texts.ts'

const by = { netID: 'head1', name: 'Harper Quinn' }
const first = { number: 0, markdown: 'Ask us.', versions: [] }
const second = {
  number: 1,
  markdown: 'Ask them.',
  versions: [{ number: 1, savedAt: '2026-01-19T03:04:00.000Z', by }],
}
const open = (replies: Replies = {}) =>
  show(<PageEditor page="faq" />, { getPageSource: first, ...replies })
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text')
/** The editor, with a way to another screen. */
const editor = (
  <Leaving>
    <PageEditor page="faq" />
  </Leaving>
)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('the editor of a page', () => {
  it('saves what is written over the version that was seen', async () => {
    const { user, reply, written } = open({ savePage: { number: 1 } })
    const text = await field()
    expect(isHeld(button('Save page'))).toBe(true)
    await user.clear(text)
    screen.getByText('It must have 1 to 20,000 characters.')
    expect(isHeld(button('Save page'))).toBe(true)
    await user.click(button('Save page'))
    expect(written()).toEqual([])
    await user.type(text, 'Ask them.')
    screen.getByText('Not saved yet.')
    reply({ getPageSource: second })
    await user.click(button('Save page'))
    await screen.findByText(editingTexts.pageSaved(1))
    expect(written()).toEqual([{ name: 'savePage', body: { number: 0, markdown: 'Ask them.' } }])
    screen.getByText('Version 1, Harper Quinn, 1/18/2026, 10:04 PM Eastern')
    expect(screen.queryByText('Not saved yet.')).toBeNull()
    expect(isHeld(button('Save page'))).toBe(true)
  })

  it('shows how it will look, until something else is typed', async () => {
    const { user, written } = open({ previewMarkdown: { html: '<p>Ask <em>us</em>.</p>' } })
    const text = await field()
    await user.click(button('Preview'))
    await within(await screen.findByRole('region', { name: 'Preview' })).findByText('us')
    expect(written()).toEqual([
      { name: 'previewMarkdown', body: { form: 'page', markdown: 'Ask us.' } },
    ])
    await user.type(text, '!')
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull()
  })

  it('says why the server shows no preview', async () => {
    const { user } = open({ previewMarkdown: new Refused(400, 'This text nests too deep.') })
    await field()
    await user.click(button('Preview'))
    await screen.findByText('This text nests too deep.')
  })

  it('says who saved meanwhile, and loses neither text', async () => {
    const { user, reply, written } = open({
      savePage: new Refused(409, 'Somebody saved this page meanwhile.', 'pageChanged'),
    })
    const text = await field()
    await user.type(text, ' Or me.')
    reply({ getPageSource: second })
    await user.click(button('Save page'))
    await screen.findByText(/Harper Quinn saved a newer version/)
    expect(text.value).toBe('Ask us. Or me.')
    expect(isHeld(button('Save page'))).toBe(true)
    await user.click(button('Go on with mine'))
    reply({ savePage: { number: 2 } })
    await user.click(button('Save page'))
    await screen.findByText(editingTexts.pageSaved(2))
    expect(written().at(-1)?.body).toEqual({ number: 1, markdown: 'Ask us. Or me.' })
  })

  it('loads theirs where that is better', async () => {
    const { user, reply } = open({
      savePage: new Refused(409, 'Somebody saved this page meanwhile.', 'pageChanged'),
    })
    await user.type(await field(), ' Or me.')
    reply({ getPageSource: second })
    await user.click(button('Save page'))
    await user.click(await screen.findByRole('button', { name: 'Load theirs' }))
    expect((await field()).value).toBe('Ask them.')
  })

  it('takes the text of an older version back, to be saved', async () => {
    const { user } = open({
      getPageSource: second,
      getPageVersion: { markdown: 'Ask us.', html: '<p>Ask us.</p>' },
    })
    const text = await field()
    await user.click(screen.getByText('The first text'))
    await user.click(await screen.findByRole('button', { name: 'Use this text again' }))
    expect(text.value).toBe('Ask us.')
    screen.getByText('Not saved yet.')
    await user.click(button('Discard changes'))
    expect(text.value).toBe('Ask them.')
    expect(isHeld(button('Discard changes'))).toBe(true)
  })

  it('asks before the text of an older version replaces what is typed', async () => {
    const { user } = open({
      getPageSource: second,
      getPageVersion: { markdown: 'Ask us.', html: '<p>Ask us.</p>' },
    })
    const text = await field()
    await user.type(text, ' Or me.')
    await user.click(screen.getByText('The first text'))
    const take = await screen.findByRole('button', { name: 'Use this text again' })
    await user.click(take)
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }))
    expect(text.value).toBe('Ask them. Or me.')
    await user.click(take)
    await user.click(await screen.findByRole('button', { name: 'Give mine up' }))
    expect(text.value).toBe('Ask us.')
  })

  it.each([mute, unanswered])(
    'finds out what became of a text of which no answer came, and loses none',
    async (savePage) => {
      const { user, reply } = open({ savePage })
      const text = await field()
      await user.clear(text)
      await user.type(text, 'Ask them.')
      await user.click(button('Save page'))
      await screen.findByRole('alert')
      screen.getByText('Not saved yet.')
      expect(text.value).toBe('Ask them.')
      reply({ getPageSource: second })
      await user.click(button('Save page'))
      await expect.poll(() => screen.queryByText('Not saved yet.')).toBeNull()
      expect(text.value).toBe('Ask them.')
    },
  )

  it('shows what is saved where it then cannot be loaded', async () => {
    const { user, reply, called } = open({ savePage: { number: 1 } })
    const text = await field()
    await user.type(text, ' Or me.')
    reply({ getPageSource: unanswered })
    await user.click(button('Save page'))
    await screen.findByText(editingTexts.pageSaved(1))
    expect(called.at(-1)?.name).toBe('getPageSource')
    expect(text.value).toBe('Ask us. Or me.')
    expect(screen.queryByText('Not saved yet.')).toBeNull()
  })

  it('keeps what is typed while it saves, upon what is saved then, the first text too', async () => {
    let answer: (() => void) | undefined
    const { user, reply, written } = open({
      savePage: () => new Promise((resolve) => (answer = () => resolve({ number: 1 }))),
    })
    const text = await field()
    await user.type(text, '!')
    await user.click(button('Save page'))
    await expect.poll(() => isHeld(button('Save page'))).toBe(true)
    await user.type(text, '{Backspace}')
    const saved = { ...second, markdown: 'Ask us.!' }
    reply({ getPageSource: saved, savePage: { number: 2 } })
    // The screen hears of what was saved only after the answer is done with.
    notifyManager.setScheduler((run) => setTimeout(run, 50))
    onTestFinished(() => notifyManager.setScheduler((run) => setTimeout(run, 0)))
    answer?.()
    await screen.findByText(editingTexts.pageSaved(1))
    expect(text.value).toBe('Ask us.')
    await user.click(button('Save page'))
    await screen.findByText(editingTexts.pageSaved(2))
    expect(written().map(({ body }) => body)).toEqual([
      { number: 0, markdown: 'Ask us.!' },
      { number: 1, markdown: 'Ask us.' },
    ])
  })

  it('keeps what is typed while it saves, also where another screen is shown by then', async () => {
    let answer: (() => void) | undefined
    const { user, reply } = show(editor, {
      getPageSource: first,
      savePage: () => new Promise((resolve) => (answer = () => resolve({ number: 1 }))),
    })
    await user.type(await field(), '!')
    await user.click(button('Save page'))
    await user.type(await field(), '?')
    await user.click(screen.getByText('Other screen'))
    reply({ getPageSource: { ...second, markdown: 'Ask us.!' } })
    await act(async () => answer?.())
    await user.click(screen.getByText('Other screen'))
    expect((await field()).value).toBe('Ask us.!?')
    expect(screen.queryByText(/saved a newer version/)).toBeNull()
  })

  it('keeps what is typed while another screen is shown, until it is saved or somebody signs out', async () => {
    const replies = { getPageSource: first, savePage: { number: 1 } }
    const { user, reply } = show(editor, replies)
    const leaveAndReturn = async (meanwhile = () => {}) => {
      await user.click(screen.getByText('Other screen'))
      expect(screen.queryByLabelText('Text')).toBeNull()
      meanwhile()
      await user.click(screen.getByText('Other screen'))
      return (await field()).value
    }
    await user.type(await field(), ' Or me.')
    expect(await leaveAndReturn()).toBe('Ask us. Or me.')
    reply({ getPageSource: { ...second, markdown: 'Ask us. Or me.' } })
    await user.click(button('Save page'))
    await screen.findByText(editingTexts.pageSaved(1))
    await user.type(await field(), '!')
    expect(await leaveAndReturn(forgetSeen)).toBe('Ask us. Or me.')
  })
})
