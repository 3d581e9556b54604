import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from './location.tsx'

/**
 * Leads elsewhere, in place of this entry of the history; `state` as a link has it. Must not be drawn
 * at `to` itself, where it would lead for ever.
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate()
  const location = useLocation()
  const lead = useEffectEvent(() => navigate(to, { replace: true, state }))
  // Once for each visit: this stays drawn until the next screen's script is there, also for another
  // address that is gone back to meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each location, though it reads nothing of it
  useEffect(() => lead(), [location])
  return null
}
