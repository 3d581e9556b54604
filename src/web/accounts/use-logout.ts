import { useState } from 'react'
import { screens } from '../../shared/screens.ts'
import { useNavigate } from '../routing/location.tsx'
import { useSession } from './session.tsx'

/** Logs out, and goes to /login if that worked. Specification 4, Logout. */
export function useLogout() {
  const { signOut } = useSession()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const logout = async () => {
    setBusy(true)
    try {
      if (await signOut()) navigate(screens.login.path)
    } finally {
      setBusy(false)
    }
  }
  return { logout, busy }
}
