import { texts } from '../../shared/messages.ts'
import { ProfileForm } from '../accounts/profile-form.tsx'
import { useSession } from '../accounts/session.tsx'
import { SessionList } from '../accounts/session-list.tsx'
import { useMe } from '../accounts/use-me.ts'
import { OwnTent } from '../tents/own-tent.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import styles from './profile.module.css'

export function ProfileScreen() {
  const { user } = useSession()
  const me = useMe()
  // The gate lets nobody in without a person; on logout it closes a moment later.
  if (user === null) return null
  return (
    <Page className={styles['page']}>
      <title>Profile · Tent City</title>
      <h1 className={styles['greeting']}>Hi, {user.firstName || 'User'}</h1>
      {me.isError && (
        <div className={styles['failure']}>
          <Notice tone="danger" hideAfterMs={null}>
            {texts.profileFailed}
          </Notice>
          <Button variant="quiet" onClick={() => void me.refetch()}>
            {texts.tryAgainAction}
          </Button>
        </div>
      )}
      <OwnTent netID={me.data?.netID ?? user.netID} />
      <div className={styles['account']}>
        <Card aria-labelledby="update" className={styles['update']}>
          <h2 id="update">Email and password</h2>
          <ProfileForm user={user} />
        </Card>
        <Card aria-labelledby="sessions" className={styles['sessions']}>
          <h2 id="sessions">Where you are signed in</h2>
          <SessionList />
        </Card>
      </div>
    </Page>
  )
}
