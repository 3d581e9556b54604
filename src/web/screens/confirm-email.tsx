import { screens } from '../../shared/screens.ts'
import { ConfirmEmail } from '../accounts/confirm-email.tsx'
import { LinkScreen } from './parts/link-screen.tsx'

export function Screen() {
  return (
    <LinkScreen title={screens.confirmEmail.title}>
      {(token) => <ConfirmEmail token={token} />}
    </LinkScreen>
  )
}
