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
      useOutcome={useOutcome}
      onAnswered={async () => {
        await Promise.all([checksChanged(), rosterChanged()])
      }}
    />
  )
}

function useOutcome({ checkId, tentId }: Dispute): StandingOutcome | undefined {
  const { data } = useCheck(checkId)
  return data?.tents.find(({ id }) => id === tentId)?.outcome
}
