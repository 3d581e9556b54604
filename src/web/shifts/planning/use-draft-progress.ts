import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isJobOn } from '../../../shared/shifts/job.ts'
import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { useShiftsChanged } from '../picture/use-shifts.ts'
import { missingHours } from './words.ts'

const pollMs = 1000
/** Through a whole check there is nothing new. */
const pollInCheckMs = 10_000

/**
 * The search and its figures, loaded every second while it is queued or runs; afterwards the draft
 * is loaded.
 */
export function useDraftProgress({ tent, job, draft }: TentShifts) {
  const changed = useShiftsChanged(tent.id)
  const isOn = isJobOn(job)
  const { data } = useQuery({
    queryKey: ['draft-progress', tent.id, draft?.madeAt],
    queryFn: () => call('getDraftProgress', undefined, { params: { tentId: tent.id } }),
    enabled: isOn,
    refetchInterval: ({ state }) =>
      state.data?.job?.state === 'waitsForCheck' ? pollInCheckMs : pollMs,
  })
  const isOver = isOn && data !== undefined && !isJobOn(data.job)
  useEffect(() => {
    if (isOver) void changed()
  }, [isOver, changed])
  // A draft's figures were made with the members of then.
  const figures = draft && { ...draft.figures, uncoveredHours: missingHours(draft.short) }
  if (!isOn) return { job, figures }
  return { job: data?.job ?? job, figures: data?.figures ?? figures }
}
