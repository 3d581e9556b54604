import { useEffect, useRef } from 'react'
import type { RecordedCheck } from '../../../shared/check-history/contract.ts'
import { isChangedSince } from '../../../shared/disputes/answer-stands.ts'
import type { Dispute } from '../../../shared/disputes/contract.ts'
import type { ListedTent } from '../../../shared/tents/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { useSession } from '../../accounts/session.tsx'
import { TentRecord } from '../../check-history/tent-record.tsx'
import { useTentRecord } from '../../check-history/use-checks.ts'
import { useChecksChanged } from '../../check-history/use-checks-changed.ts'
import { DisputeMiss } from '../../disputes/dispute-miss.tsx'
import { disputesTexts } from '../../disputes/texts.ts'
import { useDisputes } from '../../disputes/use-disputes.ts'
import { ownTentIn } from '../../tents/own-tent-in.ts'
import type { Counted } from '../../tents/tent-card.tsx'
import { useTents } from '../../tents/use-tents.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Section } from '../../ui/section.tsx'

/**
 * The past checks of each tent of a person's, with its disputes, also of those that have left the
 * roster; nothing without a tent.
 */
export function OwnRecord() {
  const { data: tents = [] } = useTents()
  const { data: { leftTents = [] } = {} } = useDisputes()
  useFollowedAnswers()
  const own = ownTentIn(tents)
  const further = [...tents.filter(({ isMember }) => isMember === true), ...leftTents]
  return (
    <>
      {own && (
        <RecordOf
          tent={own}
          id="record"
          title={further.length > 0 ? titleOf(own) : 'Checks of your tent'}
        />
      )}
      {further.map((tent, place) => (
        <RecordOf
          key={tent.id}
          tent={tent}
          id={`record-${place + 2}`}
          title={titleOf(tent)}
          polls
          isLeft={leftTents.includes(tent)}
        />
      ))}
    </>
  )
}

type ReadTent = Pick<ListedTent, 'id' | 'order' | 'name'>

const titleOf = (tent: ReadTent) => `Checks of your tent ${tentLabel(tent)}`

type RecordOfProps = {
  tent: ReadTent
  id: string
  title: string
  /** What happens to one's own is followed already. */
  polls?: boolean
  /** The tent has left the roster. */
  isLeft?: boolean
}

function RecordOf({ tent, id, title, polls = false, isLeft = false }: RecordOfProps) {
  const { user } = useSession()
  const disputes = useDisputes()
  const disputeOf = useDisputesOf(tent.id)
  useTentRecord(tent.id, { polls })
  const beside = (check: RecordedCheck) => {
    const { checkId, outcome, disputableUntil, notDisputable, seasonClosed } = check
    if (disputeOf !== undefined) {
      const filed = disputeOf(checkId)
      return (
        <DisputeMiss
          checkId={checkId}
          tentId={tent.id}
          outcome={outcome}
          until={disputableUntil}
          notDisputable={notDisputable && !seasonClosed}
          filed={filed}
          isChangedSince={filed?.answer ? isChangedSince(filed.answer, check) : false}
          myName={user?.firstName ?? ''}
        />
      )
    }
    if (disputableUntil === null) return null
    return <NotLoaded query={disputes} failed={disputesTexts.disputesLoadFailed} />
  }
  const tag = ({ checkId }: RecordedCheck) => (disputeOf?.(checkId) ? 'disputed' : null)
  return (
    <Section id={id} title={title}>
      {isLeft && <p className="muted">{disputesTexts.leftTent}</p>}
      <TentRecord tentId={tent.id} beside={beside} tag={tag} />
    </Section>
  )
}

/**
 * Reloads the checks once a dispute is answered: the answer may correct an earlier check, and then
 * the tent's present state, which is followed elsewhere, does not change.
 */
function useFollowedAnswers(): void {
  const { data } = useDisputes()
  const reload = useRef(useChecksChanged())
  const shown = data?.disputes.map(({ id, answer }) => `${id} ${answer?.at}`).join()
  const known = useRef(shown)
  useEffect(() => {
    if (known.current !== undefined && known.current !== shown) void reload.current()
    known.current = shown
  }, [shown])
}

/**
 * Who was counted in one's own tent's last check; null: it was not marked a Make, there was none, or
 * its season is closed.
 */
export function useCounted(): Counted | null {
  const { data: tents = [] } = useTents()
  const { data } = useTentRecord(ownTentIn(tents)?.id ?? null)
  const last = data?.checks[0]
  if (last === undefined || last.seasonClosed || last.marked !== 'make') return null
  return last
}

/** Finds the dispute about a check of this tent of one's own; undefined: not loaded yet. */
export function useDisputesOf(
  tentId: string | undefined,
): ((checkId: string) => Dispute | undefined) | undefined {
  const { data } = useDisputes()
  return (
    data &&
    ((checkId) => data.disputes.find((one) => one.checkId === checkId && one.tentId === tentId))
  )
}
