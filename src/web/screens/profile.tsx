import { Fragment, useEffect, useState } from 'react'
import { can } from '../../shared/access.ts'
import { isUnproven } from '../../shared/accounts/proof.ts'
import type { RecordedCheck } from '../../shared/check-history/contract.ts'
import { answerStands } from '../../shared/disputes/answer-stands.ts'
import type { Dispute } from '../../shared/disputes/contract.ts'
import { textIn } from '../../shared/field-of.ts'
import { texts } from '../../shared/messages.ts'
import { screens } from '../../shared/screens.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { addressFrom } from '../accounts/asked-for.ts'
import { ProfileForm } from '../accounts/profile-form.tsx'
import { ProveNetID } from '../accounts/prove-netid.tsx'
import { useSession } from '../accounts/session.tsx'
import { SessionList } from '../accounts/session-list.tsx'
import { accountsTexts } from '../accounts/texts.ts'
import { useMe } from '../accounts/use-me.ts'
import { useSignInWays } from '../accounts/use-sign-in-ways.ts'
import { failureText } from '../api/failure-text.ts'
import { lazyPart } from '../api/lazy-part.tsx'
import { TentNow } from '../check-history/tent-now.tsx'
import { NoticeSettingsForm } from '../notices/notice-settings.tsx'
import { Link } from '../routing/link.tsx'
import { useLocation } from '../routing/location.tsx'
import { Redirect } from '../routing/redirect.tsx'
import { useSeason } from '../season/use-season.ts'
import { OwnTent } from '../tents/own-tent.tsx'
import { ownTentIn, tentsOfShifts } from '../tents/own-tent-in.ts'
import { useTents } from '../tents/use-tents.ts'
import { Card } from '../ui/card.tsx'
import { FailedNotice } from '../ui/failed.tsx'
import links from '../ui/links.module.css'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TentOrder } from '../ui/tent-order.tsx'
import { useTimes } from '../ui/times.ts'
import { isJustSignedIn } from './just-signed-in.ts'
import { InSeasonZone } from './parts/in-season-zone.tsx'
import { OwnRecord, useCounted, useDisputesOf } from './parts/own-record.tsx'
import styles from './profile.module.css'

/** Loaded separately, so that it does not delay the first render. */
const OwnNextShift = lazyPart(
  async () => (await import('../shifts/next/own-next-shift.tsx')).OwnNextShift,
  NextShiftSkeleton,
)

/** As high as the panel and its link. */
function NextShiftSkeleton() {
  return <Skeleton height="13.5rem" />
}

const answerWords = {
  upheld: 'Disputed: the Miss stands.',
  vacated: 'Disputed: the Miss is taken away.',
}

function disputeText(answer: Dispute['answer'], outcome: RecordedCheck['outcome']): string {
  if (answer === null) return 'Disputed, and not answered yet.'
  const { outcome: answered } = answer
  return answerStands(answered, outcome) ? answerWords[answered] : 'Disputed, and answered.'
}

/** How one's own tent stands, with the dispute about its last check. */
function OwnTentNow() {
  const { data: season } = useSeason()
  const { data: tents } = useTents()
  const own = tents && ownTentIn(tents)
  const disputeOf = useDisputesOf(own?.id)
  const about = ({ checkId, outcome, disputableUntil }: RecordedCheck) => {
    const dispute = disputeOf?.(checkId)
    if (dispute) return <p>{disputeText(dispute.answer, outcome)}</p>
    if (disputeOf === undefined || disputableUntil === null) return null
    return (
      <p className={links['links']}>
        <Link to="#record">Dispute this Miss</Link>
      </p>
    )
  }
  return (
    <TentNow
      isOffSeason={season?.inSeason === false}
      tent={
        own && (
          <>
            <TentOrder order={own.order} type={own.type} />
            <span>{[own.name, own.type].filter(Boolean).join(' · ')}</span>
          </>
        )
      }
      about={about}
    />
  )
}

export function Screen() {
  const { user } = useSession()
  const me = useMe()
  const { state } = useLocation()
  const { data: tents, isPending } = useTents()
  const { data: { confirmNetIDs: proof = 'off', mail = true } = {} } = useSignInWays()
  const counted = useCounted()
  const hasTouched = useTouched()
  const own = tents && ownTentIn(tents)
  const ofShifts = tents === undefined ? [] : tentsOfShifts(tents)
  /** As the login reported it; '': no such report. */
  const resetLinkMadeAt = textIn(state, 'resetLinkMadeAt')
  const askedFor = addressFrom(state)
  // The gate shows this only to signed-in people; after a logout it changes a moment later.
  if (user === null) return null
  const netID = me.data?.netID ?? user.netID
  const isComing = isJustSignedIn(state) && !hasTouched && tents && own === undefined
  if (isComing && can(user, 'lineMonitor')) {
    // A line monitor without a tent has come for the tent check; where there is nothing to check, a
    // super user for the steps to it.
    const isNothingThere = tents.length === 0 && can(user, 'superUser')
    const { path } = isNothingThere ? screens.dashboard : screens.tentCheck
    return <Redirect to={path} />
  }
  return (
    <Page className={styles['page']}>
      <InSeasonZone>
        <h1 className={styles['greeting']}>Hi, {user.firstName || 'User'}</h1>
        {resetLinkMadeAt !== '' && <ResetLinkMade at={resetLinkMadeAt} askedFor={askedFor} />}
        {me.isError && (
          <div className={styles['failure']}>
            <FailedNotice
              text={failureText(me.error, texts.profileFailed, texts.profileFailed)}
              onRetry={() => void me.refetch()}
            />
          </div>
        )}
        <div className={styles['own']}>
          <OwnTentNow />
          {isPending && <NextShiftSkeleton />}
          {ofShifts.map((tent) => (
            <Fragment key={tent.id}>
              {ofShifts.length > 1 && <h2>Your next shift in tent {tentLabel(tent)}</h2>}
              <OwnNextShift tentId={tent.id} />
            </Fragment>
          ))}
          {isUnproven(proof, user) ? (
            <ProveNetID netID={netID} proof={proof} />
          ) : (
            <OwnTent netID={netID} counted={counted} />
          )}
          <OwnRecord />
        </div>
        <div className={styles['account']}>
          <Card aria-labelledby="update" className={styles['update']}>
            <h2 id="update">Email and password</h2>
            <ProfileForm user={user} />
          </Card>
          <Card aria-labelledby="sessions" className={styles['sessions']}>
            <h2 id="sessions">Where you are signed in</h2>
            <SessionList />
          </Card>
          <Card id="notices" aria-labelledby="notices-title" className={styles['sessions']}>
            <h2 id="notices-title">What you are told</h2>
            <NoticeSettingsForm user={user} sendsMail={mail} />
          </Card>
        </div>
      </InSeasonZone>
    </Page>
  )
}

type ResetLinkMadeProps = { at: string; askedFor: string | null }

/** Tells of a link to a new password, before the way on. */
function ResetLinkMade({ at, askedFor }: ResetLinkMadeProps) {
  const { moment } = useTimes()
  return (
    <Notice tone="danger">
      {accountsTexts.resetLinkWasMade(moment(at))}
      {askedFor !== null && (
        <>
          {' '}
          <Link to={askedFor}>Go to the page you asked for</Link>
        </>
      )}
    </Notice>
  )
}

/** Whoever has begun to do something here is not led away any more. */
function useTouched(): boolean {
  const [hasTouched, setTouched] = useState(false)
  useEffect(() => {
    const touch = () => setTouched(true)
    const kinds = ['pointerdown', 'keydown', 'input']
    for (const kind of kinds) document.addEventListener(kind, touch, { capture: true })
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, touch, { capture: true })
    }
  }, [])
  return hasTouched
}
