import { texts } from '../../shared/messages.ts'
import { screens } from '../../shared/screens.ts'
import { useSession } from '../accounts/session.tsx'
import { useLogout } from '../accounts/use-logout.ts'
import { MenuLink } from './menu-link.tsx'
import styles from './top-bar.module.css'

/** Sign In, or the greeting and Logout; "Loading..." until that is known. */
export function SignInState({ onChoose }: { onChoose: () => void }) {
  const { state, user } = useSession()
  const { logout, busy } = useLogout()
  if (state === 'loading') return <span className={styles['waiting']}>{texts.loading}</span>
  if (user === null) {
    return (
      <MenuLink to={screens.login.path} onClick={onChoose}>
        Sign In
      </MenuLink>
    )
  }
  return (
    <>
      <MenuLink to={screens.profile.path} onClick={onChoose}>
        Hi, {user.firstName || 'User'}
      </MenuLink>
      <button
        type="button"
        className={styles['link']}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={() => {
          onChoose()
          if (!busy) void logout()
        }}
      >
        Logout
      </button>
    </>
  )
}
