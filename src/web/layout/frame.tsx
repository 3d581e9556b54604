import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { allScreens } from '../../shared/screens.ts'
import styles from './frame.module.css'
import { TopBar } from './top-bar.tsx'
import { useScrollPlaces } from './use-scroll-places.ts'

/** What surrounds every screen. */
export function Frame() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useScrollPlaces()

  // A new screen gets the focus, so that a screen reader starts at its top.
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div className={styles['frame']}>
      <a href="#main" className={styles['skip']}>
        Skip to the content
      </a>
      <TopBar />
      <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
        <Outlet />
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
