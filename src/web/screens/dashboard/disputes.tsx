import { TentInCheck } from '../../check-history/tent-in-check.tsx'
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
      onAnswered={async () => {
        await Promise.all([checksChanged(), rosterChanged()])
      }}
    />
  )
}
