import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from './session.tsx'

/** Logs out, and goes to /login if that worked. Specification 4, Logout. */
export function useLogout(): () => Promise<void> {
  const { signOut } = useSession()
  const navigate = useNavigate()
  return async () => {
    if (await signOut()) await navigate(paths.login)
  }
}
