import { useCallback } from 'react'
import { texts } from '../../shared/messages.ts'
import type { ActiveTent, Outcome } from '../../shared/tent-check/contract.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import type { Member } from '../../shared/tents/members.ts'
import { newId } from '../api/new-id.ts'
import { useLatest } from '../ui/use-latest.ts'
import type { Say } from '../ui/use-message.tsx'
import { rememberedRest, rememberRest } from './closing/last-act.ts'
import { markOf } from './marks/mark.ts'
import type { MarkQueue } from './marks/mark-queue.ts'
import type { UndoQueue } from './marks/undo-queue.ts'
import { numberOf, type Standing } from './pages/standings.ts'
import { membersTicked } from './pages/ticks.ts'

type Marking = {
  checkId: string
  firstName: string
  /** The keys of the members ticked, by tent. */
  ticks: ReadonlyMap<string, readonly string[]>
  excluded: ReadonlySet<string>
  standings: ReadonlyMap<string, Standing>
  queue: MarkQueue
  undos: UndoQueue
  toggle: (tentId: string, key: string) => void
  onMarked: (outcome: Outcome) => void
  onUndoing: (tentId: string) => void
  say: Say
}

/** Ticks, marks and undos. These functions never change, so that a tap redraws only its own tent. */
export function useMarking(marking: Marking) {
  const latest = useLatest(marking)
  const onToggle = useCallback(
    (tent: ActiveTent, { name, key }: Member) => {
      const { excluded, say, toggle } = latest.current
      if (excluded.has(name)) say('danger', texts.isExcluded(name))
      else toggle(tent.id, key)
    },
    [latest],
  )
  const onMark = useCallback(
    (tent: ActiveTent, outcome: Outcome) => {
      const { checkId, firstName, ticks, standings, queue, onMarked } = latest.current
      if (standings.has(tent.id)) return
      const tap = { tent, checkId, monitor: { firstName }, markId: newId(), now: new Date() }
      const present = membersTicked(tent, ticks.get(tent.id) ?? [])
      // Then the others of a rest that was asked for are no longer one act with it.
      if (rememberedRest()?.ids.includes(tent.id)) rememberRest(null)
      queue.add(markOf(outcome === 'miss' ? { ...tap, outcome } : { ...tap, outcome, present }))
      onMarked(outcome)
    },
    [latest],
  )
  const onUndo = useCallback(
    (tent: ActiveTent, standing: Standing) => {
      const { checkId, queue, undos, onUndoing } = latest.current
      onUndoing(tent.id)
      const { own } = standing
      const number = numberOf(standing)
      // A mark that was certainly not sent is simply removed.
      if (own !== null && number === null && queue.takeBack(own.markId)) return
      undos.add({
        undoId: newId(),
        id: tent.id,
        checkId,
        tentLabel: tentLabel(tent),
        ...(number === null
          ? { number: null, markId: own?.markId ?? '' }
          : { number, markId: null }),
      })
    },
    [latest],
  )
  return { onToggle, onMark, onUndo }
}
