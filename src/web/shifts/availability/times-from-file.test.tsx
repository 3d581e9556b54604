import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { shiftPerson, shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { show } from '../../../../tests/support/show.tsx'
import { nobodyFree } from '../../../shared/shifts/free.ts'
import { dayAfter } from '../../../shared/shifts/slots.ts'
import type { ReadAvailability } from '../../../shared/shifts/tent-shifts.ts'
import { TimesFromFile } from './times-from-file.tsx'

/** Answers uploads, which no `fetch` sees, once `ready` (null: no answer comes); returns the addresses that were asked. */
function answerUploads(
  answer: ReadAvailability | { error: string; code: string } | null,
  ready = Promise.resolve(),
): string[] {
  const asked: string[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = answer !== null && 'error' in answer ? 400 : 200
      responseText = JSON.stringify(answer)
      onload = () => {}
      onerror = () => {}
      open(_method: string, address: string) {
        asked.push(address)
      }
      send() {
        void ready.then(() => (answer === null ? this.onerror() : this.onload()))
      }
    },
  )
  return asked
}

async function readCells({ user }: ReturnType<typeof show>): Promise<void> {
  await user.type(screen.getByLabelText('Cells'), 'x')
  await user.click(screen.getByRole('button', { name: 'Show what would change' }))
}

it('times are read from today in the season’s zone on, whatever days are shown', async () => {
  const shown = show(
    <TimesFromFile
      picture={shiftsPicture({ from: '2026-02-11' })}
      people={[shiftPerson('m1', 'Ann', { isMe: true })]}
    />,
  )
  const asked = answerUploads({ people: [], remarks: [] })
  await readCells(shown)
  await screen.findByText('It has nothing for the next six weeks.')
  expect(asked[0]).toContain('from=2026-01-28')
})

it('a file that cannot be read is refused in the server’s sentence', async () => {
  const shown = show(<TimesFromFile picture={shiftsPicture()} people={[]} />)
  answerUploads({ error: 'No day was found.', code: 'availabilityUnreadable' })
  await readCells(shown)
  await screen.findByText('No day was found.')
})

it('a file that no answer came to can be read again', async () => {
  const shown = show(<TimesFromFile picture={shiftsPicture()} people={[]} />)
  answerUploads(null)
  await readCells(shown)
  await screen.findByText('No answer came. Try again.')
})

it.each([
  [null, 'm1'],
  ['m2', ''],
  ['m3', ''],
])(
  'of one column of the member %s, “%s” is chosen where only Ann can be',
  async (memberId, chosen) => {
    const people = [shiftPerson('m1', 'Ann', { isMe: true })]
    const shown = show(<TimesFromFile picture={shiftsPicture()} people={people} />)
    const exceptions = [{ date: '2026-01-29', free: '1'.repeat(48) }]
    answerUploads({ people: [{ name: 'B.', memberId, exceptions }], remarks: [] })
    await readCells(shown)
    const whose = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'B. is' })
    expect(whose.value).toBe(chosen)
    const said = 'Bo has an account: only they can say when they are free.'
    expect(screen.queryAllByText(said)).toHaveLength(memberId === 'm2' ? 1 : 0)
  },
)

it('what was read is shown only while the text stands there that it was read from', async () => {
  const shown = show(
    <TimesFromFile picture={shiftsPicture()} people={[shiftPerson('m1', 'Ann', { isMe: true })]} />,
  )
  const remarks = ['A row was empty.']
  answerUploads({ people: [], remarks })
  await readCells(shown)
  await screen.findByText('A row was empty.')
  await shown.user.type(screen.getByLabelText('Cells'), 'y')
  expect(screen.queryByText('A row was empty.')).toBeNull()

  let answer = () => {}
  answerUploads({ people: [], remarks }, new Promise((resolve) => (answer = resolve)))
  await readCells(shown)
  const read = screen.getByRole('button', { name: 'Show what would change' })
  expect(read.getAttribute('aria-busy')).toBe('true')
  await shown.user.type(screen.getByLabelText('Cells'), 'z')
  answer()
  await waitFor(() => expect(read.getAttribute('aria-busy')).toBeNull())
  expect(screen.queryByText('A row was empty.')).toBeNull()
})

it('are saved of those who are chosen, each by itself; whom the file names is chosen first', async () => {
  const people = ['Ann', 'Bo', 'Cy'].map((name, place) => shiftPerson(`m${place + 1}`, name))
  const shown = show(<TimesFromFile picture={shiftsPicture()} people={people} />, {
    saveAvailability: { ok: true },
  })
  const free = '1'.repeat(48)
  const found = (name: string, memberId: string | null, date: string) => ({
    name,
    memberId,
    exceptions: [{ date, free }],
  })
  answerUploads({
    people: [
      found('Annie', 'm1', '2026-01-29'),
      found('B.', null, '2026-01-30'),
      found('Cyrus', 'm3', '2026-01-31'),
    ],
    remarks: ['A row was empty.'],
  })
  await readCells(shown)
  await screen.findByText('A row was empty.')
  const whose = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
  const choices = () => ['Annie is', 'B. is', 'Cyrus is'].map((name) => whose(name).value)
  expect(choices()).toEqual(['m1', '', 'm3'])
  await shown.user.selectOptions(whose('B. is'), 'Bo')
  await shown.user.selectOptions(whose('Cyrus is'), 'left out')
  screen.getByText(/^Fri Jan 30: /)
  await shown.user.click(screen.getByRole('button', { name: 'Save these times' }))
  await screen.findByText('The times of 2 people are saved.')
  const saved = shown.called.filter(({ name }) => name === 'saveAvailability')
  expect(saved.map(({ body }) => body)).toMatchObject([
    { exceptions: [{ date: '2026-01-29', free }] },
    { exceptions: [{ date: '2026-01-30', free }] },
  ])
})

it('two columns of one member are merged: free where one of them says so', async () => {
  const people = [shiftPerson('m1', 'Ann'), shiftPerson('m2', 'Bo')]
  const shown = show(<TimesFromFile picture={shiftsPicture()} people={people} />, {
    saveAvailability: { ok: true },
  })
  const column = (memberId: string, signs: string) => ({
    name: signs,
    memberId,
    exceptions: [{ date: '2026-01-29', free: signs.padEnd(48, '-') }],
  })
  answerUploads({ people: [column('m1', '1010-'), column('m1', '00110')], remarks: [] })
  await readCells(shown)
  expect(
    await screen.findAllByText('Thu Jan 29: midnight–12:30 AM available; 1:00–2:00 AM available'),
  ).toHaveLength(2)
  await shown.user.click(screen.getByRole('button', { name: 'Save these times' }))
  await screen.findByText('One person’s times are saved.')
  const saved = shown.called.filter(({ name }) => name === 'saveAvailability')
  expect(saved.map(({ body }) => body)).toMatchObject([
    { exceptions: [{ date: '2026-01-29', free: '1-11'.padEnd(48, '-') }] },
  ])
})

it('days long past make room for those of a file', async () => {
  const free = '1'.repeat(48)
  const days = (from: string, count: number) =>
    Array.from({ length: count }, (_, day) => ({ date: dayAfter(from, day), free }))
  const availability = { ...nobodyFree, exceptions: days('2025-11-06', 84) }
  const shown = show(
    <TimesFromFile
      picture={shiftsPicture()}
      people={[shiftPerson('m1', 'Ann', { isMe: true, availability })]}
    />,
    { saveAvailability: { ok: true } },
  )
  answerUploads({
    people: [{ name: '', memberId: null, exceptions: days('2026-01-29', 42) }],
    remarks: [],
  })
  await readCells(shown)
  await shown.user.click(await screen.findByRole('button', { name: 'Save these times' }))
  await screen.findByText('Your times are saved.')
  const [saved] = shown.called.filter(({ name }) => name === 'saveAvailability')
  expect(saved?.body).toEqual({ ...nobodyFree, exceptions: days('2026-01-14', 57) })
})
