import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { shiftsPicture } from '../../../tests/support/shifts-picture.ts'
import { mute, openScreen, person, Refused, unanswered } from '../../../tests/support/show.tsx'
import type { OwnTentNow, RecordedCheck } from '../../shared/check-history/contract.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { seasonNow } from '../../shared/season/rules.ts'
import type { ListedTent } from '../../shared/tents/contract.ts'
import { publicForm } from '../../shared/tents/views.ts'
import { disputesTexts } from '../disputes/texts.ts'

it('the profile says that the person or their tent could not be loaded', async () => {
  const { container } = openScreen('/profile', { me: unanswered, listTents: unanswered }, person)
  await screen.findByRole('heading', { name: 'Hi, Taylor' })
  await screen.findByText('Failed to load profile.')
  await screen.findByText('Failed to load tent data.')
  expect(container.querySelector('svg[height="13.5rem"]')).toBeNull()
})

it('the profile says why, where the server does', async () => {
  const busy = new Refused(503, 'Tent City is busy.')
  const away = new Refused(500, 'The tents are away.')
  openScreen('/profile', { me: busy, listTents: away }, person)
  await screen.findByText('Tent City is busy.')
  await screen.findByText('The tents are away.')
})

it('the profile says that nobody’s tent has one’s netID', async () => {
  openScreen('/profile', { me: person, listTents: [] }, person)
  await screen.findByText('We couldn’t find a tent associated with your netID.')
})

const tent = {
  id: 't1',
  order: 'A',
  name: 'Ants',
  type: 'Blue',
  captain: '',
  captainName: 'Ann Lee',
  members: 'Ann Lee, Bo Chen',
  netIDs: 'tb1',
  numberOfMisses: 1,
  dayNumber: 1,
  nightNumber: 2,
  lastMissLM: 'Lena',
  dateOfLastMiss: '',
  lastCheck: 'Ann Lee, Bo Chen',
  dateOfLastCheck: '',
  seenBy: [],
}
const checked = (outcome: RecordedCheck['outcome'], present: string[]): RecordedCheck => ({
  checkId: 'c1',
  startedAt: '2026-01-29T07:00:00.000Z',
  outcome,
  marked: outcome,
  at: '2026-01-29T07:05:00.000Z',
  by: 'Lena',
  present,
  required: 2,
  corrections: [],
  disputableUntil: null,
})

it.each([
  [0, 'none'],
  [1, '1'],
])('the profile shows one’s tent, with %i Misses as %s', async (numberOfMisses, misses) => {
  openScreen('/profile', { me: person, listTents: [{ ...tent, numberOfMisses }] }, person)
  await screen.findByText('Matched by NetID')
  const card = within(screen.getByRole('region', { name: 'Ants' }))
  const facts = [...card.getAllByRole('term')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ])
  expect(facts).toEqual(
    expect.arrayContaining([
      ['Captain', 'Ann Lee'],
      ['Type', 'Blue'],
      ['Misses', misses],
    ]),
  )
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ann Lee',
    'Bo Chen',
  ])
})

it('the profile shows the new e-mail once it is changed', async () => {
  const updateEmail = { email: 'new@duke.edu' }
  const { user } = openScreen('/profile', { me: person, listTents: [], updateEmail }, person)
  await screen.findByText('Now: tb1@duke.edu')
  await user.type(screen.getByLabelText('New email'), updateEmail.email)
  await user.click(screen.getByRole('button', { name: 'Update profile' }))
  await screen.findByText('Profile updated successfully!')
  await screen.findByText('Now: new@duke.edu')
})

it.each<[RecordedCheck['outcome'], string[], Partial<RecordedCheck>, string[]]>([
  ['make', ['Ann Lee', 'Bo Chen'], {}, ['Ann Lee, there', 'Bo Chen, there']],
  ['make', [], {}, ['Ann Lee, not there', 'Bo Chen, not there']],
  ['make', [], { seasonClosed: true }, ['Ann Lee', 'Bo Chen']],
  ['miss', [], {}, ['Ann Lee', 'Bo Chen']],
  ['miss', ['Bo Chen'], { marked: 'make' }, ['Ann Lee, not there', 'Bo Chen, there']],
  ['none', [], {}, ['Ann Lee', 'Bo Chen']],
  ['make', ['Anne Lee', 'Bo Chen'], {}, ['Ann Lee', 'Bo Chen, there']],
])(
  'the profile says who was counted in the last check: %s of %j, %j',
  async (outcome, present, more, expected) => {
    const tentRecord = {
      tent: { id: 't1', order: 'A', name: 'Ants' },
      standing: { period: 'Blue', misses: 1, allowed: 2 },
      checks: [{ ...checked(outcome, present), ...more }],
    }
    openScreen('/profile', { me: person, listTents: [tent], tentRecord }, person)
    const title = await screen.findByText('Team members')
    const read = () =>
      [...(title.parentElement?.querySelectorAll('ul')[0]?.querySelectorAll('li') ?? [])].map(
        ({ textContent }) => textContent.replace(/^[✓–]/, ''),
      )
    await expect.poll(read).toEqual(expected)
  },
)

it.each([
  [['Ann Lee'], null],
  [['Anne Lee', 'Bo Chen'], 'Also counted: Anne Lee'],
  [['Anne Lee', 'Robert Chen'], 'Also counted: Anne Lee, Robert Chen'],
])('the profile lists whoever was counted by a name of then: of %j %s', async (present, text) => {
  const tentRecord = {
    tent: { id: 't1', order: 'A', name: 'Ants' },
    standing: { period: 'Blue', misses: 0, allowed: 2 },
    checks: [checked('make', present)],
  }
  openScreen('/profile', { me: person, listTents: [tent], tentRecord }, person)
  const card = within(await screen.findByRole('region', { name: 'Ants' }))
  await card.findByText('Who was counted in the last check:')
  expect(card.queryByText(/^Also counted/)?.textContent ?? null).toBe(text)
})

it.each<[Partial<RecordedCheck>, string | null]>([
  [{}, null],
  [{ excluded: [] }, null],
  [{ excluded: ['Bo Chen'] }, 'Bo Chen was excluded since.'],
])('the profile says who of those counted was excluded since: %j', async (more, text) => {
  const tentRecord = {
    tent: { id: 't1', order: 'A', name: 'Ants' },
    standing: { period: 'Blue', misses: 0, allowed: 2 },
    checks: [{ ...checked('make', ['Ann Lee', 'Bo Chen']), ...more }],
  }
  openScreen('/profile', { me: person, listTents: [tent], tentRecord }, person)
  const card = within(await screen.findByRole('region', { name: 'Ants' }))
  await card.findByText('Who was counted in the last check:')
  expect(card.getByText('Bo Chen').textContent).toBe('✓Bo Chen, there')
  expect(card.queryByText(/excluded/)?.textContent ?? null).toBe(text)
})

/** The profile while a Miss stands that can be disputed. */
function openMissed(listTents: ListedTent[] = [tent]) {
  const own: OwnTentNow = {
    ...{ id: 't1', order: 'A', name: 'Ants', required: 2 },
    ...{ status: 'miss', at: '2026-01-29T07:05:00.000Z' },
    misses: { period: 'Blue', standing: 0, allowed: 1 },
  }
  const nowOf = (more: Partial<OwnTentNow>) => ({
    ...{ at: '2026-01-29T08:00:00.000Z', period: 'Blue', clock: 'night' as const, required: 2 },
    ...{ grace: null, check: null },
    tent: { ...own, ...more },
  })
  const recordOf = (outcome: RecordedCheck['outcome']) => ({
    tent: { id: 't1', order: 'A', name: 'Ants' },
    standing: { period: 'Blue', misses: 0, allowed: 1 },
    checks: [{ ...checked(outcome, []), disputableUntil: '2099-01-01T00:00:00.000Z' }],
  })
  const replies = { me: person, listTents, listDisputes: { disputes: [] } }
  const page = openScreen(
    '/profile',
    { ...replies, now: nowOf({}), tentRecord: recordOf('miss') },
    person,
  )
  return { ...page, nowOf, recordOf }
}

describe('one’s own tent on the profile', () => {
  it('is told what the next Miss leads to before there is none left', async () => {
    openMissed()
    await screen.findByText(/0 of 1 allowed in Blue\. One more is allowed\./)
  })

  it('that has left the roster keeps its checks, and its Miss can be disputed', async () => {
    const page = openMissed([])
    page.reply({
      listDisputes: { disputes: [], leftTents: [{ id: 't1', order: 'A', name: 'Ants' }] },
      fileDispute: { ok: true, id: 'd1' },
    })
    await page.queryClient.invalidateQueries()
    const record = await screen.findByRole('region', { name: 'Checks of your tent A Ants' })
    within(record).getByText(disputesTexts.leftTent)
    const begin = await within(record).findByRole('button', { name: 'Dispute this Miss' })
    await page.user.click(begin)
    await page.user.type(await screen.findByLabelText('What happened?'), 'We were there.')
    await page.user.click(screen.getByRole('button', { name: 'Send' }))
    const sent = { checkId: 'c1', tentId: 't1', text: 'We were there.' }
    await expect.poll(page.written).toContainEqual({ name: 'fileDispute', body: sent })
  })

  it('has nobody to choose from where it has no members yet', async () => {
    const page = openMissed()
    const me = { memberId: null, suggested: null, as: 'member', canPlan: false } as const
    page.reply({ getShifts: shiftsPicture({ me, people: [] }) })
    await page.queryClient.invalidateQueries()
    const next = within(await screen.findByRole('region', { name: 'Your next shift' }))
    next.getByText('Your tent has no members yet.')
    expect(next.queryByText('Which of these are you?')).toBeNull()
  })

  it('has its next shift shown before that of a second one, each named', async () => {
    const page = openMissed()
    page.reply({ getShifts: shiftsPicture({ people: [] }) })
    await page.queryClient.invalidateQueries()
    await screen.findByRole('region', { name: 'Your next shift' })
    const titles = () =>
      screen.queryAllByRole('heading', { name: /next shift/ }).map((title) => title.textContent)
    expect(titles()).toEqual([])
    page.reply({
      listTents: [{ ...publicForm(tent), id: 'tB', name: 'Bees', isMember: true }, tent],
    })
    await page.queryClient.invalidateQueries()
    const names = ['Your next shift in tent A Ants', 'Your next shift in tent A Bees']
    await expect.poll(titles).toEqual(names)
    await expect
      .poll(() => screen.getAllByRole('region', { name: 'Your next shift' }).length)
      .toBe(2)
  })

  it('stands before a second one of one’s own, whose Miss is disputed in its place', async () => {
    const fileDispute = { ok: true as const, id: 'd1' }
    const page = openMissed([tent, { ...publicForm(tent), id: 'tB', name: 'Bees', isMember: true }])
    page.reply({ fileDispute })
    const first = within(await screen.findByRole('region', { name: 'Checks of your tent A Ants' }))
    await first.findByRole('button', { name: 'Dispute this Miss' })
    const second = within(screen.getByRole('region', { name: 'Checks of your tent A Bees' }))
    await page.user.click(await second.findByRole('button', { name: 'Dispute this Miss' }))
    await page.user.type(await screen.findByLabelText('What happened?'), 'We were there.')
    const at = '2026-01-29T08:00:00.000Z'
    const filed = { id: 'd1', checkId: 'c1', tentId: 'tB', order: 'A', at, answer: null }
    const by = { netID: null, name: 'Taylor' }
    page.reply({ listDisputes: { disputes: [{ ...filed, by, text: 'We were there.' }] } })
    await page.user.click(screen.getByRole('button', { name: 'Send' }))
    await second.findByText('We were there.')
    const sent = page.called.find(({ name }) => name === 'fileDispute')?.body
    expect(sent).toEqual({ checkId: 'c1', tentId: 'tB', text: 'We were there.' })
    expect(second.queryByRole('button', { name: 'Dispute this Miss' })).toBeNull()
    first.getByRole('button', { name: 'Dispute this Miss' })
  })

  it('has a second one of one’s own asked for again and again, which a correction may change', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const page = openMissed([tent, { ...publicForm(tent), id: 'tB', name: 'Bees', isMember: true }])
    const second = within(await screen.findByRole('region', { name: 'Checks of your tent A Bees' }))
    await second.findByRole('button', { name: 'Dispute this Miss' })
    page.reply({ tentRecord: page.recordOf('make') })
    await vi.advanceTimersByTimeAsync(30_000)
    await second.findByText('Make')
    const first = within(screen.getByRole('region', { name: 'Checks of your tent A Ants' }))
    first.getByText('Miss')
  })

  it('is told of grace while it holds, and off season of neither grace nor Misses', async () => {
    const page = openMissed()
    const grace = { from: '', until: '2026-01-29T10:00:00.000Z', reason: 'Tent check' }
    page.reply({ now: { ...page.nowOf({}), grace } })
    await page.queryClient.invalidateQueries({ queryKey: ['now'] })
    const standing = within(await screen.findByLabelText('How your tent stands'))
    await standing.findByText(/^Grace until .*5:00 AM.*: Tent check$/)
    const season = { ...defaultRules, inSeason: false }
    page.reply({ getSeason: { ...season, now: seasonNow(season, [], Date.now()) } })
    await page.queryClient.invalidateQueries({ queryKey: ['season'] })
    await standing.findByText('It is off season: there are no checks.')
    standing.getByText('Miss')
    expect(standing.queryByText(/Grace|allowed/)).toBeNull()
  })

  it('is told what is demanded while it is in a check, also in grace and off season', async () => {
    const page = openMissed()
    const grace = { from: '', until: '2026-01-29T10:00:00.000Z', reason: 'Tent check' }
    const check = { checkId: 'c2', startedAt: '2026-01-29T07:00:00.000Z' }
    const now = { ...page.nowOf({ status: 'out', at: null }), grace, check }
    const season = { ...defaultRules, inSeason: false }
    page.reply({ now })
    await page.queryClient.invalidateQueries({ queryKey: ['now'] })
    const standing = within(await screen.findByLabelText('How your tent stands'))
    await standing.findByText('In this check 2 of you must be there.')
    expect(standing.queryByText(/^Grace until/)).toBeNull()
    page.reply({ getSeason: { ...season, now: seasonNow(season, [], Date.now()) } })
    await page.queryClient.invalidateQueries({ queryKey: ['season'] })
    await expect.poll(() => standing.queryByText(/allowed/)).toBeNull()
    standing.getByText('In this check 2 of you must be there.')
    page.reply({ now: { ...now, ...page.nowOf({ status: 'notInCheck', at: null }), check } })
    await page.queryClient.invalidateQueries({ queryKey: ['now'] })
    await standing.findByText('It is off season: there are no checks.')
  })

  it('leads to its dispute while there is none and time is left', async () => {
    const page = openMissed()
    const standing = within(await screen.findByLabelText('How your tent stands'))
    const link = await standing.findByRole('link', { name: 'Dispute this Miss' })
    expect(link.getAttribute('href')).toBe('#record')
    const record = page.recordOf('miss')
    const checks = record.checks.map((check) => ({ ...check, disputableUntil: null }))
    page.reply({ tentRecord: { ...record, checks } })
    await page.queryClient.invalidateQueries()
    await screen.findByText('The time to dispute it is over.')
    expect(standing.queryByRole('link', { name: 'Dispute this Miss' })).toBeNull()
  })

  it('says to whoever may not dispute who may, and not that its time is over', async () => {
    const page = openMissed()
    await screen.findByRole('button', { name: 'Dispute this Miss' })
    const record = page.recordOf('miss')
    const checks = record.checks.map((check) => ({
      ...check,
      disputableUntil: null,
      notDisputable: true as const,
    }))
    page.reply({ tentRecord: { ...record, checks } })
    await page.queryClient.invalidateQueries()
    await screen.findByText(disputesTexts.notDisputable)
    expect(screen.queryByText('Dispute this Miss')).toBeNull()
    expect(screen.queryByText('The time to dispute it is over.')).toBeNull()
    page.reply({
      tentRecord: { ...record, checks: checks.map((check) => ({ ...check, seasonClosed: true })) },
    })
    await page.queryClient.invalidateQueries()
    await screen.findByText('The time to dispute it is over.')
  })

  it.each([
    [null, 'miss', 'Disputed, and not answered yet.'],
    ['upheld', 'miss', 'Disputed: the Miss stands.'],
    ['upheld', 'make', 'Disputed, and answered.'],
    ['vacated', 'none', 'Disputed: the Miss is taken away.'],
    ['vacated', 'miss', 'Disputed, and answered.'],
  ] as const)(
    'says of its dispute what still holds: answered with %s, now a %s',
    async (answered, outcome, text) => {
      const page = openMissed()
      const at = '2026-01-29T08:00:00.000Z'
      const by = { netID: null, name: 'Bo' }
      const answer = answered && { outcome: answered, text: 'Seen.', by, at }
      const filed = { id: 'd1', checkId: 'c1', tentId: 't1', order: 'A', at, by, text: '', answer }
      page.reply({
        now: page.nowOf({ status: outcome }),
        tentRecord: page.recordOf(outcome),
        listDisputes: { disputes: [filed] },
      })
      await page.queryClient.invalidateQueries()
      const standing = within(await screen.findByLabelText('How your tent stands'))
      await standing.findByText(text)
    },
  )

  it('says at the check that its outcome was changed after the answer', async () => {
    const page = openMissed()
    const by = { netID: null, name: 'Bo' }
    const answer = {
      outcome: 'vacated' as const,
      text: 'Seen.',
      by,
      at: '2026-01-29T08:00:00.000Z',
    }
    const filed = { id: 'd1', checkId: 'c1', tentId: 't1', order: 'A', at: answer.at, by, text: '' }
    page.reply({ listDisputes: { disputes: [{ ...filed, answer }] } })
    await page.queryClient.invalidateQueries()
    const record = within(await screen.findByRole('region', { name: 'Checks of your tent' }))
    await record.findByText('The Miss is taken away')
    expect(record.queryByText(/changed after this answer/)).toBeNull()
    const at = '2026-01-29T08:30:00.000Z'
    const corrections = [{ outcome: 'miss' as const, reason: 'Wrong tent', at }]
    const found = page.recordOf('miss')
    const checks = found.checks.map((check) => ({ ...check, corrections }))
    page.reply({ tentRecord: { ...found, checks } })
    await page.queryClient.invalidateQueries()
    await record.findByText(/It was changed after this answer\.$/)
  })

  it('is read anew where a poll finds it otherwise, after a correction', async () => {
    const page = openMissed()
    const standing = await screen.findByLabelText('How your tent stands')
    await within(standing).findByText('Miss')
    page.reply({ now: page.nowOf({ status: 'none', at: null }), tentRecord: page.recordOf('none') })
    await page.queryClient.invalidateQueries({ queryKey: ['now'] })
    await within(standing).findByText('Not marked')
    const asked = (name: string) => page.called.filter((one) => one.name === name).length
    await expect.poll(() => [asked('listTents'), asked('tentRecord')]).toEqual([2, 2])
  })

  it('is not live while it cannot be loaded again: it says as of when it is', async () => {
    const page = openMissed()
    const startedAt = '2026-01-29T07:00:00.000Z'
    const now = { ...page.nowOf({ status: 'out', at: null }), check: { checkId: 'c2', startedAt } }
    page.reply({ now })
    await page.queryClient.invalidateQueries({ queryKey: ['now'] })
    const standing = await screen.findByLabelText('How your tent stands')
    await within(standing).findByText('Live')
    page.reply({ now: unanswered })
    await page.queryClient.invalidateQueries({ queryKey: ['now'] })
    const offline = await screen.findByText(/^Offline: as of .*3:00 AM/)
    within(standing).getByText('Still out')
    expect(within(standing).queryByText('Live')).toBeNull()
    page.reply({ now })
    const again = offline.closest('[role=alert]')?.nextElementSibling
    await page.user.click(again ?? offline)
    await within(standing).findByText('Live')
    expect(screen.queryByText(/^Offline/)).toBeNull()
  })

  it('leaves the dispute that is being written where it is when another check ends', async () => {
    const page = openMissed()
    await page.user.click(await screen.findByRole('button', { name: 'Dispute this Miss' }))
    const dialog = await screen.findByRole('dialog')
    const record = page.recordOf('miss')
    const newer = { ...checked('make', ['Ann Lee']), checkId: 'c2' }
    page.reply({ tentRecord: { ...record, checks: [newer, ...record.checks] } })
    await page.queryClient.invalidateQueries()
    await expect.poll(() => dialog.closest('li')?.previousElementSibling).toBeInstanceOf(Element)
    expect(dialog.closest('details')?.open).toBe(true)
  })

  it('leaves the dispute that is being written when another member sends one first', async () => {
    const page = openMissed()
    await page.user.click(await screen.findByRole('button', { name: 'Dispute this Miss' }))
    await page.user.type(await screen.findByLabelText('What happened?'), 'We were there.')
    const at = '2026-01-29T08:00:00.000Z'
    const filed = { id: 'd1', checkId: 'c1', tentId: 't1', order: 'A', at, answer: null }
    const by = { netID: null, name: 'Bo' }
    page.reply({ listDisputes: { disputes: [{ ...filed, by, text: 'Bo was there.' }] } })
    await page.queryClient.invalidateQueries()
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Bo has already disputed it.')
    expect(dialog.getByLabelText<HTMLTextAreaElement>('What happened?').value).toBe(
      'We were there.',
    )
    expect(dialog.getByRole('button', { name: 'Send' }).matches(':disabled')).toBe(true)
    await page.user.click(dialog.getByRole('button', { name: 'Close' }))
    await screen.findByText('Bo was there.')
    expect(screen.queryByRole('button', { name: 'Dispute this Miss' })).toBeNull()
  })

  it('shows what an answered dispute changed, also in a check before the last', async () => {
    const page = openMissed()
    const record = page.recordOf('miss')
    const newer = { ...checked('make', []), checkId: 'c2' }
    const filed = { id: 'd1', checkId: 'c1', tentId: 't1', order: 'A', at: newer.startedAt }
    const by = { netID: null, name: 'Bo' }
    const dispute = { ...filed, by, text: 'Bo was there.', answer: null }
    page.reply({
      tentRecord: { ...record, checks: [newer, ...record.checks] },
      listDisputes: { disputes: [dispute] },
    })
    await page.queryClient.invalidateQueries()
    await screen.findByText('Bo was there.')
    const answer = { outcome: 'vacated' as const, text: 'The photo shows it.', by, at: filed.at }
    page.reply({
      tentRecord: { ...record, checks: [newer, ...page.recordOf('none').checks] },
      listDisputes: { disputes: [{ ...dispute, answer }] },
    })
    await page.queryClient.invalidateQueries({ queryKey: ['disputes'] })
    const answered = await screen.findByText('The Miss is taken away')
    const line = () => answered.closest('details')?.querySelector('summary strong')?.textContent
    await expect.poll(line).toBe('Not marked')
  })

  it('leaves the dispute that is being written when its time is over, and says so', async () => {
    const page = openMissed()
    await page.user.click(await screen.findByRole('button', { name: 'Dispute this Miss' }))
    await page.user.type(await screen.findByLabelText('What happened?'), 'We were there.')
    const record = page.recordOf('miss')
    const checks = record.checks.map((check) => ({ ...check, disputableUntil: null }))
    page.reply({ tentRecord: { ...record, checks } })
    await page.queryClient.invalidateQueries()
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('It cannot be disputed any more.')
    expect(dialog.getByRole('button', { name: 'Send' }).matches(':disabled')).toBe(true)
    await page.user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Dispute this Miss' })).toBeNull()
  })

  it('can be disputed for as soon as its disputes are there, and says if they are not', async () => {
    const page = openMissed()
    page.reply({ listDisputes: mute })
    await page.queryClient.resetQueries({ queryKey: ['disputes'] })
    await screen.findByText('The disputes could not be loaded.')
    page.reply({ listDisputes: { disputes: [] } })
    const record = within(screen.getByRole('region', { name: 'Checks of your tent' }))
    await page.user.click(record.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Dispute this Miss' })
  })
})
