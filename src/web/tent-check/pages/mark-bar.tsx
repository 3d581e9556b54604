import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ActiveTent, Outcome } from '../../../shared/tent-check/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { classNames } from '../../ui/class-names.ts'
import { makeQuestion } from './mark-words.ts'
import styles from './open-tent.module.css'
import { useSettled } from './use-settled.ts'

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

/** How the tent is marked, by whomever, in words, and an undo if allowed. */
export type Result = {
  text: string
  onUndo: (() => void) | null
  /** It waits for the server. */
  isUndoing: boolean
}

type MarkBarProps = {
  tent: ActiveTent
  ticked: number
  result: Result | null
  onMark: (tent: ActiveTent, outcome: Outcome) => void
  onClose: (tentId: string) => void
}

/** The bar of the open tent: buttons to mark it, or, if it is marked, its mark and an undo. */
export function MarkBar({ result, onClose, ...marking }: MarkBarProps) {
  const [wasMarked, setWasMarked] = useState(false)
  if (result !== null && !wasMarked) setWasMarked(true)
  if (result === null) return <Marking {...marking} isBack={wasMarked} />
  return <MarkedMeanwhile result={result} onLeave={() => onClose(marking.tent.id)} />
}

type MarkingProps = Omit<MarkBarProps, 'result' | 'onClose'> & {
  /** It replaced the bar of an undone mark: a finger may be about to tap “Leave it” there. */
  isBack: boolean
}

/** Miss, the number ticked, and Make; a Make of too few is confirmed first. */
function Marking({ tent, ticked, isBack, onMark }: MarkingProps) {
  const [isAsking, setAsking] = useState(false)
  /** How many questions went because enough were ticked. */
  const [gone, setGone] = useState(0)
  const make = useRef<HTMLButtonElement>(null)
  const isSettled = useSettled(String(gone))
  const isMeant = () => !isBack || isSettled()
  // A finger may be about to answer the question, where Miss is now.
  const isMissMeant = (detail: number) => isMeant() && (detail === 0 || gone === 0 || isSettled())
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
        onClick={() => {
          if (!isMeant()) return
          if (question === null) onMark(tent, 'make')
          else setAsking(true)
        }}
      >
        Make
      </button>
    </div>
  )
}

/** How the tent that is open is marked already; below it, where Miss and Make were, the way out. */
function MarkedMeanwhile({ result, onLeave }: { result: Result; onLeave: () => void }) {
  const { text, onUndo, isUndoing } = result
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
      <p className={classNames(styles['question'], onUndo === null && styles['wide'])}>{text}</p>
      {onUndo && (
        <button
          type="button"
          className={classNames(styles['mark'], styles['quiet'])}
          // It has the focus, which stays where it is while the undo waits.
          aria-disabled={isUndoing}
          onClick={() => !isUndoing && isSettled() && onUndo()}
        >
          {isUndoing ? 'Undoing…' : 'Undo it'}
        </button>
      )}
      <button
        type="button"
        className={classNames(styles['mark'], styles['quiet'], styles['wide'])}
        onClick={onLeave}
      >
        Leave it
      </button>
    </div>
  )
}
