import { texts } from '../../shared/messages.ts'
import styles from './loading-screen.module.css'

export function LoadingScreen() {
  return (
    <main className={styles['screen']} aria-busy="true">
      <p>{texts.loading}</p>
    </main>
  )
}
