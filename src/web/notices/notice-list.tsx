import { useState } from 'react'
import { texts } from '../../shared/messages.ts'
import type { ShownNotice } from '../../shared/notices/contract.ts'
import { screens } from '../../shared/screens.ts'
import { CallError, call } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { copied } from '../ui/copied.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import rows from '../ui/rows.module.css'
import { ShowMore } from '../ui/show-more.tsx'
import { uiTexts } from '../ui/texts.ts'
import { type Times, useTimes } from '../ui/times.ts'
import { canBeTold, isOfCheck, isPutOff, needsWork } from './needs-work.ts'
import styles from './notices.module.css'
import { noticesTexts } from './texts.ts'
import { useNotices, useNoticesChanged } from './use-notices.ts'

const shownFirst = 8

const words: Record<ShownNotice['state'], string> = {
  waiting: 'Waits',
  sent: 'Sent',
  failed: 'Not sent',
  byHand: 'To be told by hand',
  done: 'Told by hand',
}

/** All notices, first those that need work. What failed or was put off can be sent again. */
export function NoticeList() {
  const query = useNotices()
  const { data } = query
  const changed = useNoticesChanged()
  const [isWhole, setWhole] = useState(false)
  const [said, setSaid] = useState<{ id: string; text: string } | null>(null)
  const times = useTimes()
  const { run, busy, message, say } = useSaidAction({
    act: async ({ id, what }: { id: string; what: 'retryNotice' | 'tickOffNotice' }) => {
      await call(what, undefined, { params: { id } })
    },
    failed: texts.actionFailed,
    unanswered: noticesTexts.noticeUnanswered,
    onSettled: changed,
  })
  if (data === undefined) return <NotLoaded query={query} failed={noticesTexts.noticesFailed} />
  const { notices } = data
  if (notices.length === 0) return <p>{noticesTexts.noticesEmpty}</p>
  if (said && !notices.some((notice) => notice.id === said.id && canBeTold(notice))) setSaid(null)
  /** It stays in sight: some browsers copy only what is there as one taps, and one can select it. */
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
  const shown = isWhole ? notices : notices.slice(0, shownFirst)
  return (
    <>
      {message}
      <ul className={rows['rows']}>
        {shown.map((notice) => (
          <li key={notice.id}>
            <div>
              <strong>{notice.to}</strong> · {words[notice.state]}
              <div className={styles['text']}>
                {said?.id === notice.id ? said.text : notice.about}
              </div>
              <div className={styles['about']}>{historyText(notice, times)}</div>
            </div>
            {(needsWork(notice) || isPutOff(notice)) && (
              <div className={styles['buttons']}>
                {notice.state !== 'byHand' && (
                  <Button
                    variant="quiet"
                    busy={busy}
                    aria-label={`Send again to ${notice.to}`}
                    onClick={() => run({ id: notice.id, what: 'retryNotice' })}
                  >
                    Send again
                  </Button>
                )}
                {canBeTold(notice) && (
                  <>
                    <Button
                      variant="quiet"
                      aria-label={`Copy for ${notice.to}`}
                      onClick={() => void copy(notice)}
                    >
                      Copy
                    </Button>
                    <Button
                      variant="quiet"
                      busy={busy}
                      aria-label={`Tick off ${notice.to}`}
                      onClick={() => run({ id: notice.id, what: 'tickOffNotice' })}
                    >
                      Told
                    </Button>
                  </>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <ShowMore left={notices.length - shown.length} onClick={() => setWhole(true)} />
    </>
  )
}

/** What to tell the person, with the link where it is about a check. */
async function textToSay(notice: ShownNotice): Promise<string> {
  if (!isOfCheck(notice)) return notice.about
  const { text } = await call('noticeText', undefined, { params: { id: notice.id } })
  return `${text}\n\nSee it on your profile:\n${window.location.origin}${screens.profile.path}`
}

function failureOf(error: unknown): { failure: string } {
  const refusal = error instanceof CallError ? error.message : ''
  return { failure: refusal || noticesTexts.noticeTextFailed }
}

function historyText({ at, tries, error }: ShownNotice, { moment }: Times): string {
  const tried = tries > 1 ? `, tried ${tries} times` : ''
  return `${moment(at)}${tried}${error === null ? '' : `. ${error}`}`
}
