import { screens } from '../../shared/screens.ts'
import { ResetPassword } from '../accounts/reset-password.tsx'
import { LinkScreen } from './parts/link-screen.tsx'

export function Screen() {
  return (
    <LinkScreen title={screens.resetPassword.title}>
      {(token) => <ResetPassword token={token} />}
    </LinkScreen>
  )
}
