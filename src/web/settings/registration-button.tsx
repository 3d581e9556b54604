import { useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import styles from './registration-button.module.css'
import { settingsTexts } from './texts.ts'
import { useTentLink } from './use-tent-link.ts'

/** A link to the tent sign-up. Specification 2, home button. */
export function RegistrationButton() {
  const { data, isPending, refetch } = useTentLink()
  const [alerts, setAlerts] = useState(0)

  if (isPending) return <div className={styles['place']} aria-busy="true" />
  if (data === undefined) {
    return (
      <div className={styles['place']}>
        <p>{settingsTexts.registrationFailed}</p>
        <TryAgain onClick={() => void refetch()} />
      </div>
    )
  }

  const open = () => {
    if (data.url === '') setAlerts(alerts + 1)
    else window.open(data.url, '_blank', 'noopener')
  }
  return (
    <div className={styles['place']}>
      <Button className={styles['button']} disabled={!data.active} onClick={open}>
        {data.active ? texts.registerTent : texts.registrationClosed}
      </Button>
      {alerts > 0 && (
        <Notice key={alerts} tone="danger" onHide={() => setAlerts(0)}>
          {texts.linkNotSet}
        </Notice>
      )}
    </div>
  )
}
