import { useRef, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import type { ShownNotice } from '../../shared/notices/contract.ts'
import { screens } from '../../shared/screens.ts'
import { CallError, call } from '../api/call.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { copied } from '../ui/copied.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import rows from '../ui/rows.module.css'
import { ShowMore } from '../ui/show-more.tsx'
import { uiTexts } from '../ui/texts.ts'
import { type Times, useTimes } from '../ui/times.ts'
import { useKeptPlaces } from '../ui/use-kept-places.ts'
import { canBeTold, isOfCheck, isPutOff, needsWork, untoldIn } from './needs-work.ts'
import styles from './notices.module.css'
import { noticesTexts } from './texts.ts'
import { useNotices, useNoticesChanged } from './use-notices.ts'

const shownFirst = 8
const shownMore = 200

const words: Record<ShownNotice['state'], string> = {
  waiting: 'Waits',
  sent: 'Sent',
  failed: 'Not sent',
  byHand: 'To be told by hand',
  done: 'Told by hand',
}

/**
 * All notices, first those that need work; whoever was told by hand here keeps their place. What
 * failed or was put off can be sent again.
 */
export function NoticeList() {
  const query = useNotices()
  const { data } = query
  const { rows: notices, done } = useKeptPlaces(data?.notices ?? [], isToDo)
  const changed = useNoticesChanged()
  const [more, setMore] = useState(0)
  const [said, setSaid] = useState<{ id: string; text: string } | null>(null)
  const { run, busy, message, say } = useSaidAction({
    act: (act: () => Promise<unknown>) => act(),
    failed: texts.actionFailed,
    unanswered: noticesTexts.noticeUnanswered,
    onSettled: changed,
  })
  if (data === undefined) return <NotLoaded query={query} failed={noticesTexts.noticesFailed} />
  if (notices.length === 0) return <p>{noticesTexts.noticesEmpty}</p>
  if (said && !notices.some((notice) => notice.id === said.id && canBeTold(notice))) setSaid(null)
  /**
   * The text stays in sight: some browsers copy only what is there at the tap, and a person can
   * select it by hand.
   */
  const copy = async (notice: ShownNotice) => {
    const { id } = notice
    const shown = said?.id === id ? said.text : null
    const ofShown = shown === null ? null : copied(shown)
    // What is to be told may have changed since.
    const text = await textToSay(notice).catch(failureOf)
    if (typeof text !== 'string') return say('danger', text.failure)
    setSaid({ id, text })
    if (await (text === shown ? ofShown : copied(text))) say('ok', uiTexts.copied)
    else say('danger', uiTexts.notCopied)
  }
  // For each notice that was done here, one more is shown at the end.
  const shown = notices.slice(0, shownFirst + done + more)
  const unlisted = untoldIn(data) - data.notices.filter(needsWork).length
  return (
    <>
      {message}
      <ul className={rows['rows']}>
        {shown.map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            text={said?.id === notice.id ? said.text : notice.about}
            busy={busy}
            run={run}
            onCopy={() => void copy(notice)}
          />
        ))}
      </ul>
      <ShowMore left={notices.length - shown.length} onClick={() => setMore(more + shownMore)} />
      {unlisted > 0 && <p>{noticesTexts.unlisted(unlisted)}</p>}
    </>
  )
}

type NoticeRowProps = {
  notice: ShownNotice
  text: string
  busy: boolean
  run: (act: () => Promise<unknown>) => void
  onCopy: () => void
}

function NoticeRow({ notice, text, busy, run, onCopy }: NoticeRowProps) {
  const { id, to, state } = notice
  const row = useRef<HTMLLIElement>(null)
  const times = useTimes()
  const [isMine, setMine] = useState(false)
  const focusAfter = useFocusAfter(isToDo(notice), () => row.current)
  const begin = (what: 'retryNotice' | 'tickOffNotice') => {
    setMine(true)
    run(() => focusAfter(() => call(what, undefined, { params: { id } })))
  }
  return (
    <li ref={row} tabIndex={-1}>
      <div>
        <strong>{to}</strong> · <span role={isMine ? 'status' : undefined}>{words[state]}</span>
        <div className={styles['text']}>{text}</div>
        <div className="muted">{historyText(notice, times)}</div>
      </div>
      {isToDo(notice) && (
        <div className={styles['buttons']}>
          {state !== 'byHand' && (
            <Button
              variant="quiet"
              busy={busy}
              aria-label={`Send again to ${to}`}
              onClick={() => begin('retryNotice')}
            >
              Send again
            </Button>
          )}
          {canBeTold(notice) && (
            <>
              <Button variant="quiet" aria-label={`Copy for ${to}`} onClick={onCopy}>
                Copy
              </Button>
              <Button
                variant="quiet"
                busy={busy}
                aria-label={`Tick off ${to}`}
                onClick={() => begin('tickOffNotice')}
              >
                Told
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  )
}

/** What to tell the person, with the link where it is about a check. */
async function textToSay(notice: ShownNotice): Promise<string> {
  if (!isOfCheck(notice)) return notice.about
  const { text } = await call('noticeText', undefined, { params: { id: notice.id } })
  return `${text}\n\nSee it on your profile:\n${window.location.origin}${screens.profile.path}`
}

function isToDo(notice: ShownNotice): boolean {
  return canBeTold(notice) || isPutOff(notice)
}

function failureOf(error: unknown): { failure: string } {
  const refusal = error instanceof CallError ? error.message : ''
  return { failure: refusal || noticesTexts.noticeTextFailed }
}

function historyText({ at, tries, error }: ShownNotice, { moment }: Times): string {
  const tried = tries > 1 ? `, tried ${tries} times` : ''
  return `${moment(at)}${tried}${error === null ? '' : `. ${error}`}`
}
