import { useEffect, useRef, useState } from 'react'
import { can } from '../../shared/access.ts'
import { allScreens, screens } from '../../shared/screens.ts'
import { useSession } from '../accounts/session.tsx'
import { Link } from '../routing/link.tsx'
import { classNames } from '../ui/class-names.ts'
import icon from './icon.module.css'
import { Logo } from './logo.tsx'
import { MenuLink } from './menu-link.tsx'
import { SignInState } from './sign-in-state.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import styles from './top-bar.module.css'
import { WaitingMarksLink } from './waiting-marks-link.tsx'

export function TopBar() {
  const { user, offline } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = () => setIsOpen(false)

  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setIsOpen(false)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isOpen])

  return (
    <header className={styles['bar']}>
      <div className={styles['inner']}>
        <Link to={screens.home.path} className={styles['home']} onClick={close}>
          <Logo />
          Tent City
        </Link>
        {offline && (
          <span role="status" className={styles['offline']}>
            Offline
          </span>
        )}
        {user && <WaitingMarksLink key={user.netID} user={user} onChoose={close} />}
        <button
          ref={toggle}
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setIsOpen(!isOpen)}
        >
          <svg viewBox="0 0 24 24" className={icon['icon']} aria-hidden="true">
            <path d={isOpen ? 'M6 6 18 18M18 6 6 18' : 'M4 7h16M4 12h16M4 17h16'} />
          </svg>
          Menu
        </button>
        <nav
          id="menu"
          aria-label="Main"
          className={classNames(styles['menu'], isOpen && styles['open'])}
        >
          {allScreens
            .filter(([, { menu }]) => menu && can(user, menu))
            .map(([name, { path, title }]) => (
              <MenuLink key={name} to={path} onClick={close}>
                {title}
              </MenuLink>
            ))}
          <SignInState onChoose={close} />
          <ThemeSwitch />
        </nav>
      </div>
    </header>
  )
}
