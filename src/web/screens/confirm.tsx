import { screens } from '../../shared/screens.ts'
import { ConfirmNetID } from '../accounts/confirm-netid.tsx'
import { LinkScreen } from './parts/link-screen.tsx'

export function Screen() {
  return (
    <LinkScreen title={screens.confirm.title}>
      {(token) => <ConfirmNetID token={token} />}
    </LinkScreen>
  )
}
