import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { rosterRow } from '../../../../tests/support/roster-row.ts'
import { listed, person, Refused, type Replies, show } from '../../../../tests/support/show.tsx'
import type { TentRecord } from '../../../shared/check-history/contract.ts'
import type { RosterSync } from '../../../shared/roster-sync/contract.ts'
import type { ListedTent } from '../../../shared/tents/contract.ts'
import { rosterTexts } from '../../tents/roster/texts.ts'
import { Tents } from './tents.tsx'

const tents: ListedTent[] = [
  {
    ...rosterRow({ order: 'A', name: 'Ants', netIDs: 'zz9', members: 'Zoe Zett' }),
    id: 'recA',
    people: [{ id: '1', name: 'Zoe Zett', netID: 'zz9' }],
  },
  {
    ...rosterRow({
      order: 'B',
      name: 'Bees',
      type: 'Black',
      members: 'Taylor, Zoe',
      netIDs: 'tb1, zz9',
    }),
    id: 'recB',
    people: [
      { id: '2', name: 'Taylor', netID: 'tb1' },
      { id: '3', name: 'Zoe', netID: 'zz9' },
    ],
  },
]

const sync = (source: RosterSync['source']): RosterSync => ({
  source,
  pulledAt: null,
  counts: null,
  keyUnreadable: false,
  failure: null,
  missingColumns: [],
  problems: [],
  problemCount: 0,
  shrink: null,
  waiting: 0,
  oldestWaitingSince: null,
  failed: [],
  differences: [],
  requestsThisMonth: 0,
  blocked: null,
})

const record: TentRecord = {
  tent: { id: 'recB', order: 'B', name: 'Bees' },
  standing: { period: null, misses: 0, allowed: 0 },
  checks: [],
}
const pastCheck: TentRecord['checks'][number] = {
  checkId: 'c1',
  startedAt: '2026-01-19T03:04:00Z',
  outcome: 'miss',
  marked: 'miss',
  at: null,
  by: null,
  present: [],
  required: null,
  corrections: [],
  disputableUntil: null,
}
const replies: Replies = {
  listTents: tents,
  listUsers: [listed(person), listed({ ...person, netID: 'zz9', firstName: 'Zoe' })],
  signInWays: { confirmNetIDs: 'off', mail: false, campus: null, passwords: 'on' },
  tentRecord: record,
  rosterSync: sync('file'),
  airtableConfig: {
    hasApiKey: false,
    maskedApiKey: '',
    airtableBaseId: '',
    airtableTableId: '',
  },
  editRoster: { changes: [] },
}

async function openBees(mayChange: boolean, more: Replies = {}) {
  const view = show(<Tents mayChange={mayChange} />, { ...replies, ...more })
  await view.user.click(await screen.findByRole('button', { name: 'Bees' }))
  const dialog = await screen.findByRole('dialog', { name: 'B Bees' })
  return { ...view, dialog: within(dialog) }
}

describe('a tent that is opened', () => {
  it('shows its facts, its people, and the accounts that match with how they do', async () => {
    const { dialog } = await openBees(false)
    expect(await dialog.findByText('Accounts that match: 2')).toBeDefined()
    expect(dialog.getByText('Black')).toBeDefined()
    const items = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items).toEqual([
      'Taylortb1account',
      'Zoezz9account',
      'Taylor Brookstb1by netIDs',
      'Zoe Brookszz9by netIDs · has A Ants, which names them first',
    ])
    expect(await dialog.findByText(/^This tent has not been in a check yet\./)).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  it('shows its facts as they are now, beside its record', async () => {
    const view = show(<Tents mayChange={false} />, replies)
    const bees = await screen.findByRole('button', { name: 'Bees' })
    view.reply({ listTents: tents.map((tent) => ({ ...tent, lastMissLM: 'Lena' })) })
    await view.user.click(bees)
    await within(await screen.findByRole('dialog')).findByText('Lena')
  })

  it('says that netIDs beside names are guesses, where there are any', async () => {
    const { dialog } = await openBees(false)
    dialog.getByText(rosterTexts.netIDsAreGuesses)
  })

  it('says nothing of guesses where no name has a netID', async () => {
    const people = [{ id: '2', name: 'Taylor', netID: null }]
    const listTents = tents.map((tent) => ({ ...tent, people }))
    const { dialog } = await openBees(false, { listTents })
    dialog.getByText('Taylor')
    expect(dialog.queryByText(rosterTexts.netIDsAreGuesses)).toBeNull()
  })

  it('leads to each of its past checks', async () => {
    const { dialog } = await openBees(false, {
      tentRecord: { ...record, numberOfMisses: 1, checks: [pastCheck] },
    })
    const link = await dialog.findByRole('link', { name: /^The whole check/ })
    expect(link.getAttribute('href')).toBe('/checks/c1#tent-recB')
  })

  it('says of each of its past checks who marked it, and when', async () => {
    const marked = { ...pastCheck, by: { netID: 'mk1', name: 'Mona' }, at: '2026-01-19T03:16:00Z' }
    const { dialog } = await openBees(false, {
      tentRecord: { ...record, numberOfMisses: 1, checks: [{ ...marked, required: 10 }] },
    })
    await dialog.findByText(
      'by Mona, 10:16 PM · 10 required · no count was kept: the mark was a Miss',
    )
  })

  it.each([true, false])(
    'says which Miss is disputed; may it be answered: %s',
    async (mayAnswer) => {
      const { dialog } = await openBees(mayAnswer, {
        tentRecord: {
          ...record,
          numberOfMisses: 1,
          checks: [{ ...pastCheck, dispute: { id: 'd1', isAnswered: false, isWaiting: true } }],
        },
      })
      expect(await dialog.findByText('disputed')).toBeDefined()
      const link = dialog.queryByRole('link', { name: 'disputed, not answered yet' })
      expect(link?.getAttribute('href')).toBe(
        mayAnswer ? '/line-monitor-dashboard#disputes/d1' : undefined,
      )
    },
  )

  it('is edited: only what was touched is sent', async () => {
    const { dialog, user, written } = await openBees(true)
    await user.click(await dialog.findByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit B Bees' }))
    await user.clear(form.getByLabelText('Type'))
    await user.type(form.getByLabelText('Day Number'), '2')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Edit B Bees' })).toBeNull()
    const was = { type: 'Black', dayNumber: null }
    const edits = [{ id: 'recB', was, fields: { type: '', dayNumber: 2 } }]
    expect(written().at(-1)).toEqual({ name: 'editRoster', body: { edits } })
  })

  it('says in the form why it is refused', async () => {
    const refused = new Refused(400, 'Name: There is an invisible character here.', 'tentRefused')
    const { dialog, user } = await openBees(true, { editRoster: refused })
    await user.click(await dialog.findByRole('button', { name: 'Edit' }))
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText(refused.error)).toBeDefined()
  })

  it('stays open where a dialog upon it is left by Escape', async () => {
    const { dialog, user } = await openBees(true)
    await user.click(await dialog.findByRole('button', { name: 'Edit' }))
    const upon = await screen.findByRole('dialog', { name: 'Edit B Bees' })
    fireEvent(upon, new Event('cancel', { cancelable: true, bubbles: false }))
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Edit B Bees' })).toBeNull()
    expect(screen.getByRole('dialog', { name: 'B Bees' })).toBeDefined()
  })

  it('trades places with the one before it', async () => {
    const { dialog, user, written } = await openBees(true)
    await user.click(await dialog.findByRole('button', { name: 'Trade places with A Ants' }))
    const edits = [
      { id: 'recB', was: { order: 'B' }, fields: { order: 'A' } },
      { id: 'recA', was: { order: 'A' }, fields: { order: 'B' } },
    ]
    await expect.poll(() => written().at(-1)).toEqual({ name: 'editRoster', body: { edits } })
  })

  it('is taken off the roster once that is meant', async () => {
    const { dialog, user, written } = await openBees(true)
    await user.click(await dialog.findByRole('button', { name: 'Take off the roster…' }))
    expect(written()).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Take it off' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    const edits = [{ id: 'recB', fields: null }]
    expect(written()).toEqual([{ name: 'editRoster', body: { edits } }])
  })

  it('that comes from Airtable leads to its record, and is changed there', async () => {
    const { dialog } = await openBees(true, {
      rosterSync: sync('airtable'),
      airtableConfig: {
        hasApiKey: true,
        maskedApiKey: '••••',
        airtableBaseId: 'app1',
        airtableTableId: 'tbl2',
      },
    })
    const link = await dialog.findByRole('link', { name: 'Its record at Airtable' })
    expect(link.getAttribute('href')).toBe('https://airtable.com/app1/tbl2/recB')
    expect(dialog.queryByRole('button', { name: 'Edit' })).toBeNull()
  })
})

it('the checks of an opened tent come before its members', async () => {
  show(<Tents mayChange={false} />, replies, '/#tents/recB')
  const dialog = within(await screen.findByRole('dialog', { name: 'B Bees' }))
  await dialog.findByRole('heading', { name: /^Members/ })
  const titles = dialog.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)
  expect(titles[0]).toBe('Checks')
})

describe('a tent that an address names, and the roster has no longer', () => {
  const gone = { id: 'recG', order: 'G', name: 'Gnats' }

  it('opens with its record, which is all that is left of it', async () => {
    const left = { ...replies, tentRecord: { ...record, tent: gone } }
    const { user } = show(<Tents mayChange={false} />, left, '/#tents/recG')
    const dialog = within(await screen.findByRole('dialog', { name: 'G Gnats' }))
    expect(dialog.getByText('This tent is no longer on the roster.')).toBeDefined()
    expect(await dialog.findByText(/^This tent has not been in a check yet\./)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens also where no tent is left at all', async () => {
    const left = { ...replies, listTents: [], tentRecord: { ...record, tent: gone } }
    show(<Tents mayChange={false} />, left, '/#tents/recG')
    expect(await screen.findByRole('dialog', { name: 'G Gnats' })).toBeDefined()
  })

  it('that has another id by now is not said to have left it', async () => {
    show(<Tents mayChange={false} />, replies, '/#tents/oldB')
    const dialog = within(await screen.findByRole('dialog', { name: 'B Bees' }))
    expect(dialog.queryByText('This tent is no longer on the roster.')).toBeNull()
  })

  it('opens nothing where it names none', async () => {
    show(<Tents mayChange={false} />, replies, '/#tents/')
    await screen.findByRole('button', { name: 'Bees' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

it('a tent is added', async () => {
  const { user, written } = show(<Tents mayChange />, replies)
  await user.click(await screen.findByRole('button', { name: 'Add a tent…' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add a tent' }))
  await user.type(form.getByLabelText('Name'), 'Cats')
  await user.click(form.getByRole('button', { name: 'Add it' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const edits = [{ id: null, fields: { name: 'Cats' } }]
  expect(written().at(-1)).toEqual({ name: 'editRoster', body: { edits } })
})
