import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mute, Refused, type Replies, show, unanswered } from '../../../../tests/support/show.tsx'
import type { Announcement } from '../../../shared/pages/contract.ts'
import { AnnouncementPanel } from './announcement-panel.tsx'
import { editingTexts } from './texts.ts'

const now = Date.parse('2026-01-19T03:04:00Z')
const snow: Announcement = {
  id: '00000000-0000-4000-8000-000000000001',
  markdown: 'Snow.',
  html: '<p>Snow.</p>',
  from: '2026-01-19T02:00:30.000Z',
  until: '2026-01-19T17:00:00.000Z',
  audience: 'everyone',
  by: { netID: 'head1', name: 'Harper Quinn' },
  at: '2026-01-19T02:00:30.000Z',
  endedAt: null,
  earlier: [],
}
const open = (announcements: Announcement[], replies: Replies = {}) =>
  show(<AnnouncementPanel timeZone="America/New_York" now={now} />, {
    listAllAnnouncements: { announcements },
    ...replies,
  })
const set = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the announcements of the dashboard', () => {
  it('are written with their times in the zone of the season', async () => {
    const panel = open([], { addAnnouncement: { ok: true, id: snow.id } })
    await screen.findByText(editingTexts.announcementsEmpty)
    const { user } = panel
    await user.click(screen.getByRole('button', { name: 'Announce' }))
    screen.getByText('It must have 1 to 2,000 characters.')
    screen.getByText('Choose when it ends.')
    await user.type(screen.getByLabelText('Announcement'), 'Snow.')
    set('Until', '2026-01-18T20:00')
    screen.getByText('It must end after it begins.')
    set('From', '2026-01-18T10:00')
    screen.getByText('That time has already passed.')
    set('From', '0026-01-19T10:00')
    screen.getByText('Check the year.')
    await user.click(screen.getByRole('button', { name: 'Announce' }))
    expect(panel.written()).toEqual([])
    set('From', '')
    set('Until', '2026-01-19T12:00')
    await user.selectOptions(screen.getByLabelText('For'), 'Line monitors')
    panel.reply({ listAllAnnouncements: { announcements: [snow] } })
    await user.click(screen.getByRole('button', { name: 'Announce' }))
    await screen.findByText(editingTexts.announced)
    await screen.findByText(
      /To everyone, 1\/18\/2026, 9:00 PM Eastern to .*, by Harper Quinn, 1\/18\/2026, 9:00 PM Eastern/,
    )
    expect(panel.written()).toEqual([
      {
        name: 'addAnnouncement',
        body: { markdown: 'Snow.', audience: 'monitors', until: '2026-01-19T17:00:00.000Z' },
      },
    ])
  })

  it.each([mute, unanswered])(
    'that may be announced although no answer said so are listed at once',
    async (addAnnouncement) => {
      const panel = open([], { addAnnouncement })
      await panel.user.type(await screen.findByLabelText('Announcement'), 'Snow.')
      set('Until', '2026-01-19T12:00')
      panel.reply({ listAllAnnouncements: { announcements: [snow] } })
      await panel.user.click(screen.getByRole('button', { name: 'Announce' }))
      await screen.findByText('Snow.', { selector: 'p' })
      expect(panel.written()).toHaveLength(1)
    },
  )

  it.each([[], [snow]])(
    'keep what is typed while they are being saved (%#)',
    async (...announcements: Announcement[]) => {
      let answer = () => {}
      const held = <T,>(reply: T) =>
        new Promise<T>((resolve) => {
          answer = () => resolve(reply)
        })
      const { user } = open(announcements, {
        addAnnouncement: () => held({ ok: true, id: snow.id }),
        changeAnnouncement: () => held({ ok: true }),
      })
      if (announcements.length > 0)
        await user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
      const field = await screen.findByRole<HTMLTextAreaElement>('textbox', {
        name: 'Announcement',
      })
      if (announcements.length === 0) set('Until', '2026-01-19T12:00')
      await user.type(field, 'Ice.')
      const before = field.value
      await user.click(screen.getByRole('button', { name: /^(Announce|Save the announcement)$/ }))
      await user.type(field, ' Thaw.')
      answer()
      await screen.findByText(/^It is (announced|changed)\.$/)
      expect(screen.getByRole('textbox', { name: 'Announcement' })).toHaveProperty(
        'value',
        `${before} Thaw.`,
      )
    },
  )

  it('that are typed on while they are saved go on upon what was saved', async () => {
    let answer = () => {}
    const changeAnnouncement = () =>
      new Promise<{ ok: true }>((resolve) => {
        answer = () => resolve({ ok: true })
      })
    const { user, reply, written } = open([snow], { changeAnnouncement })
    await user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    const field = await screen.findByRole('textbox', { name: 'Announcement' })
    await user.type(field, ' Ice.')
    await user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    await user.type(field, ' Thaw.')
    const saved = { ...snow, markdown: 'Snow. Ice.', at: '2026-01-19T03:04:10.000Z' }
    reply({ listAllAnnouncements: { announcements: [saved] } })
    answer()
    await screen.findByText(editingTexts.announcementChanged)
    expect(screen.queryByText(/changed it after you opened it/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    expect(written().map(({ body }) => body)).toMatchObject([
      { markdown: 'Snow. Ice.', over: snow.at },
      { markdown: 'Snow. Ice. Thaw.', over: saved.at },
    ])
  })

  it('that are opened again while they are saved show what was saved', async () => {
    let answer = () => {}
    const changeAnnouncement = () =>
      new Promise<{ ok: true }>((resolve) => {
        answer = () => resolve({ ok: true })
      })
    const { user, reply } = open([snow], { changeAnnouncement })
    const change = await screen.findByRole('button', { name: 'Change: Snow.' })
    const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Announcement' })
    await user.click(change)
    await user.type(field(), ' Ice.')
    await user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(change)
    expect(field().value).toBe('Snow.')
    const saved = { ...snow, markdown: 'Snow. Ice.', at: '2026-01-19T03:04:10.000Z' }
    reply({ listAllAnnouncements: { announcements: [saved] } })
    answer()
    await screen.findByText(editingTexts.announcementChanged)
    expect(field().value).toBe('Snow. Ice.')
  })

  it('do not begin now while another beginning is half typed', async () => {
    const panel = open([], { addAnnouncement: { ok: true, id: snow.id } })
    await screen.findByText(editingTexts.announcementsEmpty)
    await panel.user.type(screen.getByLabelText('Announcement'), 'Snow.')
    set('Until', '2026-01-19T12:00')
    // As a browser says of half a date, whose value is ''.
    const from = screen.getByLabelText<HTMLInputElement>('From')
    from.setCustomValidity('The date is not complete.')
    await panel.user.click(screen.getByRole('button', { name: 'Announce' }))
    expect(panel.written()).toEqual([])
    from.setCustomValidity('')
    await panel.user.click(screen.getByRole('button', { name: 'Announce' }))
    await screen.findByText(editingTexts.announced)
  })

  it('are changed; what is not touched stays', async () => {
    const panel = open([snow], { changeAnnouncement: { ok: true } })
    await panel.user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    await panel.user.type(screen.getByRole('textbox', { name: 'Announcement' }), ' Ice.')
    const changed = { ...snow, html: '<p>Snow. Ice.</p>' }
    panel.reply({ listAllAnnouncements: { announcements: [changed] } })
    await panel.user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    await screen.findByText('Snow. Ice.')
    expect(panel.written()).toEqual([
      {
        name: 'changeAnnouncement',
        body: { markdown: 'Snow. Ice.', audience: 'everyone', until: snow.until, over: snow.at },
      },
    ])
    await screen.findByText(editingTexts.announcementChanged)
    await screen.findByRole('button', { name: 'Announce' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change: Snow.' }))
  })

  it('are left as they are', async () => {
    const { user } = open([snow])
    await user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('button', { name: 'Announce' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change: Snow.' }))
  })

  it('that end while they are being changed keep what is typed, then leave room for new ones', async () => {
    const refused = new Refused(409, 'This announcement is over.', 'announcementOver')
    const panel = open([snow], { changeAnnouncement: refused })
    await panel.user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    expect(screen.queryByRole('button', { name: 'Announce' })).toBeNull()
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Announcement' })
    await panel.user.type(field, ' Ice.')
    panel.reply({ listAllAnnouncements: { announcements: [{ ...snow, endedAt: snow.at }] } })
    await act(() => panel.queryClient.refetchQueries())
    await screen.findByText(/, ended /)
    await panel.user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    await screen.findByText('This announcement is over.')
    expect(field.value).toBe('Snow. Ice.')
    await panel.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByText('Over (1)')
    await screen.findByRole('button', { name: 'Announce' })
  })

  it('that somebody else changed meanwhile are not changed over theirs', async () => {
    const changed = { ...snow, html: '<p>Thaw.</p>', at: '2026-01-19T03:00:00.000Z' }
    const panel = open([snow], {
      changeAnnouncement: new Refused(409, 'Somebody changed it.', 'announcementChanged'),
    })
    await panel.user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Announcement' })
    await panel.user.type(field, ' Ice.')
    panel.reply({ listAllAnnouncements: { announcements: [changed] } })
    await panel.user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    await screen.findByText('Somebody changed it.')
    await screen.findByText('Thaw.')
    expect(field.value).toBe('Snow. Ice.')
    await panel.user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    const over = () => panel.written().map(({ body }) => (body as { over: string }).over)
    await expect.poll(over).toEqual([snow.at, snow.at])
  })

  it('that somebody else changed meanwhile say who and when, and are saved over theirs only when one goes on', async () => {
    const at = '2026-01-19T03:00:00.000Z'
    const changed = { ...snow, markdown: 'Thaw.', html: '<p>Thaw.</p>', at }
    const panel = open([snow], {
      changeAnnouncement: new Refused(409, 'Somebody changed it.', 'announcementChanged'),
    })
    await panel.user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Announcement' })
    await panel.user.type(field, ' Ice.')
    panel.reply({ listAllAnnouncements: { announcements: [changed] } })
    await panel.user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    await screen.findByText(
      'Harper Quinn changed it after you opened it (1/18/2026, 10:00 PM Eastern). Yours is not saved.',
    )
    await panel.user.click(screen.getByRole('button', { name: 'Go on with mine' }))
    expect(screen.queryByText(/^Harper Quinn changed it after you opened it/)).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change: Thaw.' }))
    panel.reply({ changeAnnouncement: { ok: true } })
    await panel.user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    await screen.findByText(editingTexts.announcementChanged)
    expect(panel.written().at(-1)?.body).toMatchObject({ markdown: 'Snow. Ice.', over: at })
  })

  it('that somebody else changed meanwhile are changed as they are now, if one wants', async () => {
    const at = '2026-01-19T03:00:00.000Z'
    const panel = open([snow])
    await panel.user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Announcement' })
    await panel.user.type(field, ' Ice.')
    const changed = { ...snow, markdown: 'Thaw.', html: '<p>Thaw.</p>', at }
    panel.reply({ listAllAnnouncements: { announcements: [changed] } })
    await act(() => panel.queryClient.refetchQueries())
    await panel.user.click(await screen.findByRole('button', { name: 'Load theirs' }))
    expect(field.value).toBe('Thaw.')
  })

  it('that one changed oneself, without an answer, are changed further', async () => {
    const panel = open([snow], { changeAnnouncement: unanswered })
    await panel.user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    const field = screen.getByRole('textbox', { name: 'Announcement' })
    await panel.user.type(field, ' Ice.')
    const at = '2026-01-19T03:00:00.000Z'
    const changed = { ...snow, markdown: 'Snow. Ice.', html: '<p>Snow. Ice.</p>', at }
    panel.reply({ listAllAnnouncements: { announcements: [changed] } })
    await panel.user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    await screen.findByText('Snow. Ice.', { selector: 'p' })
    await panel.user.type(field, ' Hail.')
    expect(screen.queryByRole('button', { name: 'Go on with mine' })).toBeNull()
    await panel.user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    const over = () => panel.written().map(({ body }) => (body as { over: string }).over)
    await expect.poll(over).toEqual([snow.at, at])
  })

  it('that one changed oneself, without an answer, are left without a question', async () => {
    const panel = open([snow], { changeAnnouncement: unanswered })
    await panel.user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    await panel.user.type(screen.getByRole('textbox', { name: 'Announcement' }), ' Ice.')
    const at = '2026-01-19T03:00:00.000Z'
    const changed = { ...snow, markdown: 'Snow. Ice.', html: '<p>Snow. Ice.</p>', at }
    panel.reply({ listAllAnnouncements: { announcements: [changed] } })
    await panel.user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    await screen.findByText('Snow. Ice.', { selector: 'p' })
    await panel.user.click(screen.getByRole('button', { name: 'Change: Snow. Ice.' }))
    await screen.findByRole('button', { name: 'Announce' })
  })

  it('that were only opened show what somebody else saved', async () => {
    const panel = open([snow])
    await panel.user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    const at = '2026-01-19T03:00:00.000Z'
    const changed = { ...snow, markdown: 'Thaw.', html: '<p>Thaw.</p>', at }
    panel.reply({ listAllAnnouncements: { announcements: [changed] } })
    await act(() => panel.queryClient.refetchQueries())
    await screen.findByText('Thaw.', { selector: 'p' })
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Announcement' })
    expect(field.value).toBe('Thaw.')
    expect(screen.queryByRole('button', { name: 'Go on with mine' })).toBeNull()
  })

  it('are told apart by their first words', async () => {
    const markdown = '## Rain **until** late, so bring boots and a tent\n'
    open([snow, { ...snow, id: 'a2', markdown }])
    await screen.findByRole('button', { name: 'Change: Rain until late, so bring' })
    screen.getByRole('button', { name: 'End now: Rain until late, so bring' })
  })

  it('say what they were before, and take a text back, to be saved', async () => {
    const { id: _, endedAt: __, earlier: ___, ...first } = snow
    const changed = { ...snow, markdown: 'Ice.', html: '<p>Ice.</p>', earlier: [first] }
    const panel = open([changed], { changeAnnouncement: { ok: true } })
    await panel.user.click(await screen.findByText('Changed once'))
    await screen.findByText('Snow.')
    await panel.user.click(screen.getByRole('button', { name: 'Use this text again' }))
    await panel.user.click(screen.getByRole('button', { name: 'Save the announcement' }))
    await expect
      .poll(() => panel.written().at(-1)?.body)
      .toEqual({ markdown: 'Snow.', audience: 'everyone', until: snow.until, over: snow.at })
  })

  it('take a text back over what is typed only after asking, and keep the typed times', async () => {
    const { id: _, endedAt: __, earlier: ___, ...first } = snow
    const changed = { ...snow, markdown: 'Ice.', html: '<p>Ice.</p>', earlier: [first] }
    const { user } = open([changed])
    await user.click(await screen.findByText('Changed once'))
    await user.click(screen.getByRole('button', { name: 'Change: Ice.' }))
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Announcement' })
    await user.type(field, ' Hail.')
    const form = within(field.closest('form') ?? document.body)
    const until = form.getByLabelText<HTMLInputElement>('Until')
    fireEvent.change(until, { target: { value: '2026-01-19T13:00' } })
    const take = screen.getByRole('button', { name: 'Use this text again' })
    await user.click(take)
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }))
    expect(field.value).toBe('Ice. Hail.')
    await user.click(take)
    await user.click(await screen.findByRole('button', { name: 'Give mine up' }))
    expect([field.value, until.value]).toEqual(['Snow.', '2026-01-19T13:00'])
  })

  it('take a text back at once where only a time was typed, which stays', async () => {
    const { id: _, endedAt: __, earlier: ___, ...first } = snow
    const changed = { ...snow, markdown: 'Ice.', html: '<p>Ice.</p>', earlier: [first] }
    const { user } = open([changed])
    await user.click(await screen.findByText('Changed once'))
    await user.click(screen.getByRole('button', { name: 'Change: Ice.' }))
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Announcement' })
    const form = within(field.closest('form') ?? document.body)
    const until = form.getByLabelText<HTMLInputElement>('Until')
    fireEvent.change(until, { target: { value: '2026-01-19T13:00' } })
    await user.click(screen.getByRole('button', { name: 'Use this text again' }))
    expect([field.value, until.value]).toEqual(['Snow.', '2026-01-19T13:00'])
  })

  it('are ended, and stand among those that are over', async () => {
    const panel = open([snow], { endAnnouncement: { ok: true } })
    const endedAt = '2026-01-19T03:04:00.000Z'
    await screen.findByText('Snow.')
    panel.reply({ listAllAnnouncements: { announcements: [{ ...snow, endedAt }] } })
    await panel.user.click(screen.getByRole('button', { name: 'End now: Snow.' }))
    await screen.findByText(editingTexts.announcementEnded)
    const over = within((await screen.findByText('Over (1)')).parentElement ?? document.body)
    over.getByText(/ended 1\/18\/2026, 10:04 PM Eastern/)
    const empty = screen.getByText(editingTexts.announcementsEmpty)
    expect(document.activeElement).toBe(empty.parentElement)
  })

  it('that have not begun are called off', async () => {
    open([{ ...snow, from: '2026-01-19T05:00:00.000Z' }])
    await screen.findByRole('button', { name: 'Call off: Snow.' })
  })

  it.each([
    [mute, editingTexts.announcementEndFailed],
    [unanswered, editingTexts.announcementUnanswered],
  ] as const)('say that one was not ended', async (endAnnouncement, text) => {
    const panel = open([snow], { endAnnouncement })
    await panel.user.click(await screen.findByRole('button', { name: 'End now: Snow.' }))
    await screen.findByText(text)
  })

  it('say that one was not ended for as long as one types into another', async () => {
    const ice = { ...snow, id: 'a2', markdown: 'Ice.', html: '<p>Ice.</p>' }
    const { user } = open([snow, ice], { endAnnouncement: mute })
    await user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    await user.click(screen.getByRole('button', { name: 'End now: Ice.' }))
    await screen.findByText(editingTexts.announcementEndFailed)
    await user.type(screen.getByRole('textbox', { name: 'Announcement' }), ' Hail.')
    screen.getByText(editingTexts.announcementEndFailed)
  })

  it.each(['Change: Snow.', 'Change: Hail.', 'Use this text again'])(
    'ask before “%s” puts away any field that was typed',
    async (name) => {
      const { id: _, endedAt: __, earlier: ___, ...first } = snow
      const hail = { ...snow, id: 'a2', markdown: 'Hail.', html: '<p>Hail.</p>', earlier: [first] }
      const { user } = open([snow, hail])
      await user.click(await screen.findByText('Changed once'))
      await user.click(screen.getByRole('button', { name: 'Change: Snow.' }))
      const field = screen.getByRole('textbox', { name: 'Announcement' })
      const form = within(field.closest('form') ?? document.body)
      const typed = '2026-01-19T13:00'
      fireEvent.change(form.getByLabelText('Until'), { target: { value: typed } })
      const typedStands = () => screen.queryByDisplayValue(typed) !== null
      await user.click(screen.getByRole('button', { name }))
      await user.click(await screen.findByRole('button', { name: 'Keep mine' }))
      expect(typedStands()).toBe(true)
      await user.click(screen.getByRole('button', { name }))
      await user.click(await screen.findByRole('button', { name: 'Give mine up' }))
      expect(typedStands()).toBe(false)
    },
  )

  it('that are over while they are being changed are not ended again', async () => {
    const panel = open([snow], { endAnnouncement: { ok: true } })
    await panel.user.click(await screen.findByRole('button', { name: 'Change: Snow.' }))
    panel.reply({ listAllAnnouncements: { announcements: [{ ...snow, endedAt: snow.at }] } })
    await panel.user.click(screen.getByRole('button', { name: 'End now: Snow.' }))
    await screen.findByText(/, ended /)
    expect(screen.queryByRole('button', { name: 'End now: Snow.' })).toBeNull()
    const text = screen.getByText('Snow.', { selector: 'p' })
    expect(document.activeElement?.contains(text)).toBe(true)
    await panel.user.click(screen.getByRole('button', { name: 'Cancel' }))
    const empty = await screen.findByText(editingTexts.announcementsEmpty)
    await expect.poll(() => document.activeElement).toBe(empty.parentElement)
  })
})
