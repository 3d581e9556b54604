import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { seasonIn } from '../../../tests/support/season-in.ts'
import { openScreen, type Replies, unanswered } from '../../../tests/support/show.tsx'
import { easternZone } from '../../shared/eastern-time.ts'
import { pagesTexts } from './texts.ts'

const html = '<h2>Who</h2>\n<p>Ask <a href="/policy">them</a>.</p>'

describe('a written page', () => {
  it.each([
    ['/faq', 'Frequently asked questions'],
    ['/contacts', 'Contacts'],
  ])('%s shows what stands, and when it was changed', async (path, title) => {
    openScreen(path, { getPage: { html, savedAt: '2026-01-19T03:04:00.000Z' } })
    await screen.findByRole('heading', { level: 1, name: title })
    await screen.findByRole('heading', { level: 2, name: 'Who' })
    expect(screen.getByRole('link', { name: 'them' }).getAttribute('href')).toBe('/policy')
    screen.getByText('1/18/2026, 10:04 PM Eastern')
  })

  it('says no time of its first text', async () => {
    openScreen('/faq', { getPage: { html, savedAt: null } })
    await screen.findByText('Who')
    expect(screen.queryByText(/Last changed/)).toBeNull()
  })

  it('says that it could not be loaded, with a way to try again', async () => {
    const { user, reply } = openScreen('/faq', { getPage: unanswered })
    await screen.findByText(pagesTexts.pageFailed)
    reply({ getPage: { html, savedAt: null } })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Who')
  })

  it('has its link below every screen', async () => {
    openScreen('/history')
    const about = within(await screen.findByRole('navigation', { name: 'About' }))
    const names = about.getAllByRole('link').map(({ textContent }) => textContent)
    expect(names).toEqual(['FAQ', 'Contacts', 'Privacy'])
  })
})

describe('the announcements on the home page', () => {
  const open = (
    listAnnouncements: NonNullable<Replies['listAnnouncements']>,
    getSeason: NonNullable<Replies['getSeason']> = unanswered,
  ) => openScreen('/', { listAnnouncements, getSeason })

  it.each([
    ['not known yet', unanswered, '1/18/2026, 10:04 PM Eastern'],
    ['Eastern', seasonIn(easternZone), '1/18/2026, 10:04 PM Eastern'],
    ['another one', seasonIn('America/Denver'), '1/18/2026, 8:04 PM Denver time'],
  ])('stand there with their time, where the season’s zone is %s', async (_, season, time) => {
    const from = '2026-01-19T03:04:00.000Z'
    const html = '<p>Snow <strong>today</strong>.</p>'
    open({ announcements: [{ id: 'a1', html, from }] }, season)
    const announcements = within(await screen.findByRole('region', { name: 'Announcements' }))
    announcements.getByText('today')
    await announcements.findByText(time)
  })

  it('take no place where there are none', async () => {
    const { called } = open({ announcements: [] })
    await waitFor(() => expect(called.map(({ name }) => name)).toContain('listAnnouncements'))
    await screen.findByText('Tent registration could not be loaded.')
    expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull()
  })

  it('are said to be missing where they could not be loaded, with a way to try again', async () => {
    const { user, reply } = open(unanswered)
    const failed = await screen.findByText(pagesTexts.announcementsFailed)
    reply({ listAnnouncements: { announcements: [] } })
    const part = within(failed.parentElement ?? document.body)
    await user.click(part.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(failed.isConnected).toBe(false))
  })
})
