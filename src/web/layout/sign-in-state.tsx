import { NavLink } from 'react-router'
import { texts } from '../../shared/messages.ts'
import { screens } from '../../shared/screens.ts'
import { useSession } from '../accounts/session.tsx'
import { useLogout } from '../accounts/use-logout.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './top-bar.module.css'

/** Sign In, or the greeting and Logout; "Loading..." until that is known. */
export function SignInState({ onChoose }: { onChoose: () => void }) {
  const { state, user } = useSession()
  const { logout, busy } = useLogout()
  if (state === 'loading') return <span className={styles['waiting']}>{texts.loading}</span>
  if (user === null) {
    return (
      <NavLink to={screens.login.path} className={classNames(styles['link'])} onClick={onChoose}>
        Sign In
      </NavLink>
    )
  }
  return (
    <>
      <NavLink to={screens.profile.path} className={classNames(styles['link'])} onClick={onChoose}>
        Hi, {user.firstName || 'User'}
      </NavLink>
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
