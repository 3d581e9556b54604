import { ForgotPassword } from '../accounts/forgot-password.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import styles from './parts/narrow.module.css'

export function Screen() {
  return (
    <Page className={styles['page']}>
      <Card className={styles['card']}>
        <h1>Forgot your password?</h1>
        <ForgotPassword />
      </Card>
    </Page>
  )
}
