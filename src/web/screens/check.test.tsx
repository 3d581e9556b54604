import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import {
  listed,
  openScreen,
  person,
  Refused,
  type Replies,
  unanswered,
} from '../../../tests/support/show.tsx'
import type { CheckLine, CorrectionBody, WholeCheck } from '../../shared/check-history/contract.ts'
import { minuteMs } from '../../shared/durations.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { seasonNow } from '../../shared/season/rules.ts'
import { checkHistoryTexts } from '../check-history/texts.ts'

const bees = {
  ...rosterRow({ order: 'B', name: 'Bees' }),
  id: 'recB',
  people: [],
}
const boss = { ...person, isSuperUser: true }
const lead = { ...person, isLineMonitor: true }

/** A check of one tent that ended so many minutes ago. */
function endedBefore(minutes: number): WholeCheck {
  const endedAt = new Date(Date.now() - minutes * minuteMs).toISOString()
  return {
    id: 'c2',
    startedAt: new Date(Date.now() - (minutes + 20) * minuteMs).toISOString(),
    startedBy: { netID: 'tb1', name: 'Taylor Brooks' },
    endedAt,
    ending: 'ended',
    tents: [
      {
        id: 'rec A',
        order: 'A',
        name: 'Ants',
        outcome: 'miss',
        marked: 'miss',
        by: null,
        at: endedAt,
        present: [],
        required: 6,
        undone: 0,
        corrections: [],
      },
    ],
    makes: 0,
    misses: 1,
    unmarked: 0,
    late: 0,
    corrected: 0,
    period: 'Blue',
    clock: 'night',
    inGrace: false,
    rulesVersion: 3,
    calls: [],
    monitors: [],
    events: [],
  }
}

function opened(check: WholeCheck, user = boss, newest = check, place = '') {
  const replies: Replies = {
    getCheck: check,
    listChecks: { checks: [{ ...newest, tents: newest.tents.length }], more: false },
    reopenCheck: { ok: true },
    checkStatus: new Refused(500),
    listTents: [],
  }
  return openScreen(`/checks/c2${place}`, replies, user)
}

describe('a check that was closed by mistake', () => {
  it('goes on, once that is meant', async () => {
    const { user, called, path } = opened(endedBefore(60))
    const reopened = () => called.filter(({ name }) => name === 'reopenCheck').length
    await user.click(await screen.findByRole('button', { name: 'Go on with it' }))
    expect(reopened()).toBe(0)
    const all = await screen.findAllByRole('button', { name: 'Go on with it' })
    await user.click(all.at(-1) as HTMLElement)
    await expect.poll(path).toBe('/tent-check')
    expect(reopened()).toBe(1)
  })

  it('says why it does not go on', async () => {
    const { user, reply } = opened(endedBefore(60))
    reply({ reopenCheck: new Refused(409, 'Another check began since.', 'checkSuperseded') })
    await user.click(await screen.findByRole('button', { name: 'Go on with it' }))
    const all = await screen.findAllByRole('button', { name: 'Go on with it' })
    await user.click(all.at(-1) as HTMLElement)
    expect(await screen.findByText('Another check began since.')).toBeDefined()
  })

  it('is not offered once its season is closed', async () => {
    opened({ ...endedBefore(1), seasonClosed: true })
    await screen.findByText('1 of 1 tent')
    expect(screen.queryByText('Closed by mistake?')).toBeNull()
  })

  it.each([
    ['a line monitor within 10 minutes', lead, 5, true],
    ['a line monitor later', lead, 11, false],
    ['a super user later', boss, 11, true],
  ])('is offered to whom it may be: %s', async (_, user, minutes, isOffered) => {
    opened(endedBefore(minutes), user)
    await screen.findByText(/rules version 3/)
    await screen.findByText('1 of 1 tent')
    if (isOffered) await screen.findByText('Closed by mistake?')
    else expect(screen.queryByText('Closed by mistake?')).toBeNull()
  })

  it('is offered to a line monitor by the server’s clock, where this phone’s is fast', async () => {
    const { reply } = opened(endedBefore(16), lead)
    const serverNow = Date.now() - 11 * minuteMs
    reply({ getSeason: { ...defaultRules, now: seasonNow(defaultRules, [], serverNow) } })
    await screen.findByText('Closed by mistake?')
  })

  it('is not offered where another one began since', async () => {
    const check = endedBefore(5)
    const { called } = opened(check, boss, { ...check, id: 'c3' })
    await expect.poll(() => called.map(({ name }) => name)).toContain('listChecks')
    await screen.findByText('1 of 1 tent')
    expect(screen.queryByText('Closed by mistake?')).toBeNull()
  })
})

it('a check is told in the time zone of its season', async () => {
  const rules = { ...defaultRules, timeZone: 'America/Los_Angeles' }
  const endedAt = '2026-01-19T03:04:31.000Z'
  const check = { ...endedBefore(60), startedAt: '2026-01-19T02:44:00.000Z', endedAt }
  const by = { netID: 'tb1', name: 'Taylor Brooks' }
  const tents = check.tents.map((tent) => ({ ...tent, by, at: endedAt }))
  const { reply } = opened({ ...check, tents })
  reply({ getSeason: { ...rules, now: seasonNow(rules, [], Date.parse(endedAt)) } })
  await screen.findByText('Sun, 1/18/2026, 6:44 PM Los Angeles time')
  await screen.findByText(/^by Taylor Brooks, 7:04:31 PM/)
})

it('a check whose ledger cannot be read says so, and no numbers', async () => {
  opened({
    ...endedBefore(60),
    misses: 0,
    tents: [],
    period: null,
    clock: null,
    rulesVersion: null,
  })
  await screen.findByText(checkHistoryTexts.checkUnreadable)
  screen.getByText(/^Started by Taylor Brooks/)
  expect(screen.queryByText(/MISSES|CSV|0 of 0/)).toBeNull()
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
})

it('the number of Misses leads to who missed, whom one tap copies; they stand first', async () => {
  const check = endedBefore(60)
  const [ants] = check.tents as [WholeCheck['tents'][0]]
  const bees = { ...ants, id: 'B', order: 'B', name: 'Bees', outcome: 'make' as const }
  const cats = { ...ants, id: 'C', order: 'C', name: 'Cats' }
  const { user } = opened({ ...check, misses: 2, makes: 1, tents: [bees, ants, cats] })
  await screen.findByText('3 of 3 tents')
  const names = () =>
    screen.getAllByRole('link', { name: /^[ABC] / }).map(({ textContent }) => textContent)
  expect(names()).toEqual(['A Ants', 'C Cats', 'B Bees'])
  await user.click(screen.getByRole('link', { name: '2, show who missed' }))
  await screen.findByText('2 of 3 tents')
  expect(names()).toEqual(['A Ants', 'C Cats'])
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Tents' }))
  await user.click(screen.getByRole('button', { name: 'Copy who missed' }))
  await screen.findByText('Copied.')
  expect(await navigator.clipboard.readText()).toBe('A Ants\nC Cats')
})

it('who was counted and excluded later is said at the line', async () => {
  const check = endedBefore(60)
  const at = check.endedAt as string
  const counted = { marked: 'make' as const, present: ['Ann Lee'], required: 1 }
  const tents = check.tents.map((tent) => ({ ...tent, ...counted }))
  const events = [{ number: 2, at, kind: 'excluded' as const, by: null, names: ['Ann Lee'] }]
  opened({ ...check, tents, events })
  await screen.findByText(/1 of 1 counted: Ann Lee · 0 of 1 since Ann Lee was excluded/)
})

it('no tent is said to have shown nobody once its season is closed', async () => {
  const check = endedBefore(5)
  const tents = check.tents.map((line) => ({
    ...line,
    outcome: 'make' as const,
    marked: 'make' as const,
  }))
  opened({ ...check, tents, seasonClosed: true })
  await screen.findByText(/6 required/)
  expect(screen.queryByText(/counted/)).toBeNull()
})

it.each(['rec A', '50%'])(
  'a link in how it went leads past the filters to the line of "%s"; a line monitor corrects none',
  async (tentId) => {
    const check = endedBefore(60)
    const tents = check.tents.map((line) => ({ ...line, id: tentId }))
    const event = { number: 2, at: check.endedAt as string, by: null, tentId }
    const events = [{ ...event, kind: 'marked' as const, outcome: 'miss' as const }]
    const { user } = opened({ ...check, tents, events }, lead)
    await user.type(await screen.findByLabelText('Search tents'), 'nobody at all')
    await screen.findByText(/^No tent matches\./)
    await user.click(screen.getByRole('link', { name: /^Its line/ }))
    await screen.findByText('1 of 1 tent')
    const line = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    within(line as HTMLElement).getByRole('link', { name: 'A Ants' })
    screen.getByText(checkHistoryTexts.whoCorrects)
    expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull()
  },
)

it('a check is downloaded as a table from its own address', async () => {
  opened(endedBefore(60), lead)
  const link = await screen.findByRole('link', { name: 'Download as CSV' })
  expect(link.getAttribute('href')).toBe('/api/checks/c2/results.csv')
  expect(link.hasAttribute('download')).toBe(true)
})

it('its tents are those of one monitor, of one outcome, or both', async () => {
  const check = endedBefore(60)
  const [ants] = check.tents as [CheckLine]
  const ann = { netID: 'aa1', name: 'Ann Lee' }
  const bo = { netID: 'bb2', name: 'Bo Diaz' }
  const corrections = [{ outcome: 'none' as const, by: bo, at: check.startedAt, reason: 'Grace' }]
  const tents: CheckLine[] = [
    { ...ants, by: ann },
    { ...ants, id: 'B', order: 'B', name: 'Bees', outcome: 'make', by: ann },
    { ...ants, id: 'C', order: 'C', name: 'Cats', by: bo },
    { ...ants, id: 'D', order: 'D', name: 'Dogs', outcome: 'none', corrections },
  ]
  const monitors = [
    { ...ann, makes: 1, misses: 1 },
    { ...bo, makes: 0, misses: 1 },
  ]
  const { user } = opened({ ...check, tents, monitors })
  await screen.findByText('4 of 4 tents')
  const choose = async (label: string, option: string) => {
    await user.selectOptions(screen.getByLabelText(label), option)
    return screen.getAllByRole('link', { name: /^[ABCD] / }).map(({ textContent }) => textContent)
  }
  expect(await choose('Marked by', 'Ann Lee')).toEqual(['A Ants', 'B Bees'])
  screen.getByText('2 of 4 tents')
  expect(await choose('Outcome', 'Miss')).toEqual(['A Ants'])
  expect(await choose('Marked by', 'Anyone')).toEqual(['A Ants', 'C Cats'])
  expect(await choose('Outcome', 'Not marked')).toEqual(['D Dogs'])
  expect(await choose('Outcome', 'Corrected')).toEqual(['D Dogs'])
  expect(await choose('Outcome', 'Make')).toEqual(['B Bees'])
  expect(await choose('Outcome', 'All')).toHaveLength(4)
})

it('each tent in a check has a link to its line, also one with no event', async () => {
  const { user } = opened(endedBefore(60), lead)
  await user.click(await screen.findByRole('link', { name: 'Link to the line of A Ants' }))
  expect(location.hash).toBe('#tent-rec%20A')
  const line = screen.getByRole('link', { name: 'A Ants' }).closest('li')
  await expect.poll(() => document.activeElement).toBe(line)
})

it('late marks of one monitor stand in the picture with their number', async () => {
  const check = endedBefore(60)
  const by = { netID: 'aa1', name: 'Ann Lee' }
  const late = { at: check.endedAt as string, kind: 'lateMark' as const, by, tentId: 'rec A' }
  const events = [2, 3, 4].map((number) => ({ ...late, number, outcome: 'miss' as const }))
  opened({ ...check, late: 3, events })
  await screen.findByText('3 late')
})

it('a tent in a check leads to its record', async () => {
  opened(endedBefore(60))
  const link = await screen.findByRole('link', { name: 'A Ants' })
  expect(link.getAttribute('href')).toBe('/line-monitor-dashboard#tents/rec%20A')
})

it('a correction says how the tent is to stand, and why', async () => {
  const { user, called } = opened(endedBefore(60))
  await user.click(await screen.findByRole('button', { name: 'Correct A Ants' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct A Ants' }))
  const send = () => user.click(dialog.getByRole('button', { name: 'Correct it' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'They were there.')
  await send()
  await dialog.findByText('Choose the right outcome and say why.')
  await user.click(dialog.getByRole('radio', { name: 'Make' }))
  await user.clear(dialog.getByRole('textbox', { name: 'Reason' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' ')
  await send()
  expect(called.some(({ name }) => name === 'correctTent')).toBe(false)
})

it('a correction goes on from how the tent stands by now, where somebody else was quicker', async () => {
  const check = endedBefore(60)
  const { user, reply, called } = opened(check)
  await user.click(await screen.findByRole('button', { name: 'Correct A Ants' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct A Ants' }))
  dialog.getByText(/^It is recorded as: Miss/)
  await user.click(dialog.getByRole('radio', { name: 'Make' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'They were there.')
  const tents = check.tents.map((line) => ({ ...line, outcome: 'make' as const }))
  reply({
    correctTent: new Refused(409, 'It stands so already.', 'nothingToCorrect'),
    getCheck: { ...check, makes: 1, misses: 0, tents },
  })
  await user.click(dialog.getByRole('button', { name: 'Correct it' }))
  await dialog.findByText(/^It is recorded as: Make/)
  await user.click(dialog.getByRole('radio', { name: 'Miss' }))
  await user.click(dialog.getByRole('button', { name: 'Correct it' }))
  const sent = () => called.filter(({ name }) => name === 'correctTent').map(({ body }) => body)
  await expect.poll(sent).toMatchObject([
    { from: 'miss', outcome: 'make' },
    { from: 'make', outcome: 'miss' },
  ])
})

/** The first of two tents that missed, its correction filled in and not sent yet. */
async function correctingOfTwo() {
  const check = endedBefore(60)
  const [ants] = check.tents as [CheckLine]
  const cats = { ...ants, id: 'C', order: 'C', name: 'Cats' }
  const { user, reply } = opened({ ...check, misses: 2, tents: [ants, cats] })
  await user.click(await screen.findByRole('link', { name: '2, show who missed' }))
  await user.click(screen.getByRole('button', { name: 'Correct A Ants' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'Make' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'They were there.')
  const corrected = { ...ants, outcome: 'make' as const }
  const after = { ...check, makes: 1, tents: [corrected, cats] }
  return { user, reply, dialog, corrected, after }
}

it('a corrected line that leaves the list gives its focus to how many are left', async () => {
  const { user, reply, dialog, corrected, after } = await correctingOfTwo()
  reply({ correctTent: { ok: true, tent: corrected }, getCheck: after })
  await user.click(dialog.getByRole('button', { name: 'Correct it' }))
  const left = await screen.findByText('1 of 2 tents')
  await expect.poll(() => document.activeElement).toBe(left)
})

it.each(['Correct it', 'Close'])(
  'so does one that left it as its answer was lost, after "%s"',
  async (goOn) => {
    const { user, reply, dialog, corrected, after } = await correctingOfTwo()
    reply({ correctTent: unanswered, getCheck: after })
    await user.click(dialog.getByRole('button', { name: 'Correct it' }))
    const left = await screen.findByText('1 of 2 tents')
    reply({ correctTent: { ok: true, tent: corrected } })
    await user.click(dialog.getByRole('button', { name: goOn }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(left)
  },
)

describe('a correction whose answer was lost', () => {
  /** It was made all the same, and the page shows it by now. */
  async function openUnanswered() {
    const check = endedBefore(60)
    const { user, reply, called } = opened(check)
    await user.click(await screen.findByRole('button', { name: 'Correct A Ants' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Correct A Ants' }))
    await user.click(dialog.getByRole('radio', { name: 'Make' }))
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'They were there.')
    const tents = check.tents.map((line) => ({ ...line, outcome: 'make' as const }))
    reply({ correctTent: unanswered, getCheck: { ...check, makes: 1, misses: 0, tents } })
    const send = () => user.click(dialog.getByRole('button', { name: 'Correct it' }))
    await send()
    await dialog.findByText(/Try again: it counts once/)
    await screen.findByText('Make', { selector: 'li strong' })
    const bodies = () =>
      called.filter(({ name }) => name === 'correctTent').map(({ body }) => body as CorrectionBody)
    return { user, reply, dialog, send, bodies, line: tents[0] as CheckLine }
  }

  it('is the same one after its dialog was closed', async () => {
    const { user, dialog, bodies } = await openUnanswered()
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Correct A Ants' }))
    await screen.findByDisplayValue('They were there.')
    await user.click(screen.getByRole('button', { name: 'Correct it' }))
    await expect.poll(bodies).toHaveLength(2)
    const [first, second] = bodies()
    expect(second).toEqual(first)
  })

  it('is sent again as it was, and as nothing else', async () => {
    const { user, reply, dialog, send, bodies, line } = await openUnanswered()
    dialog.getByText(/^It is recorded as: Miss/)
    expect(dialog.getAllByRole('radio')).toEqual([
      dialog.getByRole('radio', { name: 'Make', checked: true }),
    ])
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' All of them.')
    reply({ correctTent: { ok: true, tent: line } })
    await send()
    await screen.findByText('A Ants is corrected: Make.')
    const [first, second] = bodies()
    expect(first).toMatchObject({ from: 'miss', outcome: 'make', reason: 'They were there.' })
    expect(second).toEqual(first)
  })

  it('is another one after a refusal, from how the tent stands by then', async () => {
    const { user, reply, dialog, send, bodies } = await openUnanswered()
    reply({ correctTent: new Refused(409, 'It stands so already.', 'nothingToCorrect') })
    await send()
    await dialog.findByText(/^It is recorded as: Make/)
    await user.click(dialog.getByRole('radio', { name: 'Not marked' }))
    await send()
    await expect.poll(bodies).toHaveLength(3)
    const [first, , third] = bodies()
    expect(third).toMatchObject({ from: 'make', outcome: 'none', reason: 'They were there.' })
    expect(third?.correctionId).not.toBe(first?.correctionId)
  })
})

describe('a Miss that its tent disputes', () => {
  const check = endedBefore(60)
  const dispute = { id: 'd1', isAnswered: false, isWaiting: true }
  const disputedAs = (state: Partial<typeof dispute>) => ({
    ...check,
    tents: check.tents.map((line) => ({ ...line, dispute: { ...dispute, ...state } })),
  })
  const disputed = disputedAs({})
  const dashboard = '/line-monitor-dashboard#disputes/d1'

  it('leads who may correct it to where it is answered, from its line and from the correction', async () => {
    const { user } = opened(disputed)
    const link = await screen.findByRole('link', { name: 'disputed, not answered yet' })
    expect(link.getAttribute('href')).toBe(dashboard)
    await user.click(screen.getByRole('button', { name: 'Correct A Ants' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Correct A Ants' }))
    expect(dialog.getByRole('link').getAttribute('href')).toBe(dashboard)
    expect(dialog.getByText(/it stays open/)).toBeDefined()
  })

  it('is called so to line monitors, who do not answer', async () => {
    opened(disputed, lead)
    expect(await screen.findByText(/disputed, not answered yet/)).toBeDefined()
    expect(screen.queryByRole('link', { name: /disputed/ })).toBeNull()
  })

  it('says that it is answered', async () => {
    opened(disputedAs({ isAnswered: true, isWaiting: false }))
    await screen.findByRole('link', { name: 'disputed, answered' })
  })

  it('leads nobody to an answer once its season was closed without one', async () => {
    const { user } = opened(disputedAs({ isWaiting: false }))
    await screen.findByText(/disputed, its season was closed before an answer/)
    expect(screen.queryByRole('link', { name: /disputed/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Correct A Ants' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Correct A Ants' }))
    dialog.getByText(/its season was closed before an answer/)
    expect(dialog.queryByRole('link')).toBeNull()
    expect(dialog.queryByText(/it stays open/)).toBeNull()
  })
})

it('the record of a tent opens by its address', async () => {
  const tentRecord = {
    tent: { id: 'recB', order: 'B', name: 'Bees' },
    standing: { period: 'Blue', misses: 1, allowed: 1 },
    numberOfMisses: 4,
    explained: { least: 1, most: 1 },
    checks: [],
  }
  openScreen(
    '/line-monitor-dashboard#tents/recB',
    { listTents: [bees], listUsers: [listed(person)], tentRecord },
    lead,
  )
  await screen.findByRole('dialog', { name: 'B Bees' })
  expect(await screen.findByText('1 of 1 Misses allowed in Blue.')).toBeDefined()
  expect(
    await screen.findByText(
      'The roster says 4, which differs from what the checks explain: somebody changed it.',
    ),
  ).toBeDefined()
})

it('whoever comes to the line of a tent has the focus there', async () => {
  const check = endedBefore(60)
  opened(check, boss, check, '#tent-rec%20A')
  await screen.findByText('1 of 1 tent')
  const line = screen.getByRole('link', { name: 'A Ants' }).closest('li')
  await expect.poll(() => document.activeElement).toBe(line)
})

it('a line that is loaded late takes the focus from nothing that was chosen meanwhile', async () => {
  const check = endedBefore(60)
  let answer = (_: WholeCheck) => {}
  const getCheck = () => new Promise<WholeCheck>((resolve) => (answer = resolve))
  const replies = { getCheck, listChecks: { checks: [], more: false }, listTents: [] }
  openScreen('/checks/c2#tent-rec%20A', replies, boss)
  const all = await screen.findByRole('link', { name: 'All checks' })
  all.focus()
  answer(check)
  await screen.findByText('1 of 1 tent')
  expect(document.activeElement).toBe(all)
})
