import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openScreen, person } from '../../tests/support/show.tsx'
import { allScreens } from '../shared/screens.ts'
import { loadScreen, moduleOf } from './routes.tsx'
import { screenAt } from './routing/screen-at.ts'

it('has a file for every screen, and a screen for every file', () => {
  const files = Object.keys(import.meta.glob(['./screens/*.tsx', '!./screens/*.test.tsx']))
  expect(files.sort()).toEqual(allScreens.map(([name]) => `./${moduleOf(name)}`).sort())
})

it.each(allScreens.map(([name, { path }]) => [path.replace(':id', 'c1'), name]))(
  'loads the screen of %s',
  async (path, name) => {
    expect(screenAt(path)?.name).toBe(name)
    await loadScreen(path)
  },
)

it.each([
  ['/', 'Tent City'],
  ['/history', 'History · Tent City'],
  ['/login', 'Login · Tent City'],
  ['/checks', 'Checks · Tent City'],
])('names the tab of %s %s', async (path, title) => {
  openScreen(path, {}, person)
  await waitFor(() => expect(document.title).toBe(title))
})
