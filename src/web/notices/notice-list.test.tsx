import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mute, Refused, show } from '../../../tests/support/show.tsx'
import type { ShownNotice } from '../../shared/notices/contract.ts'
import { NoticeList } from './notice-list.tsx'

const notice = (to: string, more: Partial<ShownNotice>): ShownNotice => ({
  id: to,
  kind: 'miss',
  to,
  about: 'Your tent has a Miss.',
  state: 'waiting',
  tries: 0,
  error: null,
  at: '2026-01-19T08:14:00Z',
  ...more,
})

it('what failed or was put off is sent again; what a person has to tell is copied and ticked off', async () => {
  const notices = [
    notice('al1', { state: 'failed', tries: 1, error: 'The mail server answered 550.' }),
    notice('bz2', { state: 'byHand' }),
    notice('cz3', { tries: 2, error: 'The mail server could not be reached.' }),
    notice('dz4', {}),
    notice('late', { isLate: true }),
    notice('link', { kind: 'resetPassword', tries: 1, error: 'The mail server took too long.' }),
    notice('ez5', { state: 'sent', tries: 2, error: 'Sent again with the same Message-ID.' }),
  ]
  const { user, written } = show(<NoticeList />, {
    listNotices: { notices },
    retryNotice: { ok: true },
  })
  await screen.findByText('cz3')
  expect(screen.getByText('ez5').parentElement?.textContent).toContain('ez5 · Sent')
  const buttons = screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))
  expect(buttons).toEqual([
    'Send again to al1',
    'Copy for al1',
    'Tick off al1',
    'Copy for bz2',
    'Tick off bz2',
    'Send again to cz3',
    'Copy for cz3',
    'Tick off cz3',
    'Send again to late',
    'Copy for late',
    'Tick off late',
    // Nobody can tell somebody else's link.
    'Send again to link',
  ])
  await user.click(screen.getByRole('button', { name: 'Send again to cz3' }))
  await expect.poll(written).toEqual([{ name: 'retryNotice', body: undefined }])
})

it('while one is being ticked off, the others do not look as if they could be', async () => {
  const { user } = show(<NoticeList />, {
    listNotices: {
      notices: [notice('al1', { state: 'byHand' }), notice('bz2', { state: 'byHand' })],
    },
    tickOffNotice: () => new Promise(() => {}),
  })
  await user.click(await screen.findByRole('button', { name: 'Tick off al1' }))
  const other = screen.getByRole('button', { name: 'Tick off bz2' })
  await expect.poll(() => other.getAttribute('aria-disabled')).toBe('true')
})

it('who was told keeps their place, with the word and the focus, and what fails meanwhile comes below', async () => {
  const byHand = ['al1', 'bz2', 'cz3'].map((to) => notice(to, { state: 'byHand' }))
  const sent = Array.from({ length: 9 }, (_, place) => notice(`sent${place}`, { state: 'sent' }))
  const { user, reply } = show(<NoticeList />, { listNotices: { notices: [...byHand, ...sent] } })
  const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)
  const told = await screen.findByRole('button', { name: 'Tick off al1' })
  const before = rows().length
  reply({
    tickOffNotice: () => {
      const [al1, ...others] = byHand
      const failed = notice('dz4', { state: 'failed' })
      const done = { ...(al1 ?? failed), state: 'done' as const }
      reply({ listNotices: { notices: [failed, ...others, done, ...sent] } })
      return { ok: true }
    },
  })
  await user.click(told)
  await screen.findByText('Told by hand')
  expect(screen.getByRole('status').textContent).toBe('Told by hand')
  const stands = ['al1 · Told by hand', 'bz2 · To be told', 'cz3 · To be told', 'dz4 · Not sent']
  for (const [place, text] of stands.entries()) expect(rows()[place]).toContain(text)
  expect(document.activeElement).toBe(screen.getByText('al1').closest('li'))
  expect(rows()).toHaveLength(before + 1)
})

it('what is copied says all that the mail would, with the link, and is shown', async () => {
  const text = 'Your tent has a Miss.\nCounted: nobody.'
  const { user } = show(<NoticeList />, {
    listNotices: { notices: [notice('bz2', { state: 'byHand' })] },
    noticeText: { text },
  })
  await user.click(await screen.findByRole('button', { name: 'Copy for bz2' }))
  await screen.findByText('Copied.')
  const whole = `${text}\n\nSee it on your profile:\n${window.location.origin}/profile`
  expect(await navigator.clipboard.readText()).toBe(whole)
  expect(screen.getByText(/Counted: nobody/).textContent).toBe(whole)
  expect(screen.queryByText('Your tent has a Miss.')).toBeNull()
})

it('a second Copy gives what is to be told by then, and the tap alone gives what is shown', async () => {
  const noticeText = { text: 'Counted: nobody.' }
  const { user, reply } = show(<NoticeList />, {
    listNotices: { notices: [notice('bz2', { state: 'byHand' })] },
    noticeText,
  })
  const copy = await screen.findByRole('button', { name: 'Copy for bz2' })
  const clipboard = async () => (await navigator.clipboard.readText()).split('\n')[0]
  await user.click(copy)
  await screen.findByText(/^Counted: nobody/)
  await navigator.clipboard.writeText('Something else')
  let answer = (_: typeof noticeText) => {}
  reply({
    noticeText: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await user.click(copy)
  await expect.poll(clipboard).toBe('Counted: nobody.')
  answer({ text: 'Counted: Ann Lee.' })
  await expect.poll(clipboard).toBe('Counted: Ann Lee.')
  await screen.findByText(/^Counted: Ann Lee/)
  reply({ noticeText: mute })
  await user.click(copy)
  await screen.findByText('What to say could not be loaded.')
})

it('what was copied is shown only as long as somebody has to tell it', async () => {
  const { user, reply, queryClient } = show(<NoticeList />, {
    listNotices: { notices: [notice('bz2', { state: 'byHand' })] },
    noticeText: { text: 'Counted: nobody.' },
  })
  await user.click(await screen.findByRole('button', { name: 'Copy for bz2' }))
  await screen.findByText(/^Counted: nobody/)
  reply({ listNotices: { notices: [notice('bz2', { state: 'done' })] } })
  await queryClient.invalidateQueries()
  await screen.findByText('Your tent has a Miss.')
})

it('what cannot be loaded is not copied, and it is said; of a mail about an account there is no more', async () => {
  const failed = { state: 'failed', error: 'Its link is out of date.' } as const
  const { user } = show(<NoticeList />, {
    listNotices: {
      notices: [
        notice('bz2', { state: 'byHand' }),
        notice('cz3', { ...failed, kind: 'resetPassword', about: 'Choose a new password' }),
      ],
    },
    noticeText: mute,
  })
  await user.click(await screen.findByRole('button', { name: 'Copy for bz2' }))
  await screen.findByText('What to say could not be loaded.')
  expect(screen.getByText('Your tent has a Miss.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy for cz3' }))
  await screen.findByText('Copied.')
  expect(await navigator.clipboard.readText()).toBe('Choose a new password')
})

it('where nobody is to be told any more, Copy shows what the server says', async () => {
  const over = 'Nobody is to be told this any more.'
  const { user } = show(<NoticeList />, {
    listNotices: { notices: [notice('bz2', { state: 'byHand' })] },
    noticeText: new Refused(409, over, 'noticeOver'),
  })
  await user.click(await screen.findByRole('button', { name: 'Copy for bz2' }))
  await screen.findByText(over)
})

it('long lists are shown bit by bit, and say how many more are not in them', async () => {
  const notices = Array.from({ length: 300 }, (_, place) =>
    notice(`al${place}`, { state: 'byHand' }),
  )
  const { user } = show(<NoticeList />, { listNotices: { notices, toDo: 1700 } })
  await user.click(await screen.findByRole('button', { name: 'Show more (292 left)' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(208)
  await user.click(screen.getByRole('button', { name: 'Show more (92 left)' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(300)
  screen.getByText('1,400 more will show up as you tick these off.')
})

it('mails about accounts that failed do not hide how many others are not listed', async () => {
  const notices = [
    notice('bz2', { state: 'byHand' }),
    notice('cz3', { state: 'failed', kind: 'resetPassword' }),
  ]
  show(<NoticeList />, { listNotices: { notices, toDo: 3 } })
  await screen.findByText('2 more will show up as you tick these off.')
})
