import { parse } from 'regexparam'
import { allScreens, type Screen, type ScreenName } from '../../shared/screens.ts'

/** The name of the screen at a path; null: there is none. */
export function screenAt(path: string): { name: ScreenName; screen: Screen } | null {
  const [name, screen] =
    allScreens.find(([, { path: pattern }]) => parse(pattern).pattern.test(path)) ?? []
  return name && screen ? { name, screen } : null
}
