import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from './location.tsx'

/**
 * Replaces this entry of the history by `to`, with `state` as its navigation state. Must not be
 * drawn at `to` itself: it would redirect without end.
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate()
  const location = useLocation()
  const lead = useEffectEvent(() => navigate(to, { replace: true, state }))
  // Once for each location: this stays drawn until the next screen's script is loaded, and a person
  // who meanwhile goes back to another address must be redirected from there, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each location, though it reads nothing of it
  useEffect(() => lead(), [location])
  return null
}
