import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { User } from '../../../shared/accounts/contract.ts'
import type { ActiveTent, Outcome } from '../../../shared/tent-check/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { classNames } from '../../ui/class-names.ts'
import { useZoneAfter } from '../../ui/times-zone.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { resultText } from './mark-results.ts'
import { makeQuestion } from './mark-words.ts'
import styles from './open-tent.module.css'
import { mayUndo, type Standing } from './standings.ts'

type MakeAnywayProps = { question: string; onMake: () => void; onBack: () => void }

/** Asks before a Make of too few. */
function MakeAnyway({ question, onMake, onBack }: MakeAnywayProps) {
  const answer = useRef<HTMLButtonElement>(null)
  const questionId = useId()
  const isSettled = useSettled()
  useEffect(() => answer.current?.focus({ preventScroll: true }), [])
  return (
    <div className={classNames(styles['bar'], styles['asking'])}>
      <p id={questionId} className={classNames(styles['question'], styles['wide'])}>
        {question}
      </p>
      {/* In another place than Make, so that a double tap does nothing; nor does a second Enter. */}
      <button
        ref={answer}
        type="button"
        aria-describedby={questionId}
        className={classNames(styles['mark'], styles['make'])}
        onClick={(event) => {
          const isKey = event.detail === 0
          if (!isKey || isSettled()) onMake()
        }}
      >
        Make anyway
      </button>
      <button
        type="button"
        data-back
        className={classNames(styles['mark'], styles['quiet'])}
        onClick={onBack}
      >
        Go back
      </button>
    </div>
  )
}

type MarkBarProps = {
  tent: ActiveTent
  ticked: number
  /** How the tent is marked, by whomever; undefined: it is not. */
  standing: Standing | undefined
  /** The tent opened by itself, over other tents: a finger may be on its way to one of them. */
  isUnasked: boolean
  user: User
  onMark: (tent: ActiveTent, outcome: Outcome) => void
  onUndo: (tent: ActiveTent, standing: Standing) => void
  onClose: (tentId: string) => void
}

/** The bar of the open tent: buttons to mark it, or, if it is marked, its mark and an undo. */
export function MarkBar({ standing, ...props }: MarkBarProps) {
  const [wasMarked, setWasMarked] = useState(false)
  if (standing && !wasMarked) setWasMarked(true)
  if (standing) return <MarkedMeanwhile standing={standing} {...props} />
  return <Marking isBack={wasMarked} {...props} />
}

/** How long a finger may be on its way. */
const reachMs = 600

type MarkingProps = Pick<MarkBarProps, 'tent' | 'ticked' | 'isUnasked' | 'onMark'> & {
  /** It replaced the bar of an undone mark: a finger may be about to tap “Leave it” there. */
  isBack: boolean
}

/** Miss, the number ticked, and Make; a Make of too few is confirmed first. */
function Marking({ tent, ticked, isUnasked, isBack, onMark }: MarkingProps) {
  const [isAsking, setAsking] = useState(false)
  /** How many questions went because enough were ticked. */
  const [gone, setGone] = useState(0)
  const make = useRef<HTMLButtonElement>(null)
  const isSettled = useSettled(String(gone))
  const isInPlace = useSettled('', reachMs)
  const isMeant = (detail: number) =>
    (!isBack || isSettled()) && (!isUnasked || detail === 0 || isInPlace())
  // A finger may be about to answer the question, where Miss is now.
  const isMissMeant = (detail: number) =>
    isMeant(detail) && (detail === 0 || gone === 0 || isSettled())
  const question = makeQuestion(tent.required, ticked)
  // Once enough are ticked, only the next Make asks again.
  if (isAsking && question === null) {
    setAsking(false)
    setGone(gone + 1)
  }
  const label = tentLabel(tent)
  if (isAsking && question !== null) {
    return (
      <MakeAnyway
        question={question}
        onMake={() => onMark(tent, 'make')}
        onBack={() => {
          flushSync(() => setAsking(false))
          make.current?.focus({ preventScroll: true })
        }}
      />
    )
  }
  const { required = null } = tent
  const state = required === null ? 'unknown' : ticked < required ? '' : 'enough'
  return (
    <div className={styles['bar']}>
      <button
        type="button"
        data-key="M"
        className={classNames(styles['mark'], styles['miss'])}
        aria-label={`Miss, tent ${label}`}
        onClick={({ detail }) => isMissMeant(detail) && onMark(tent, 'miss')}
      >
        Miss
      </button>
      <p className={classNames(styles['count'], state && styles[state])}>
        <strong>{required === null ? ticked : `${ticked} of ${required}`}</strong> ticked
        {/* The head of a large tent may be scrolled away. */}
        <span className={styles['which']}>{tent.order || tent.name}</span>
      </p>
      <button
        ref={make}
        type="button"
        data-key="K"
        className={classNames(styles['mark'], styles['make'])}
        aria-label={`Make, tent ${label}`}
        onClick={({ detail }) => {
          if (!isMeant(detail)) return
          if (question === null) onMark(tent, 'make')
          else setAsking(true)
        }}
      >
        Make
      </button>
    </div>
  )
}

type MarkedMeanwhileProps = Omit<MarkBarProps, 'ticked' | 'isUnasked' | 'onMark'> & {
  standing: Standing
}

/**
 * How the tent that is open is marked already, with an undo if allowed; below it, where Miss and Make
 * were, the way out.
 */
function MarkedMeanwhile({ tent, standing, user, onUndo, onClose }: MarkedMeanwhileProps) {
  const { isUndoWanted } = standing
  const mayTakeBack = mayUndo(standing, user)
  const zoneOfMarks = useZoneAfter({ ofMarks: true })
  const isSettled = useSettled()
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Miss or Make had the focus. No button gets it: a key meant for those would press it.
    if (document.activeElement === document.body) bar.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div
      ref={bar}
      tabIndex={-1}
      role="alert"
      className={classNames(styles['bar'], styles['meanwhile'])}
    >
      <p className={classNames(styles['question'], !mayTakeBack && styles['wide'])}>
        {resultText(standing, user, zoneOfMarks(Date.now()))}
      </p>
      {mayTakeBack && (
        <button
          type="button"
          className={classNames(styles['mark'], styles['quiet'])}
          // It has the focus, which stays where it is while the undo waits.
          aria-disabled={isUndoWanted}
          onClick={() => !isUndoWanted && isSettled() && onUndo(tent, standing)}
        >
          {isUndoWanted ? 'Undoing…' : 'Undo it'}
        </button>
      )}
      <button
        type="button"
        className={classNames(styles['mark'], styles['quiet'], styles['wide'])}
        onClick={() => onClose(tent.id)}
      >
        Leave it
      </button>
    </div>
  )
}
