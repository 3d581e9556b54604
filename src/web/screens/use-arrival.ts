import { useEffect, useState } from 'react'
import { screens } from '../../shared/screens.ts'
import { takeAddress } from '../accounts/asked-for.ts'
import { useSession } from '../accounts/session.tsx'
import { CallError } from '../api/call.ts'
import { type Arrival, arrivalIn } from '../campus/arrival.ts'
import { ownSession } from '../campus/own-session.ts'
import { campusTexts } from '../campus/texts.ts'
import { useLocation, useNavigate } from '../routing/location.tsx'
import { wayOn } from './just-signed-in.ts'

/**
 * Reads what follows the # of /login, which no server logs: the token of the set-up link, or the
 * result of a campus sign-in, which is then removed from the address.
 */
export function useArrival() {
  const { hash } = useLocation()
  const { signIn } = useSession()
  const navigate = useNavigate()
  const [setupToken, setSetupToken] = useState<string | null>(null)
  const [ticket, setTicket] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const [isEntering, setIsEntering] = useState(false)

  useEffect(() => {
    const enter = async (arrival: Extract<Arrival, { session: string }>, asked: string | null) => {
      setIsEntering(true)
      try {
        const login = await ownSession(arrival.session)
        if (login === null) return setProblem(campusTexts.campusNotYours)
        signIn(login)
        const { to, state } = wayOn(arrival, asked)
        navigate(to, { replace: true, state })
      } catch (error) {
        const isRefused = error instanceof CallError
        setProblem(isRefused ? campusTexts.campusNotYours : campusTexts.campusUnanswered)
      } finally {
        setIsEntering(false)
      }
    }
    setSetupToken(new URLSearchParams(hash.slice(1)).get('setup'))
    const arrival = arrivalIn(hash)
    if (arrival === null) return
    window.history.replaceState(window.history.state, '', screens.login.path)
    const asked = takeAddress()
    setAskedFor(asked)
    if ('session' in arrival) void enter(arrival, asked)
    else if ('ticket' in arrival) setTicket(arrival.ticket)
    else setProblem(campusTexts[arrival.problem])
  }, [hash, signIn, navigate])

  return {
    setupToken,
    ticket,
    problem,
    /** The address that was asked for before the way to the campus; null: none. */
    askedFor,
    isEntering,
    forgetSetup: () => setSetupToken(null),
    forgetTicket: () => setTicket(null),
    forgetProblem: () => setProblem(null),
  }
}
