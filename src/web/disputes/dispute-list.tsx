import { type ReactNode, useEffect, useState } from 'react'
import type { Dispute } from '../../shared/disputes/contract.ts'
import { pathOfTentRecord, placeOfDispute } from '../../shared/screens.ts'
import { Link } from '../routing/link.tsx'
import { useLocation } from '../routing/location.tsx'
import { Empty } from '../ui/empty.tsx'
import { focusPart } from '../ui/focus-part.ts'
import { Folded } from '../ui/folded.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useKeptPlaces } from '../ui/use-kept-places.ts'
import { AnswerForm, type UseOutcome } from './answer-form.tsx'
import { DisputeText } from './dispute-text.tsx'
import styles from './disputes.module.css'
import { isWaiting } from './is-waiting.ts'
import { orderText } from './order-text.ts'
import { disputesTexts } from './texts.ts'
import { useDisputes } from './use-disputes.ts'

type DisputeListProps = {
  /** The events of its check that matter. */
  story: (dispute: Dispute) => ReactNode
  useOutcome: UseOutcome
  onAnswered: () => Promise<void>
}

const shownFirst = 5

/** All disputes, open ones first, with a form to answer each; shows the one that the address names. */
export function DisputeList({ story, useOutcome, onAnswered }: DisputeListProps) {
  const query = useDisputes()
  const { data } = query
  const { rows: disputes } = useKeptPlaces(data?.disputes ?? [], isWaiting)
  const [isWhole, setWhole] = useState(false)
  const { hash } = useLocation()
  const place = disputes.findIndex(({ id }) => hash === `#${placeOfDispute(id)}`)
  const isMeantThere = place >= 0
  /** The one that was answered here, which stays open. */
  const [answeredId, setAnsweredId] = useState<string | null>(null)
  const isAnsweredHere = ({ id, answer }: Dispute) => id === answeredId && answer !== null
  /** Those whose answer is being written here, which stay although somebody else answers first. */
  const [written, setWritten] = useState<readonly string[]>([])
  const write = (id: string, isWritten: boolean) =>
    setWritten((before) => [...before.filter((one) => one !== id), ...(isWritten ? [id] : [])])
  const isOpen = (dispute: Dispute) => isWaiting(dispute) || written.includes(dispute.id)
  const isAnswered = disputes.some(isAnsweredHere)
  useEffect(() => {
    if (answeredId === null || !isAnswered) return
    document.getElementById(placeOfDispute(answeredId))?.querySelector('h4')?.focus()
  }, [answeredId, isAnswered])
  // The dispute may appear only after its link was followed.
  useEffect(() => {
    const meant = isMeantThere ? document.getElementById(hash.slice(1)) : null
    if (meant === null) return
    meant.scrollIntoView()
    focusPart(meant)
  }, [hash, isMeantThere])
  if (data === undefined)
    return <NotLoaded query={query} failed={disputesTexts.disputesLoadFailed} />
  if (disputes.length === 0) return <Empty>{disputesTexts.disputesEmpty}</Empty>
  // Disputes that wait are all shown: a new one must not push out one that is being answered.
  const last = disputes.findLastIndex((dispute) => isOpen(dispute) || isAnsweredHere(dispute))
  const count = isWhole ? disputes.length : Math.max(shownFirst, place + 1, last + 1)
  const shown = disputes.slice(0, count)
  return (
    <>
      <ul className={styles['list']}>
        {shown.map((dispute) => (
          <li key={dispute.id} id={placeOfDispute(dispute.id)}>
            <h4 tabIndex={-1}>
              Tent <Link to={pathOfTentRecord(dispute.tentId)}>{orderText(dispute.order)}</Link>
            </h4>
            <DisputeText dispute={dispute} isAnswering={isWaiting(dispute)} />
            {isAnsweredHere(dispute) && <p role="status">{disputesTexts.answered}</p>}
            {isOpen(dispute) || isAnsweredHere(dispute) ? (
              story(dispute)
            ) : (
              <Folded
                summary="What happened"
                label={`What happened, tent ${orderText(dispute.order)}`}
              >
                {story(dispute)}
              </Folded>
            )}
            {isOpen(dispute) && (
              <AnswerForm
                dispute={dispute}
                useOutcome={useOutcome}
                onWrite={(isWritten) => write(dispute.id, isWritten)}
                onAnswer={() => {
                  setAnsweredId(dispute.id)
                  write(dispute.id, false)
                }}
                onAnswered={onAnswered}
              />
            )}
          </li>
        ))}
      </ul>
      <ShowMore left={disputes.length - shown.length} onClick={() => setWhole(true)} />
    </>
  )
}
