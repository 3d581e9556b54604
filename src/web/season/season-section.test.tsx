import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { activeTent } from '../../../tests/support/active-tent.ts'
import { isHeld } from '../../../tests/support/is-held.ts'
import { mute, Refused, type Replies, show, unanswered } from '../../../tests/support/show.tsx'
import { hourMs } from '../../shared/durations.ts'
import type { Season } from '../../shared/season/contract.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { seasonNow } from '../../shared/season/rules.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { SeasonSection } from './season-section.tsx'
import { seasonTexts } from './texts.ts'

beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => void vi.unstubAllEnvs())

const at = Date.parse('2026-02-05T20:00:00Z')
const season: Season = { ...defaultRules, now: seasonNow(defaultRules, [], at) }
const versions = [
  { version: 1, savedAt: '2026-02-05T19:00:00Z', by: { netID: 'head1', name: 'Harper Quinn' } },
]

function openSection(
  replies: Replies = {},
  { mayRead = true, mayChange = true, tents = [] as Tent[] } = {},
) {
  return show(<SeasonSection mayRead={mayRead} mayChange={mayChange} tents={tents} />, {
    getSeason: season,
    listGraces: { graces: [] },
    listSeasonVersions: { versions: [] },
    ...replies,
  })
}

const press = async ({ user }: ReturnType<typeof openSection>, name: string) =>
  user.click(await screen.findByRole('button', { name }))

describe('the season on the dashboard', () => {
  it('names the zone of its times where the device has another', async () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    const grace = {
      ...{ id: 'g1', reason: 'Lightning' },
      ...{ from: '2026-02-05T19:00:00Z', until: '2026-02-05T21:00:00Z' },
    }
    openSection({
      getSeason: { ...season, now: seasonNow(defaultRules, [grace], at) },
      listGraces: { graces: [grace] },
    })
    await screen.findByText('Grace until Thu, Feb 5, 2026, 4:00 PM Eastern')
    await screen.findByText(
      'Lightning: Thu, Feb 5, 2026, 2:00 PM Eastern to Thu, Feb 5, 2026, 4:00 PM Eastern',
    )
    screen.getByText('from Wed, Jan 28, 2026, 7:00 AM Eastern: 1 by day, 6 by night')
    screen.getByText(/the line is .* Eastern\. Until .* Eastern\.$/)
  })

  it('says who saved other rules meanwhile, keeps what is typed, and loads theirs', async () => {
    const theirs = { ...season, version: 1, calls: 2 }
    const section = openSection({ saveSeason: new Refused(409, 'x', 'seasonChanged') })
    await section.user.click(await screen.findByText('Change the rules'))
    const calls = () => screen.getByLabelText<HTMLInputElement>('Calls before a check ends')
    fireEvent.change(calls(), { target: { value: '5' } })
    section.reply({ getSeason: theirs, listSeasonVersions: { versions } })
    await press(section, 'Save rules')
    await screen.findByText(/^Harper Quinn saved newer rules/)
    screen.getByText(/Saving yours changes theirs: Calls before a check ends: 5 \(was 2\)\.$/)
    expect(calls().value).toBe('5')
    await press(section, 'Load theirs')
    expect(calls().value).toBe('2')
    expect(section.called.filter(({ name }) => name === 'saveSeason')).toHaveLength(1)
  })

  it('names nobody where it does not know who saved these', async () => {
    const section = openSection({ saveSeason: new Refused(409, 'x', 'seasonChanged') })
    await section.user.click(await screen.findByText('Change the rules'))
    fireEvent.change(screen.getByLabelText('Calls before a check ends'), { target: { value: '5' } })
    section.reply({
      getSeason: { ...season, version: 2, calls: 2 },
      listSeasonVersions: { versions },
    })
    await press(section, 'Save rules')
    await screen.findByText(/^Somebody saved newer rules/)
    // Asked for anew with the newer version.
    section.reply({
      getSeason: { ...season, version: 3, calls: 2 },
      listSeasonVersions: { versions: [{ ...versions[0], version: 3 }] as typeof versions },
    })
    await act(() => section.queryClient.refetchQueries({ queryKey: ['season'] }))
    await screen.findByText(/^Harper Quinn saved newer rules/)
  })

  it('goes on with what is typed, over rules that somebody saved meanwhile', async () => {
    const section = openSection({ saveSeason: new Refused(409, 'x', 'seasonChanged') })
    await section.user.click(await screen.findByText('Change the rules'))
    const calls = () => screen.getByLabelText<HTMLInputElement>('Calls before a check ends')
    fireEvent.change(calls(), { target: { value: '5' } })
    section.reply({ getSeason: { ...season, version: 1, calls: 2 } })
    await press(section, 'Save rules')
    await press(section, 'Go on with mine')
    section.reply({ saveSeason: { ...season, version: 2, calls: 5 } })
    await press(section, 'Save rules')
    await screen.findByText(seasonTexts.seasonSaved(2))
    expect(section.written().at(-1)?.body).toMatchObject({ version: 1, calls: 5 })
  })

  it('saves the first rules as they are, and no others unchanged', async () => {
    const section = openSection({ saveSeason: { ...season, version: 1 } })
    await section.user.click(await screen.findByText('Change the rules'))
    section.reply({ getSeason: { ...season, version: 1 } })
    await press(section, 'Save rules')
    await screen.findByText(seasonTexts.seasonSaved(1))
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save rules' })
    await waitFor(() => expect(isHeld(save)).toBe(true))
  })

  it('keeps what is typed while it saves, as a change of what is saved now', async () => {
    let answer = () => {}
    const saving = new Promise<Season>((resolve) => {
      answer = () => resolve({ ...season, version: 1, calls: 5 })
    })
    const section = openSection({ saveSeason: () => saving })
    await section.user.click(await screen.findByText('Change the rules'))
    const calls = () => screen.getByLabelText<HTMLInputElement>('Calls before a check ends')
    fireEvent.change(calls(), { target: { value: '5' } })
    await press(section, 'Save rules')
    fireEvent.change(calls(), { target: { value: '6' } })
    section.reply({ getSeason: { ...season, version: 1, calls: 5 } })
    answer()
    await screen.findByText(seasonTexts.seasonSaved(1))
    expect(calls().value).toBe('6')
    expect(screen.queryByText(/saved newer rules/)).toBeNull()
    section.reply({ saveSeason: { ...season, version: 2, calls: 6 } })
    await press(section, 'Save rules')
    await screen.findByText(seasonTexts.seasonSaved(2))
    expect(section.written().at(-1)?.body).toMatchObject({ version: 1, calls: 6 })
  })

  it('calls rules that were saved though no answer came nobody else’s', async () => {
    const section = openSection({ saveSeason: unanswered })
    await section.user.click(await screen.findByText('Change the rules'))
    const calls = () => screen.getByLabelText<HTMLInputElement>('Calls before a check ends')
    fireEvent.change(calls(), { target: { value: '5' } })
    await press(section, 'Save rules')
    await screen.findByText(seasonTexts.seasonUnanswered)
    section.reply({ getSeason: { ...season, version: 1, calls: 5 } })
    await act(() => section.queryClient.refetchQueries())
    await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull())
    section.reply({ getSeason: { ...season, version: 2, calls: 7 } })
    await act(() => section.queryClient.refetchQueries())
    await waitFor(() => expect(calls().value).toBe('7'))
    expect(screen.queryByText(/saved newer rules/)).toBeNull()
    fireEvent.change(calls(), { target: { value: '6' } })
    section.reply({ saveSeason: { ...season, version: 3, calls: 6 } })
    await press(section, 'Save rules')
    await screen.findByText(seasonTexts.seasonSaved(3))
    expect(section.written().at(-1)?.body).toMatchObject({ version: 2, calls: 6 })
  })

  it('sends no rule that is wrong', async () => {
    const section = openSection()
    await section.user.click(await screen.findByText('Change the rules'))
    const blue = within(screen.getByRole('group', { name: 'Period 2' }))
    fireEvent.change(blue.getByLabelText('By night'), { target: { value: '101' } })
    blue.getByText('Must be a whole number from 0 to 100.')
    screen.getByText('1 field is not right yet.')
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save rules' })
    expect(isHeld(save)).toBe(true)
    await section.user.click(save)
    expect(section.written()).toEqual([])
  })

  it('loses one period and moves a year once by a double click', async () => {
    const { user } = openSection()
    await user.click(await screen.findByText('Change the rules'))
    const periods = () => screen.getAllByRole('group', { name: /^Period/ })
    expect(periods()).toHaveLength(4)
    await user.dblClick(screen.getByRole('button', { name: 'Remove the period Black' }))
    expect(periods()).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Remove the period Black' })).toBeNull()
    await user.dblClick(screen.getByRole('button', { name: 'The same rules a year later' }))
    screen.getByDisplayValue('2027')
  })

  it.each([
    ['Remove the period White', 'Periods'],
    ['Remove night 2', 'Nights'],
  ])('leaves the focus at the list whose last row went: %s', async (remove, head) => {
    const section = openSection()
    await section.user.click(await screen.findByText('Change the rules'))
    await press(section, remove)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: head }))
  })

  it('leaves the focus on the button by which a moment or a change is given up', async () => {
    const section = openSection()
    await section.user.click(await screen.findByText('Change the rules'))
    const tried = screen.getByLabelText('Try another moment')
    fireEvent.change(tried, { target: { value: '2026-02-05T03:00' } })
    await press(section, 'Back to now')
    await press(section, 'Add a night')
    await press(section, 'Discard changes')
    for (const name of ['Back to now', 'Discard changes']) {
      const button = screen.getByRole<HTMLButtonElement>('button', { name })
      expect(isHeld(button)).toBe(true)
    }
  })

  it('is tried at any moment, with what is typed before it is saved or discarded', async () => {
    const section = openSection()
    const tryAt = (value: string) =>
      fireEvent.change(screen.getByLabelText('Try another moment'), { target: { value } })
    const said = () => screen.getAllByRole('status')[0]?.textContent
    await screen.findByText(/^At this moment/)
    tryAt('2026-02-10T12:00')
    expect(said()).toContain('Wellness week, day, no checks')
    tryAt('2026-02-05T03:00')
    expect(said()).toBe('Thu, Feb 5, 2026, 3:00 AM: Blue, night, 6 required')

    await section.user.click(screen.getByText('Change the rules'))
    const blue = within(screen.getByRole('group', { name: 'Period 2' }))
    fireEvent.change(blue.getByLabelText('By night'), { target: { value: '7' } })
    screen.getByText('Not saved yet.')
    expect(said()).toContain('Blue, night, 7 required')
    await press(section, 'Add a night')
    const night = within(screen.getByRole('group', { name: 'Night 3' }))
    night.getByText(/^Must be weekdays/)
    await section.user.click(night.getByRole('button', { name: 'Wed', pressed: false }))
    fireEvent.change(night.getByLabelText('From'), { target: { value: '23:00' } })
    night.getByLabelText('From, the evening before')
    expect(night.queryByText(/^Must be/)).toBeNull()
    await press(section, 'The same rules a year later')
    expect(screen.getByLabelText<HTMLInputElement>('Name of the season').value).toBe('2027')

    await press(section, 'Discard changes')
    expect(screen.getByLabelText<HTMLInputElement>('Name of the season').value).toBe('2026')
    expect(screen.queryByRole('group', { name: 'Night 3' })).toBeNull()
    expect(said()).toContain('Blue, night, 6 required')
    await press(section, 'Back to now')
    expect(said()).toContain('At this moment')
    expect(section.written()).toEqual([])
  })

  it('tells of each version what it changed', async () => {
    const periods = defaultRules.periods.map((period) =>
      period.name === 'Blue' ? { ...period, night: 7 } : period,
    )
    const [before, after] = [defaultRules, { ...defaultRules, version: 1, periods }]
    const asked = [after, before]
    const getSeasonVersion = () => asked.shift() ?? mute
    const section = openSection({ listSeasonVersions: { versions }, getSeasonVersion })
    await section.user.click(await screen.findByText(/^Version 1, Harper Quinn/))
    await screen.findByText('Blue requires: 1 by day, 7 by night (was 1 by day, 6 by night).')
  })

  it('takes no grace without a reason', async () => {
    const section = openSection()
    await press(section, 'Declare grace')
    await screen.findByText('Say why.')
    expect(section.called.some(({ name }) => name === 'declareGrace')).toBe(false)
  })

  it('declares no grace from now on while another beginning is half typed', async () => {
    const section = openSection({ declareGrace: { ok: true, id: 'g1' } })
    await section.user.type(await screen.findByLabelText('Reason'), 'Lightning')
    await press(section, '1 hour')
    // As a browser says of half a date, whose value is ''.
    const [from] = screen.getAllByLabelText<HTMLInputElement>('From')
    from?.setCustomValidity('The date is not complete.')
    await press(section, 'Declare grace')
    expect(section.written()).toEqual([])
    from?.setCustomValidity('')
    await press(section, 'Declare grace')
    await screen.findByText(seasonTexts.graceDeclared)
  })

  it.each(['0026-01-19T12:00', '9999-01-19T12:00'])(
    'declares no grace from now on where another beginning has a wrong year: %s',
    async (typed) => {
      const section = openSection({ declareGrace: { ok: true, id: 'g1' } })
      await section.user.type(await screen.findByLabelText('Reason'), 'Lightning')
      const [from] = screen.getAllByLabelText('From')
      if (from) fireEvent.change(from, { target: { value: typed } })
      await press(section, '1 hour')
      await press(section, 'Declare grace')
      screen.getByText('Check the year.')
      expect(section.written()).toEqual([])
    },
  )

  it('says who hears of grace, and leads to where everyone is told', async () => {
    openSection()
    await screen.findByText(/^Profiles show it, and whoever asked for it gets a notification\./)
    const link = screen.getByRole('link', { name: 'announce it' })
    expect(link.getAttribute('href')).toBe('#announcements')
  })

  it.each([
    [-hourMs, 'The grace is over. Nobody gets a message'],
    [hourMs, 'The grace is called off. Nobody gets a message'],
  ])('says of grace that begins in %i ms what its end means', async (inMs, said) => {
    const [from, until] = [at + inMs, at + 2 * hourMs].map((ms) => new Date(ms).toISOString())
    const grace = { id: 'g1', reason: 'Lightning', from: from ?? '', until: until ?? '' }
    const section = openSection({ listGraces: { graces: [grace] }, endGrace: { ok: true } })
    await press(section, 'End the grace: Lightning')
    await screen.findByText(new RegExp(`^${said}`))
  })

  it('declares grace, says until when it holds, and ends it', async () => {
    const grace = {
      reason: 'Lightning',
      from: new Date(at).toISOString(),
      until: new Date(at + hourMs).toISOString(),
    }
    const section = openSection()
    await screen.findByText('There is no grace now.')
    await section.user.type(screen.getByLabelText('Reason'), grace.reason)
    await press(section, '1 hour')
    const graces = [{ id: 'g1', ...grace }]
    section.reply({
      declareGrace: { ok: true, id: 'g1' },
      listGraces: { graces },
      getSeason: { ...season, now: { ...season.now, grace } },
    })
    await press(section, 'Declare grace')
    await screen.findByText(seasonTexts.graceDeclared)
    await screen.findByText('Grace until Thu, Feb 5, 2026, 4:00 PM')
    section.reply({ endGrace: { ok: true }, listGraces: { graces: [] }, getSeason: season })
    await press(section, 'End the grace: Lightning')
    const none = await screen.findByText('There is no grace now.')
    await waitFor(() => expect(document.activeElement).toBe(none))
    expect(section.written()).toEqual([
      { name: 'declareGrace', body: { until: grace.until, reason: grace.reason } },
      { name: 'endGrace', body: undefined },
    ])
  })

  it('warns of tents whose own numbers differ from those of a period that is not over', async () => {
    // As White requires, which is not now.
    const white = activeTent({ order: '1', dayNumber: 1, nightNumber: 2 })
    const tents = [white, activeTent({ order: '2', dayNumber: 50 })]
    openSection({}, { tents })
    await screen.findByText(/^2 tents carry .* of Blue \(/)
    fireEvent.click(screen.getByText('Which tents, White'))
    expect(await screen.findAllByRole('rowheader')).toHaveLength(1)
    screen.getByText(/^1 tent carries .* of White \(/)
    // Black is over, and Wellness week has no checks.
    expect(screen.queryByText(/of (Black|Wellness week) \(/)).toBeNull()
  })

  it.each([
    ['every period with checks before the season begins', '2026-01-10T20:00:00Z', 3],
    ['no period once the season is over', '2026-02-28T12:00:00Z', 0],
  ])('warns of %s', async (_, day, count) => {
    const now = seasonNow(defaultRules, [], Date.parse(day))
    openSection({ getSeason: { ...season, now } }, { tents: [activeTent({ dayNumber: 50 })] })
    await screen.findByRole('heading', { name: `Season ${season.name}` })
    expect(screen.queryAllByText(/^1 tent carries/)).toHaveLength(count)
  })

  it.each([
    ['a line monitor', true],
    ['a tenter', false],
  ])('is only read by %s', async (_, mayRead) => {
    openSection({}, { mayRead, mayChange: false })
    await screen.findByText(seasonTexts.changesSeason)
    expect(screen.queryByRole('button', { name: /Save|Declare/ })).toBeNull()
    const heading = screen.queryByRole('heading', { name: 'Who changed them' })
    expect(heading !== null).toBe(mayRead)
  })

  it('says that it could not be loaded, with a way to try again', async () => {
    const section = openSection({ getSeason: new Refused(500) })
    await screen.findByText(seasonTexts.seasonLoadFailed)
    section.reply({ getSeason: season })
    await press(section, 'Try again')
    await waitFor(() => screen.getByRole('heading', { name: `Season ${season.name}` }))
  })
})
