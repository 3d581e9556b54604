import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { texts } from '../../shared/messages.ts'
import { LoginForm } from '../accounts/login-form.tsx'
import { RegisterForm } from '../accounts/register-form.tsx'
import { useSession } from '../accounts/session.tsx'
import { useLogout } from '../accounts/use-logout.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './login.module.css'

/** Specification 9. */
const hideAfterMs = 5000

export function LoginScreen() {
  const { user } = useSession()
  const { logout, busy } = useLogout()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [setupToken, setSetupToken] = useState<string | null>(null)
  const [mode, setMode] = useState<'login' | 'register'>('login')
  useEffect(() => {
    const token = setupTokenIn(hash)
    if (token === null) return
    setSetupToken(token)
    setMode('register')
  }, [hash])
  const { message, say, clear } = useMessage()
  const isLogin = mode === 'login'
  const title = isLogin ? 'Login' : 'Register'

  // The other mode mounts another form: what was typed into this one is gone with it.
  const toggle = () => {
    clear()
    setMode(isLogin ? 'register' : 'login')
  }
  const fail = (text: string) => say('danger', text)

  return (
    <Page className={styles['page']}>
      <title>{`${title} · Tent City`}</title>
      {user && (
        <Card className={styles['signedIn']}>
          <p>
            You are signed in as <strong>{user.netID}</strong>.
          </p>
          <Button variant="quiet" busy={busy} onClick={() => void logout()}>
            Logout
          </Button>
        </Card>
      )}
      <Card className={styles['card']}>
        <h1>{title}</h1>
        {!isLogin && setupToken && <p>{texts.firstSuperUser}</p>}
        {message && (
          <Notice key={message.id} tone={message.tone} hideAfterMs={hideAfterMs} onHide={clear}>
            {message.text}
          </Notice>
        )}
        {isLogin ? (
          <LoginForm
            onStart={clear}
            onFail={fail}
            onSignedIn={() => void navigate(paths.profile)}
          />
        ) : (
          <RegisterForm
            setupToken={setupToken}
            onStart={clear}
            onFail={fail}
            onRegistered={() => {
              setMode('login')
              setSetupToken(null)
              say('ok', texts.registered)
            }}
          />
        )}
        <p className={styles['other']}>
          {isLogin ? 'No account yet?' : 'Have an account already?'}{' '}
          <button type="button" className={styles['toggle']} onClick={toggle}>
            {isLogin ? 'Register here' : 'Log in here'}
          </button>
        </p>
      </Card>
    </Page>
  )
}

/** The set-up link carries its token behind the #, where no server's log sees it. */
function setupTokenIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('setup')
}
