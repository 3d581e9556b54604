import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Refused, type Replies, show } from '../../../../tests/support/show.tsx'
import { dashboardMessages } from '../../../shared/dashboard-messages.ts'
import { refusals } from '../../../shared/refusals.ts'
import type { RosterPreview } from '../../../shared/tents/contract.ts'
import { RosterFile } from './roster-file.tsx'
import { rosterTexts } from './texts.ts'

const nothing: RosterPreview = {
  added: 0,
  changed: 0,
  retired: 0,
  unchanged: 0,
  postponed: 0,
  changes: [],
  warnings: [],
  warningCount: 0,
  hash: 'h1',
}
const csvOf = (text: BlobPart) => new File([text], 'roster.csv', { type: 'text/csv' })

async function look(file: File, replies: Replies) {
  const onImported = vi.fn(async () => {})
  const view = show(<RosterFile mayImport onImported={onImported} />, replies)
  await view.user.upload(screen.getByLabelText(/^Import a roster/), file)
  await view.user.click(screen.getByRole('button', { name: 'See what it would change' }))
  return { ...view, onImported }
}

describe('a roster file', () => {
  it('is asked for where none is chosen', async () => {
    const { user, called } = show(<RosterFile mayImport onImported={async () => {}} />)
    await user.click(await screen.findByRole('button', { name: 'See what it would change' }))
    await screen.findByText(dashboardMessages.chooseFile)
    expect(called).toEqual([])
  })

  it('shows tent by tent what it would do, then is imported as it was shown', async () => {
    const day = { column: 'Day Number', before: '2', after: '' }
    const members = { column: 'Members', before: 'Ann, Bo, Cy', after: 'Ann, Cy, Di' }
    const { user, written, onImported } = await look(csvOf('Order,Name\nA,Ants\n'), {
      previewRoster: {
        ...nothing,
        added: 3,
        changed: 1,
        retired: 1,
        unchanged: 1,
        changes: [
          { kind: 'changed', order: 'A', name: 'Ants', fields: [members, day] },
          { kind: 'retired', order: 'B', name: '', fields: [] },
          { kind: 'added', order: 'C', name: 'Cats', fields: [] },
        ],
        warnings: [{ line: 2, column: 'Type', reason: 'See whether it is spelled right.' }],
        warningCount: 9,
      },
      importRoster: { added: 3, changed: 1, retired: 1, unchanged: 0, postponed: 0 },
    })
    expect(
      await screen.findByText(/It would add 3, change 1 and retire 1; 1 stays as it is\./),
    ).toBeDefined()
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items).toEqual([
      'Line 2, Type: See whether it is spelled right.',
      'A AntsMembersBo + Di 2 others stayDay Number2 → empty',
      'B (without a name)',
      'C Cats',
    ])
    expect(screen.getByText('and 8 more')).toBeDefined()
    expect(screen.getByText('and 2 more')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Import this roster' }))
    expect(await screen.findByText(rosterTexts.imported)).toBeDefined()
    expect(screen.queryAllByRole('listitem')).toEqual([])
    const body = { csv: 'Order,Name\nA,Ants\n', results: false }
    expect(written().map((made) => [made.name, made.body])).toEqual([
      ['previewRoster', body],
      ['importRoster', { ...body, hash: 'h1' }],
    ])
    expect(onImported).toHaveBeenCalledOnce()
  })

  it('leads from each tent that is here to its record', async () => {
    await look(csvOf('Order,Name\nA,Ants\n'), {
      previewRoster: {
        ...nothing,
        ...{ added: 1, changed: 1, retired: 1 },
        changes: [
          { kind: 'changed', id: 'rec A', order: 'A', name: 'Ants', fields: [] },
          { kind: 'retired', id: 'recB', order: 'B', name: '', fields: [] },
          { kind: 'added', order: 'C', name: 'Cats', fields: [] },
        ],
      },
    })
    await screen.findByText(/Cats/)
    const links = screen
      .getAllByRole<HTMLAnchorElement>('link')
      .map((link) => [link.textContent, link.hash])
    expect(links.slice(1)).toEqual([
      ['A Ants', '#tents/rec%20A'],
      ['B (without a name)', '#tents/recB'],
    ])
  })

  it('says what a check leaves out, before and after, until that is hidden', async () => {
    const left = { ...nothing, changed: 1, postponed: 5 }
    const { user } = await look(csvOf('Order,Name\nA,Ants\n'), {
      previewRoster: left,
      importRoster: left,
    })
    await screen.findByText(
      /5 more are left out while the check is on; import the file again after it\.$/,
    )
    await user.click(screen.getByRole('button', { name: 'Import this roster' }))
    await screen.findByText(
      'Only texts were imported: 5 changes are left out while the check is on. Import the file again after it.',
    )
    expect(screen.queryByText(rosterTexts.imported)).toBeNull()
    screen.getByRole('button', { name: 'Dismiss' })
  })

  it('is looked at again where the roster was changed meanwhile', async () => {
    const { user } = await look(csvOf('Order,Name\nA,Ants\n'), {
      previewRoster: nothing,
      importRoster: new Refused(409, 'See again.', 'rosterChanged'),
    })
    await user.click(await screen.findByRole('button', { name: 'Import this roster' }))
    await screen.findByText('See again.')
    await user.click(screen.getByRole('button', { name: 'See what it would change' }))
    await screen.findByText(/^It would add 0/)
  })

  it('replaces misses and dates of known tents only where that is asked for', async () => {
    const view = await look(csvOf('Order\nA\n'), { previewRoster: nothing })
    const asked = { name: /^Also replace the misses and check dates of tents that are here/ }
    await view.user.click(screen.getByRole('checkbox', asked))
    await view.user.click(screen.getByRole('button', { name: 'See what it would change' }))
    await expect
      .poll(() => view.written().at(-1)?.body)
      .toEqual({ csv: 'Order\nA\n', results: true })
  })

  it('is not imported by a second Enter: what it would do has the focus, then the way to the next', async () => {
    const { user, written } = await look(csvOf('Order,Name\nA,Ants\n'), {
      previewRoster: nothing,
      importRoster: nothing,
    })
    const told = await screen.findByText(/^It would add 0/)
    await expect.poll(() => document.activeElement).toBe(told)
    await user.keyboard('{Enter}')
    expect(written().map(({ name }) => name)).toEqual(['previewRoster'])
    await user.click(screen.getByRole('button', { name: 'Import this roster' }))
    await screen.findByText(rosterTexts.imported)
    const next = screen.getByRole('button', { name: 'See what it would change' })
    await expect.poll(() => document.activeElement).toBe(next)
  })

  it('that is refused is named by line, with what looks wrong beside it, and is not imported', async () => {
    const refusal = Object.assign(new Refused(400, 'Nothing was imported.', 'rosterRefused'), {
      problems: [{ line: 3, column: 'row', reason: 'It is too short.' }],
      problemCount: 1,
      warnings: [{ line: 4, column: 'Name', reason: 'The tent has no name.' }],
      warningCount: 1,
    })
    await look(csvOf('Order,Name\n'), { previewRoster: refusal })
    const wrong = await screen.findByRole('region', { name: 'To be corrected' })
    expect(within(wrong).getByRole('listitem').textContent).toBe('Line 3, row: It is too short.')
    const odd = screen.getByRole('region', { name: 'Looks wrong' })
    expect(within(odd).getByRole('listitem').textContent).toContain('Line 4, Name:')
    expect(screen.queryByRole('button', { name: 'Import this roster' })).toBeNull()
  })

  it('is read as programs for tables save it', async () => {
    const bytes = new Uint8Array(Buffer.from('\ufeffOrder\tName\nA\tZoë\n', 'utf16le'))
    const { called } = await look(csvOf(bytes), { previewRoster: nothing })
    await screen.findByText(/It would add 0/)
    expect(called.at(-1)?.body).toMatchObject({ csv: 'Order\tName\nA\tZoë\n' })
  })

  it('of more than 1 MB is not even read', async () => {
    const { called } = await look(csvOf('x'.repeat(1_000_001)), {})
    expect(await screen.findByText(refusals.rosterTooLarge[1])).toBeDefined()
    expect(called).toEqual([])
  })

  it('cannot be changed for another one while it is looked at', async () => {
    let answer = (_preview: RosterPreview) => {}
    const held = new Promise<RosterPreview>((resolve) => {
      answer = resolve
    })
    await look(csvOf('Order,Name\nA,Ants\n'), { previewRoster: () => held })
    const parts = [
      screen.getByLabelText<HTMLInputElement>(/^Import a roster/),
      screen.getByLabelText<HTMLInputElement>(/^Also replace the misses/),
    ]
    const areDisabled = () => parts.map(({ disabled }) => disabled)
    await expect.poll(areDisabled).toEqual([true, true])
    answer(nothing)
    await expect.poll(areDisabled).toEqual([false, false])
  })

  it('that has gone from the disk since it was chosen is said to be unreadable', async () => {
    const file = csvOf('Order,Name\n')
    file.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
    const { called } = await look(file, {})
    await screen.findByText(rosterTexts.fileUnreadable)
    expect(called).toEqual([])
  })

  it('has its columns named, and an empty one to begin with', async () => {
    const saved: Blob[] = []
    const { user } = show(<RosterFile mayImport onImported={async () => {}} />)
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push(file as Blob)
      return ''
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await user.click(screen.getByText('The columns of a roster'))
    const named = screen.getAllByRole('term').map(({ textContent }) => textContent)
    await user.click(screen.getByRole('button', { name: 'Download an empty roster' }))
    const [file] = saved
    expect(await file?.text()).toContain(named.join(','))
    expect(named).toContain('netIDs')
  })
})
