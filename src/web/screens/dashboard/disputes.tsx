import type { ReactNode } from 'react'
import type { StandingOutcome } from '../../../shared/check-history/contract.ts'
import type { Dispute } from '../../../shared/disputes/contract.ts'
import { TentInCheck } from '../../check-history/tent-in-check.tsx'
import { useCheck } from '../../check-history/use-checks.ts'
import { useChecksChanged } from '../../check-history/use-checks-changed.ts'
import { DisputeList } from '../../disputes/dispute-list.tsx'
import { useRosterChanged } from '../../roster-sync/use-roster-sync.ts'

/** Each dispute with the events of its check that matter. */
export function Disputes() {
  const checksChanged = useChecksChanged()
  const rosterChanged = useRosterChanged()
  return (
    <DisputeList
      story={({ checkId, tentId }) => <TentInCheck checkId={checkId} tentId={tentId} />}
      withOutcome={(dispute, form) => <WithOutcome dispute={dispute}>{form}</WithOutcome>}
      onAnswered={async () => {
        await Promise.all([checksChanged(), rosterChanged()])
      }}
    />
  )
}

type WithOutcomeProps = {
  dispute: Dispute
  children: (outcome: StandingOutcome | undefined) => ReactNode
}

function WithOutcome({ dispute: { checkId, tentId }, children }: WithOutcomeProps) {
  const { data } = useCheck(checkId)
  return children(data?.tents.find(({ id }) => id === tentId)?.outcome)
}
