import { themeKey as key, readStored, removeStored, writeStored } from '../api/storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function storedTheme(): Theme {
  const stored = readStored(key)
  return themes.find((theme) => theme === stored) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') removeStored(key)
  else writeStored(key, theme)
  apply(theme)
}

export function applyStoredTheme(): void {
  apply(storedTheme())
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  colourBrowser(theme)
}

/** The browser's own bar has the colour of ours; the page has one for each theme, light first. */
function colourBrowser(theme: Theme): void {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
  for (const [place, meta] of metas.entries()) {
    const own = place === 0 ? 'light' : 'dark'
    const isChosen = theme === own ? 'all' : 'not all'
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : isChosen
  }
}
