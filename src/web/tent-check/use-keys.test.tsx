import { screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { useKeys } from './use-keys.ts'

const acts = { miss: vi.fn(), make: vi.fn(), undo: vi.fn(), back: vi.fn(), close: vi.fn() }

/** `last`: the tent that was marked last. */
type PartProps = { isOpen?: boolean; isAsking?: boolean; hasDialog?: boolean; last?: string }

function Part({ isAsking = false, hasDialog = false, last, ...given }: PartProps) {
  const [isOpen, setOpen] = useState(given.isOpen ?? false)
  const onMark = (act: () => void) => {
    act()
    setOpen(false)
  }
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const onUndo = (tentId: string) => {
    if (tentId === last) acts.undo()
    return tentId === last
  }
  useKeys({ root, field, onUndo, onClose: acts.close })
  return (
    <>
      <button type="button">Elsewhere</button>
      {hasDialog && <dialog open>Asked</dialog>}
      <button type="button" role="tab">
        Page 1
      </button>
      <div ref={root} role="tabpanel" tabIndex={-1}>
        Panel
        <article data-tent="t">
          <button type="button" aria-expanded={isOpen}>
            47
          </button>
          {isOpen && !isAsking && (
            <>
              <button type="button" aria-label="Miss, tent 47" onClick={() => onMark(acts.miss)} />
              <button type="button" aria-label="Make, tent 47" onClick={() => onMark(acts.make)} />
            </>
          )}
          {isAsking && (
            <button type="button" data-back onClick={acts.back}>
              Go back
            </button>
          )}
        </article>
        <ul>
          <li data-line="u" tabIndex={-1}>
            12 · Miss
            <button type="button">Undo</button>
          </li>
        </ul>
        <input ref={field} value={text} onChange={(event) => setText(event.target.value)} />
      </div>
    </>
  )
}

function press(keys: string, part: PartProps, at?: string) {
  for (const act of Object.values(acts)) act.mockReset()
  const { user } = show(<Part {...part} />)
  if (at) screen.getByText(at).focus()
  return user.keyboard(keys)
}

const done = () => Object.entries(acts).flatMap(([name, act]) => (act.mock.calls[0] ? name : []))
const searched = () => screen.getByRole<HTMLInputElement>('textbox').value

it.each<[string, PartProps, string | undefined, string, string[]]>([
  ['47', {}, undefined, '47', []],
  ['g', {}, undefined, 'g', []],
  ['É', {}, undefined, 'É', []],
  ['/g', {}, undefined, 'g', []],
  ['/', {}, undefined, '', []],
  ['m', {}, undefined, 'm', []],
  ['K', {}, undefined, 'K', []],
  ['m', { isOpen: true }, undefined, '', ['miss']],
  ['K', { isOpen: true }, undefined, '', ['make']],
  ['mm', { isOpen: true }, undefined, '', ['miss']],
  ['kK', { isOpen: true }, undefined, '', ['make']],
  ['mk', { isOpen: true }, undefined, 'k', ['miss']],
  ['m', { isOpen: true }, '47', '', ['miss']],
  // Which has the focus once what had it is gone.
  ['m', { isOpen: true }, 'Panel', '', ['miss']],
  // Somewhere else, it is a letter as any other.
  ['m', { isOpen: true }, 'Page 1', 'm', []],
  ['K', { isOpen: true }, '12 · Miss', 'K', []],
  ['m', { isOpen: true, hasDialog: true }, undefined, '', []],
  ['g{Escape}', { isOpen: true, hasDialog: true }, '47', '', []],
  ['k', { isOpen: true, isAsking: true }, undefined, '', []],
  ['z', { last: 'u' }, '12 · Miss', '', ['undo']],
  ['Z', { last: 'u' }, 'Undo', '', ['undo']],
  ['zz', { last: 'u' }, 'Undo', '', ['undo']],
  ['z', { isOpen: true, last: 't' }, undefined, '', ['undo']],
  ['z', { isOpen: true, last: 't' }, '47', '', ['undo']],
  ['z', { isOpen: true, last: 'u' }, '12 · Miss', '', ['undo']],
  // The last mark is of another tent, which may be out of sight.
  ['zhang', { last: 'elsewhere' }, '12 · Miss', 'zhang', []],
  ['zhang', { isOpen: true, last: 'u' }, '47', 'zhang', []],
  ['zhang', { last: 't' }, '47', 'zhang', []],
  ['Zhang', {}, undefined, 'Zhang', []],
  ['zhang', {}, 'Page 1', 'zhang', []],
  ['zhang', {}, '47', 'zhang', []],
  ['{Escape}', { isOpen: true, isAsking: true }, undefined, '', ['back']],
  ['{Escape}', { isOpen: true }, undefined, '', ['close']],
  ['h', {}, 'Page 1', 'h', []],
  ['h', {}, 'Elsewhere', '', []],
])('%s with %j, the focus at %s: searches for “%s” and does %j', async (...row) => {
  const [keys, part, at, text, does] = row
  await press(keys, part, at)
  expect([searched(), done()]).toEqual([text, does])
})

it.each([
  ['that is in sight', 100, '', ['miss']],
  ['but none that is scrolled away', -900, 'm', []],
])('a key marks the open tent while nothing has the focus, %s', async (_, top, text, does) => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, top, 390, 400),
  )
  await press('m', { isOpen: true })
  expect([searched(), done()]).toEqual([text, does])
})

it('the slash brings the focus into the search', async () => {
  await press('/', {})
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
