import { useState } from 'react'
import type { WholeCheck } from '../../shared/check-history/contract.ts'
import { texts } from '../../shared/messages.ts'
import { screens } from '../../shared/screens.ts'
import { reopenWithinMs } from '../../shared/tent-check/limits.ts'
import { call } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { useNavigate } from '../routing/location.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import styles from './check-history.module.css'
import { checkHistoryTexts } from './texts.ts'
import { useNewestCheckId } from './use-checks.ts'
import { useChecksChanged } from './use-checks-changed.ts'

type ReopenCheckProps = {
  check: WholeCheck
  /** A super user may at any time, others for 10 minutes. */
  mayAlways: boolean
  /** How far the server's clock is ahead of this device's. */
  serverAheadMs: number
}

/**
 * Reopens a check that was closed by mistake; possible as long as no other check began after it and
 * its season is not closed.
 */
export function ReopenCheck({ check, mayAlways, serverAheadMs }: ReopenCheckProps) {
  const { id, endedAt, seasonClosed } = check
  const newestId = useNewestCheckId()
  const navigate = useNavigate()
  const checksChanged = useChecksChanged()
  const [isAsking, setAsking] = useState(false)
  const { run, busy, message } = useSaidAction({
    act: async () => {
      await call('reopenCheck', undefined, { params: { checkId: id } })
      navigate(screens.tentCheck.path)
    },
    failed: texts.tryAgain,
    unanswered: texts.tryAgainLater,
    onSettled: async () => {
      setAsking(false)
      await checksChanged()
    },
  })
  const now = Date.now() + serverAheadMs
  const isRecent = endedAt !== null && now - Date.parse(endedAt) < reopenWithinMs
  // The message of a refusal stays, even if the check can no longer be reopened.
  if (endedAt === null || seasonClosed || newestId !== id || !(mayAlways || isRecent))
    return message
  return (
    <div className={styles['onScreen']}>
      <p>
        {checkHistoryTexts.closedByMistake}{' '}
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Go on with it
        </Button>
      </p>
      {message}
      {isAsking && (
        <Confirm
          title="Go on with this check?"
          yes="Go on with it"
          no="Leave it closed"
          busy={busy}
          onYes={() => run()}
          onNo={() => setAsking(false)}
        >
          <p>{checkHistoryTexts.goesOn}</p>
        </Confirm>
      )}
    </div>
  )
}
