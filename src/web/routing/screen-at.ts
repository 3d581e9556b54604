import { allScreens, type Screen, type ScreenName } from '../../shared/screens.ts'

type Found = {
  name: ScreenName
  screen: Screen
  /** What stands for `:id` in its path, decoded; '': nothing. */
  id: string
}

const patterns = allScreens.map(([name, screen]) => {
  const pattern = new RegExp(`^${screen.path.replace(':id', '([^/]+)')}/*$`, 'i')
  return { name, screen, pattern }
})

/** The screen at a path of an address; null: there is none. */
export function screenAt(path: string): Found | null {
  for (const { name, screen, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match) return { name, screen, id: decoded(match[1] ?? '') }
  }
  return null
}

/** An address may be written by hand. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
