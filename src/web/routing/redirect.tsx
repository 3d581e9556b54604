import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from './location.tsx'

/** Leads elsewhere, in place of this entry of the history; `state` as a link has it. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate()
  const lead = useEffectEvent(() => navigate(to, { replace: true, state }))
  // Once: until the next screen's script is there, this one is still drawn.
  useEffect(() => lead(), [])
  return null
}
