import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Api } from '../../shared/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { screens } from '../../shared/screens.ts'
import { addressFrom, keepAddress } from '../accounts/asked-for.ts'
import { LoginForm } from '../accounts/login-form.tsx'
import { RegisterForm } from '../accounts/register-form.tsx'
import { useSession } from '../accounts/session.tsx'
import { accountsTexts } from '../accounts/texts.ts'
import { useLogout } from '../accounts/use-logout.ts'
import { useSignInWays } from '../accounts/use-sign-in-ways.ts'
import { CampusButton } from '../campus/campus-button.tsx'
import { LinkForm } from '../campus/link-form.tsx'
import { campusTexts } from '../campus/texts.ts'
import { Link } from '../routing/link.tsx'
import { useLocation, useNavigate } from '../routing/location.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useMessage } from '../ui/use-message.tsx'
import { wayOn } from './just-signed-in.ts'
import styles from './login.module.css'
import narrow from './parts/narrow.module.css'
import { useArrival } from './use-arrival.ts'

/** Specification 9. */
const hideAfterMs = 5000

type Mode = 'login' | 'register' | 'link'

const titles = { login: 'Login', register: 'Register', link: campusTexts.campusLinkTitle }
const others = {
  login: { asks: 'No account yet?', way: 'Register here' },
  register: { asks: 'Have an account already?', way: 'Log in here' },
  link: { asks: null, way: 'Log in another way' },
}

export function Screen() {
  const { user, signIn } = useSession()
  const { logout, busy } = useLogout()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { data: ways } = useSignInWays()
  const arrival = useArrival()
  const { setupToken, ticket, problem, isEntering, forgetSetup, forgetTicket, forgetProblem } =
    arrival
  const askedFor = addressFrom(state) ?? arrival.askedFor
  const [chosen, choose] = useState<Mode | null>(null)
  const [registered, setRegistered] = useState('')
  const { message, say, clear } = useMessage({ hideAfterMs })
  const mode = chosen ?? (ticket !== null ? 'link' : setupToken !== null ? 'register' : 'login')
  const heading = useRef<HTMLHeadingElement>(null)
  const arePasswordsClosed = ways?.passwords === 'superusers'

  const begin = () => {
    forgetProblem()
    clear()
  }
  // The other mode is another form: what was typed into this one is lost.
  const toggle = () => {
    begin()
    setRegistered('')
    forgetTicket()
    flushSync(() => choose(mode === 'login' ? 'register' : 'login'))
    // The button that was pressed is gone, and so is the field that would have the focus.
    if (arePasswordsClosed) heading.current?.focus()
  }
  const fail = (text: string) => say('danger', text)
  const goOn = (login: ResponseOf<Api['login']>) => {
    const way = wayOn(login, askedFor)
    navigate(way.to, { state: way.state })
  }
  const enter = (login: ResponseOf<Api['login']>) => {
    signIn(login)
    goOn(login)
  }
  const byPassword = (
    <PasswordWay key="password" isFolded={arePasswordsClosed}>
      <LoginForm netID={registered} onStart={begin} onFail={fail} onSignedIn={goOn} />
    </PasswordWay>
  )
  const byCampus = ways?.campus && (
    <CampusButton key="campus" label={ways.campus} onLeave={() => keepAddress(askedFor)} />
  )
  const or = byCampus && (
    <p key="or" className={styles['or']}>
      or
    </p>
  )

  return (
    <Page className={narrow['page']}>
      <title>{`${titles[mode]} · Tent City`}</title>
      {user && (
        <Card className={styles['signedIn']}>
          <p>
            You are signed in as <strong>{user.netID}</strong>.
          </p>
          <Button variant="quiet" busy={busy} onClick={logout}>
            Logout
          </Button>
        </Card>
      )}
      <Card className={narrow['card']} aria-busy={isEntering}>
        <div className={styles['head']}>
          <h1 ref={heading} tabIndex={-1}>
            {titles[mode]}
          </h1>
          {message}
        </div>
        {isEntering && <p role="status">{campusTexts.campusEntering}</p>}
        {problem && (
          <Notice tone="danger" hideAfterMs={hideAfterMs} onHide={forgetProblem}>
            {problem}
          </Notice>
        )}
        {mode === 'register' && setupToken && <p>{accountsTexts.firstSuperUser}</p>}
        {mode === 'link' && ticket && (
          <LinkForm
            ticket={ticket}
            onLinked={enter}
            onOver={forgetTicket}
            onStart={begin}
            onFail={fail}
          />
        )}
        {mode === 'register' && (
          <RegisterForm
            setupToken={setupToken}
            onStart={begin}
            onFail={fail}
            onRegistered={(netID) => {
              setRegistered(netID)
              choose('login')
              forgetSetup()
              say('ok', accountsTexts.registered)
            }}
          />
        )}
        {mode === 'login' &&
          (arePasswordsClosed ? [byCampus, byPassword] : [byPassword, or, byCampus])}
        {(mode === 'link' || !arePasswordsClosed) && (
          <p className={styles['other']}>
            {others[mode].asks}{' '}
            <Button variant="link" onClick={toggle}>
              {others[mode].way}
            </Button>
          </p>
        )}
        <p className={styles['quiet']}>
          {mode !== 'register' && (
            <Link to={screens.forgotPassword.path}>Forgot your password?</Link>
          )}
          <Link to={screens.privacy.path}>What is kept about you</Link>
        </p>
      </Card>
    </Page>
  )
}

type PasswordWayProps = { isFolded: boolean; children: ReactNode }

/**
 * Folded if only super users can sign in by password. The build, which does not know that, draws it
 * open; if somebody has typed before it is known, it stays open. The form is never made anew.
 */
function PasswordWay({ isFolded, children }: PasswordWayProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (details.current === null) return
    const isTyped = [...details.current.querySelectorAll('input')].some(({ value }) => value !== '')
    details.current.open = !isFolded || isTyped
  }, [isFolded])
  return (
    <details ref={details} open>
      <summary className={styles['fold']} hidden={!isFolded}>
        {accountsTexts.passwordForSuperUsers}
      </summary>
      {children}
    </details>
  )
}
