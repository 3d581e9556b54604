import { type ReactNode, useLayoutEffect, useState } from 'react'
import icon from './icon.module.css'
import { chooseTheme, storedTheme, type Theme, themes } from './theme.ts'
import styles from './theme-switch.module.css'

const labels: Record<Theme, string> = { system: 'Same as device', light: 'Light', dark: 'Dark' }

const icons: Record<Theme, ReactNode> = {
  system: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 4a8 8 0 0 1 0 16Z" fill="currentColor" />
    </>
  ),
  light: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4" />
    </>
  ),
  dark: <path d="M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5Z" />,
}

export function ThemeSwitch() {
  const [chosen, setChosen] = useState<Theme>('system')
  useLayoutEffect(() => setChosen(storedTheme()), [])
  const choose = (theme: Theme) => {
    chooseTheme(theme)
    setChosen(theme)
  }
  return (
    <fieldset className={styles['switch']}>
      <legend className="visually-hidden">Colors</legend>
      {themes.map((theme) => (
        <label key={theme} className={styles['option']} title={labels[theme]}>
          <input
            type="radio"
            name="theme"
            className={styles['radio']}
            checked={theme === chosen}
            onChange={() => choose(theme)}
            aria-label={labels[theme]}
          />
          <svg viewBox="0 0 24 24" className={icon['icon']} aria-hidden="true">
            {icons[theme]}
          </svg>
        </label>
      ))}
    </fieldset>
  )
}
