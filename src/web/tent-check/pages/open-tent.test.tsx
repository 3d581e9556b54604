import { cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { person, show } from '../../../../tests/support/show.tsx'
import { keyedMembersOf } from '../../../shared/tents/members.ts'
import { Routing } from '../../routing/location.tsx'
import { bounceMs } from '../../ui/use-settled.ts'
import { OpenTent, type OpenTentProps } from './open-tent.tsx'
import type { Standing } from './standings.ts'

const tent = activeTent({ order: '47', name: 'Tarp Dwellers', members: 'Ann, Bo, Cy', required: 2 })
const [ann = '', bo = ''] = keyedMembersOf(tent).map(({ key }) => key)
const mark = { id: tent.id, outcome: 'make', by: 'Mona', netID: 'mona1', at: '10:04 PM' } as const
const byMona: Standing = {
  outcome: 'make',
  facts: { ...mark, present: [], required: 2, numberOfMisses: 0, number: 3 },
  own: null,
  isUndoWanted: false,
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))

/** Ticks as a phone keeps them; and the server's word that the mark is taken back. */
function Ticking({ onToggle, ticks, standing, ...others }: OpenTentProps) {
  const [ticked, setTicked] = useState(ticks)
  const [isUnmarked, setUnmarked] = useState(false)
  return (
    <>
      <OpenTent
        {...others}
        ticks={ticked}
        standing={isUnmarked ? undefined : standing}
        onToggle={(of, member) => {
          onToggle(of, member)
          const { key } = member
          setTicked(ticked.includes(key) ? ticked.filter((one) => one !== key) : [...ticked, key])
        }}
      />
      <button type="button" onClick={() => setUnmarked(true)}>
        Now unmarked
      </button>
    </>
  )
}

const unmarked = {
  ...{ tent, ticks: [], excluded: new Set<string>(), standing: undefined },
  ...{ isUnasked: false, user: person, query: '' },
}

function open(more: Partial<OpenTentProps> = {}) {
  const changes = { onToggle: vi.fn(), onExclude: vi.fn(), onMark: vi.fn() }
  const acts = { ...changes, onUndo: vi.fn(), onClose: vi.fn() }
  const { user } = show(<Ticking {...unmarked} {...acts} {...more} />)
  const press = async (name: string | RegExp) =>
    user.click(await screen.findByRole('button', { name }))
  return { ...acts, press, user }
}

describe('an open tent', () => {
  it('is a Make at once with enough ticked, and a Miss without a question', async () => {
    const { onMark, press } = open({ ticks: [ann, bo] })
    await press('Make, tent 47 Tarp Dwellers')
    await press('Miss, tent 47 Tarp Dwellers')
    expect(onMark.mock.calls).toEqual([
      [tent, 'make'],
      [tent, 'miss'],
    ])
  })

  it('highlights the letters that the search means in a name, and no member', async () => {
    open({ query: 'bo' })
    const bo = await screen.findByRole('button', { name: 'Bo' })
    expect(bo.querySelector('mark')?.textContent).toBe('Bo')
    expect(bo.className).toBe(screen.getByRole('button', { name: 'Ann' }).className)
  })

  it.each([
    ['is amber', 1, 2, 'count'],
    ['is green', 2, 2, 'count enough'],
    ['is neutral', 1, null, 'count unknown'],
  ])('the number of ticks %s: %i of %s', async (_, ticked, required, expected) => {
    open({ tent: { ...tent, required }, ticks: [ann, bo].slice(0, ticked) })
    const { className } = await screen.findByText('ticked')
    expect(className.replace(/_(\w+?)_\w+/g, '$1')).toBe(expected)
  })

  it('says whom to exclude where Miss and Make were, and moves no member', async () => {
    const { press } = open()
    const list = await screen.findByRole('list', { name: /^Members present/ })
    const before = list.previousElementSibling
    await press('Exclude someone')
    const done = screen.getByRole('button', { name: 'Done excluding' })
    expect(done.nextElementSibling?.textContent).toMatch(
      /^Tap only people who came into the tenting area after/,
    )
    expect(list.previousElementSibling).toBe(before)
  })

  it('gives the focus back once nobody more is excluded', async () => {
    const { press } = open()
    await press('Exclude someone')
    await press('Done excluding')
    expect(document.activeElement?.textContent).toBe('Exclude someone')
  })

  it('asks before a Make of too few, and lets one go back', async () => {
    const { onMark, press } = open({ ticks: [ann] })
    await press(/^Make, tent/)
    await screen.findByText('1 of 2 is ticked. Make anyway?')
    await press('Go back')
    await screen.findByText('ticked')
    expect(document.activeElement?.textContent).toBe('Make')
    expect(onMark).not.toHaveBeenCalled()
    await press(/^Make, tent/)
    await press('Make anyway')
    expect(onMark).toHaveBeenCalledExactlyOnceWith(tent, 'make')
  })

  it('leaves a keyboard at the members that are ticked while it asks', async () => {
    const more = { tent: activeTent({ order: '47', members: 'Ann, Bo, Cy', required: 3 }) }
    const { onMark, press, user } = open(more)
    await press(/^Make, tent/)
    await screen.findByText('0 of 3 are ticked. Make anyway?')
    screen.getByRole('button', { name: 'Ann' }).focus()
    await user.keyboard(' ')
    await screen.findByText('1 of 3 is ticked. Make anyway?')
    await user.keyboard(' ')
    await screen.findByText('0 of 3 are ticked. Make anyway?')
    expect(onMark).not.toHaveBeenCalled()
  })

  it('asks no more once enough are ticked, and only after the next Make', async () => {
    const { onMark, press } = open({ ticks: [ann] })
    await press(/^Make, tent/)
    await press('Bo')
    await screen.findByRole('button', { name: /^Make, tent/ })
    // A finger may be about to answer the question that stood there.
    await press(/^Miss, tent/)
    expect(onMark).not.toHaveBeenCalled()
    await press('Bo')
    expect(screen.queryByText(/Make anyway/)).toBeNull()
    vi.advanceTimersByTime(bounceMs + 1)
    await press(/^Miss, tent/)
    expect(onMark).toHaveBeenCalledExactlyOnceWith(tent, 'miss')
  })

  it('ticks members, and excludes them while that is what one wants', async () => {
    const { onToggle, onExclude, press } = open({ excluded: new Set(['Cy']) })
    await press('Bo')
    expect(onToggle.mock.calls[0]?.[1]).toMatchObject({ name: 'Bo' })
    await press('Exclude someone')
    await press('Bo')
    await press('Cy excluded')
    expect(onExclude.mock.calls).toEqual([
      ['Bo', true],
      ['Cy', false],
    ])
    expect(onToggle).toHaveBeenCalledOnce()
    // What a finger on its way out could meet.
    expect(screen.queryByRole('button', { name: /^(Miss|Make), tent/ })).toBeNull()
    await press('Done excluding')
    await screen.findByRole('button', { name: /^Make, tent/ })
  })

  it('that a colleague marks keeps the focus that was on Make', () => {
    onTestFinished(cleanup)
    const nothing = () => {}
    const changes = { onToggle: nothing, onExclude: nothing, onMark: nothing }
    const given = { ...unmarked, ...changes, onUndo: nothing, onClose: nothing }
    const { rerender } = render(<OpenTent {...given} />, { wrapper: Routing })
    screen.getByRole('button', { name: /^Make, tent/ }).focus()
    rerender(<OpenTent {...given} standing={byMona} />)
    expect(document.activeElement).toBe(screen.getByRole('alert'))
  })

  it('that a colleague marked keeps its ticks, says by whom, and what can be done', async () => {
    const superUser = { ...person, isSuperUser: true }
    const { onClose, onUndo, press } = open({ ticks: [bo], standing: byMona, user: superUser })
    expect((await screen.findByRole('alert')).textContent).toContain('Mona marked it as Make')
    expect(screen.getByRole('button', { name: 'Bo' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.queryByRole('button', { name: /^(Miss|Make), tent/ })).toBeNull()
    await press('Leave it')
    expect(onClose).toHaveBeenCalledWith(tent.id)
    // It has come under a finger that wanted something else.
    await press('Undo it')
    expect(onUndo).not.toHaveBeenCalled()
    vi.advanceTimersByTime(bounceMs + 1)
    await press('Undo it')
    expect(onUndo).toHaveBeenCalledExactlyOnceWith(tent, byMona)
  })

  it('that opened by itself over others is not marked by a finger on its way to one of them', async () => {
    const { onMark, press, user } = open({ ticks: [ann, bo], isUnasked: true })
    await press(/^Miss, tent/)
    await press(/^Make, tent/)
    expect(onMark).not.toHaveBeenCalled()
    // A key is at its button.
    screen.getByRole('button', { name: /^Miss, tent/ }).focus()
    await user.keyboard('{Enter}')
    expect(onMark).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(601)
    await press(/^Make, tent/)
    expect(onMark).toHaveBeenCalledTimes(2)
  })

  it('whose mark is taken back is not marked by a finger that was about to leave it', async () => {
    const { onMark, press } = open({ ticks: [ann, bo], standing: byMona })
    await press('Now unmarked')
    await press(/^Miss, tent/)
    await press(/^Make, tent/)
    expect(onMark).not.toHaveBeenCalled()
    vi.advanceTimersByTime(bounceMs + 1)
    await press(/^Miss, tent/)
    await press(/^Make, tent/)
    expect(onMark.mock.calls.map(([, outcome]) => outcome)).toEqual(['miss', 'make'])
  })

  it('asks a keyboard, too: a second Enter is no answer, one a second later is', async () => {
    const { onMark, user } = open()
    const make = await screen.findByRole('button', { name: /^Make, tent/ })
    make.focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe('Make anyway')
    await user.keyboard('{Enter}')
    expect(onMark).not.toHaveBeenCalled()
    vi.advanceTimersByTime(bounceMs + 1)
    await user.keyboard('{Enter}')
    expect(onMark).toHaveBeenCalledExactlyOnceWith(tent, 'make')
  })
})
