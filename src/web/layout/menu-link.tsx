import type { ReactNode } from 'react'
import { Link } from '../routing/link.tsx'
import { useLocation } from '../routing/location.tsx'
import { screenAt } from '../routing/screen-at.ts'
import styles from './top-bar.module.css'

type MenuLinkProps = { to: string; onClick: () => void; children: ReactNode }

/** A link of the menu, marked while its screen is the one that is shown. */
export function MenuLink({ to, onClick, children }: MenuLinkProps) {
  const isHere = screenAt(useLocation().pathname)?.screen.path === to
  return (
    <Link
      to={to}
      className={styles['link']}
      aria-current={isHere ? 'page' : undefined}
      onClick={onClick}
    >
      {children}
    </Link>
  )
}
