import { useState } from 'react'
import { useNavigate } from 'react-router'
import { screens } from '../../shared/screens.ts'
import { useSession } from './session.tsx'

/** Logs out, and goes to /login if that worked. Specification 4, Logout. */
export function useLogout() {
  const { signOut } = useSession()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const logout = async () => {
    setBusy(true)
    try {
      if (await signOut()) await navigate(screens.login.path)
    } finally {
      setBusy(false)
    }
  }
  return { logout, busy }
}
