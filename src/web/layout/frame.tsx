import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { allScreens, screens } from '../../shared/screens.ts'
import { useSession } from '../accounts/session.tsx'
import { Link } from '../routing/link.tsx'
import { useLocation } from '../routing/location.tsx'
import styles from './frame.module.css'
import { TopBar } from './top-bar.tsx'
import { useScrollPlaces } from './use-scroll-places.ts'

/** What surrounds every screen. */
export function Frame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  const { user, verify } = useSession()
  useScrollPlaces(user !== null)

  // A new screen gets the focus, so that a screen reader starts at its top; or what it chose itself.
  useEffect(() => {
    if (seen.current === pathname) return
    const before = seen.current
    seen.current = pathname
    if (!main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true })
    // The role may have changed, which most screens don't hear by a socket. Whoever comes from the
    // login was just told.
    if (user !== null && before !== screens.login.path) void verify()
  }, [pathname, user, verify])

  // The address stays as it is: the token of a mailed link stands after its #.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.scrollIntoView()
    main.current?.focus({ preventScroll: true })
  }

  return (
    <div className={styles['frame']}>
      <Link to="#main" className={styles['skip']} onClick={skip}>
        Skip to the content
      </Link>
      <TopBar />
      <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
        {children}
      </main>
      <footer className={styles['footer']}>
        <nav aria-label="About" className={styles['about']}>
          {allScreens
            .filter(([, { inFooter }]) => inFooter)
            .map(([name, { path, title }]) => (
              <Link key={name} to={path}>
                {title}
              </Link>
            ))}
        </nav>
        <p>Tent City is run by students, for the tents.</p>
      </footer>
    </div>
  )
}
