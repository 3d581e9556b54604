// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { person, show } from '../../../../tests/support/show.tsx'
import { Conflicts } from './conflicts.tsx'
import { markOf } from './mark.ts'

it('a mark that did not count leads to the records of its tent and its check', () => {
  const tent = activeTent({ order: '47', name: 'Los Lobos' })
  const tap = { tent, checkId: 'c1', monitor: person, markId: 'm1', now: new Date(0) }
  const refusal = { text: 'Mona marked it.', code: 'markedOtherwise', mark: null }
  const mark = { ...markOf({ ...tap, outcome: 'miss' }), refusal, phase: 'refused' as const }
  show(<Conflicts marks={[mark]} user={person} onRead={() => {}} onUndo={() => {}} />, {})
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/line-monitor-dashboard#tents/id%2047', '/checks/c1'])
})
