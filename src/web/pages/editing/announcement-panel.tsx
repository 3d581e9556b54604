import { useRef, useState } from 'react'
import type { Announcement, AnnouncementVersion } from '../../../shared/pages/contract.ts'
import { call } from '../../api/call.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { useSaidAction } from '../../api/use-said-action.ts'
import { Button } from '../../ui/button.tsx'
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx'
import { Folded } from '../../ui/folded.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { useTimes } from '../../ui/times.ts'
import { isOver } from '../is-over.ts'
import { Written } from '../written.tsx'
import {
  AnnouncementForm,
  emptyAnnouncement,
  isSame,
  type TypedAnnouncement,
  typedOf,
} from './announcement-form.tsx'
import styles from './editing.module.css'
import { GiveUpTyped } from './give-up-typed.tsx'
import { editingTexts } from './texts.ts'
import { useAllAnnouncements, useAnnouncementsChanged } from './use-editing.ts'

type AnnouncementPanelProps = {
  /** The season's, in which times are typed. */
  timeZone: string
  /** In milliseconds since 1970. */
  now: number
}

/**
 * The announcement being changed, as it was when its form was opened; `given`: what stood in the
 * form when it began, with the text that was taken back into it; `saved`: what was saved from it
 * while somebody typed on.
 */
type Changing = {
  before: Announcement
  given: TypedAnnouncement
  typed: TypedAnnouncement
  saved?: TypedAnnouncement
}

/** The announcements, what they were before, and forms to add, change and end them. */
export function AnnouncementPanel({ timeZone, now }: AnnouncementPanelProps) {
  const query = useAllAnnouncements()
  const changed = useAnnouncementsChanged()
  const [added, setAdded] = useState(emptyAnnouncement)
  const [kept, setChanging] = useState<Changing | null>(null)
  /** What waits until what is typed is given up. */
  const [asked, setAsked] = useState<{ next: Changing | null } | null>(null)
  const changingId = kept?.before.id
  const announcements = query.data?.announcements ?? []
  const newest = announcements.find(({ id }) => id === changingId)
  const changing = kept && newest ? uponNewest(kept, newest, timeZone) : kept
  // What is typed into one that ends meanwhile stays.
  const isListed = (one: Announcement) => !isOver(one, now) || one.id === changingId
  const over = announcements.filter((one) => !isListed(one))
  const current = announcements.filter(isListed)
  const place = useRef<HTMLDivElement>(null)
  const standing = current.map((one) => `${one.id} ${isOver(one, now)}`).join()
  const focusAfter = useFocusAfter(standing, () => place.current)
  const {
    run: end,
    busy,
    message,
    say,
    clear,
  } = useSaidAction({
    act: async ({ id }: Announcement) => {
      await focusAfter(() => call('endAnnouncement', undefined, { params: { id } }))
      return editingTexts.announcementEnded
    },
    failed: editingTexts.announcementEndFailed,
    unanswered: editingTexts.announcementUnanswered,
    onSettled: changed,
    hideAfterMs: null,
    dismissible: true,
  })
  if (query.data === undefined) {
    return <NotLoaded query={query} height="12rem" failed={editingTexts.announcementsFailed} />
  }
  const change = (next: Changing | null) => {
    const act = async () => {
      clear()
      setChanging(next)
    }
    // One that is over goes with its form.
    const goes = next === null && current.some((one) => one.id === changingId && isOver(one, now))
    void (goes ? focusAfter(act) : act())
  }
  const ask = (next: Changing | null) => {
    if (changing === null || isSame(changing.typed, changing.given)) change(next)
    else setAsked({ next })
  }
  const take = (announcement: Announcement, markdown: string) => {
    const isIt = changing !== null && changingId === announcement.id
    const { before, given, typed } = isIt ? changing : begun(announcement, timeZone)
    const next = { before, given: { ...given, markdown }, typed: { ...typed, markdown } }
    // Typed times stay.
    if (isIt && typed.markdown === given.markdown) change(next)
    else ask(next)
  }
  // What was typed while it was being saved stays, in both forms.
  const onAdded = async () => {
    await changed()
    setAdded((now) => (now === added ? emptyAnnouncement : now))
  }
  const onChanged = async () => {
    const done = kept && { ...kept, saved: kept.typed }
    const typedOn = (now: Changing | null) =>
      // Another form may be open by now.
      now && done && now.before === done.before ? { ...now, saved: done.saved } : now
    setChanging((now) => (now === kept ? done : typedOn(now)))
    await changed()
    setChanging((now) => (now === done ? null : now))
    say('ok', editingTexts.announcementChanged)
  }
  return (
    <>
      <div ref={place} tabIndex={-1}>
        {current.length === 0 && <p>{editingTexts.announcementsEmpty}</p>}
        <ul className={styles['list']}>
          {current.map((announcement) => (
            <Current
              key={announcement.id}
              announcement={announcement}
              timeZone={timeZone}
              now={now}
              changing={changingId === announcement.id ? changing : null}
              busy={busy}
              onChange={ask}
              onLeave={() => change(null)}
              onType={setChanging}
              onTake={(markdown) => take(announcement, markdown)}
              onFailed={changed}
              onChanged={onChanged}
              onEnd={() => end(announcement)}
            />
          ))}
        </ul>
      </div>
      {message}
      {/* Hidden, it keeps what was written. */}
      <div hidden={current.some(({ id }) => id === changingId)}>
        <h4>Announce something</h4>
        <AnnouncementForm
          timeZone={timeZone}
          now={now}
          before={null}
          typed={added}
          onType={setAdded}
          onDone={onAdded}
          onFailed={changed}
        />
      </div>
      {asked && (
        <GiveUpTyped
          onYes={() => {
            change(asked.next)
            setAsked(null)
          }}
          onNo={() => setAsked(null)}
        />
      )}
      {over.length > 0 && (
        <details>
          <summary>Over ({over.length})</summary>
          <ul className={styles['list']}>
            {over.map((announcement) => (
              <li key={announcement.id}>
                <Shown announcement={announcement} />
                <Earlier announcement={announcement} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function begun(before: Announcement, timeZone: string): Changing {
  const given = typedOf(before, timeZone)
  // A copy, by which this form is told from another one of the same announcement.
  return { before: { ...before }, given, typed: given }
}

/**
 * A change goes on upon the newest version where nothing is lost by that: it was saved from this very
 * form, nothing was typed, or what is typed was saved, as by oneself although no answer came.
 */
function uponNewest(changing: Changing, newest: Announcement, timeZone: string): Changing {
  const { before, typed, saved } = changing
  if (before.at === newest.at) return changing
  const now = typedOf(newest, timeZone)
  // An empty `from` keeps the one that was saved.
  const isNewest = (one: TypedAnnouncement) => isSame({ ...one, from: one.from || now.from }, now)
  if (saved && isNewest(saved)) return { before: newest, given: now, typed }
  const isLost = !isNewest(typed) && !isSame(typed, typedOf(before, timeZone))
  return isLost ? changing : begun(newest, timeZone)
}

type CurrentProps = AnnouncementPanelProps & {
  announcement: Announcement
  /** null: it is not being changed. */
  changing: Changing | null
  busy: boolean
  /** Opens the form to change it; null: closes it. Asks first where something is typed. */
  onChange: (next: Changing | null) => void
  /** Gives up what is typed. */
  onLeave: () => void
  /** What is typed into that form, or upon which version. */
  onType: (typed: Changing) => void
  onTake: (markdown: string) => void
  onFailed: () => Promise<void>
  /** Called once a change is saved, and closes the form. */
  onChanged: () => Promise<void>
  onEnd: () => void
}

function Current({
  announcement,
  timeZone,
  now,
  changing,
  busy,
  onChange,
  onLeave,
  onType,
  onTake,
  onFailed,
  onChanged,
  onEnd,
}: CurrentProps) {
  const { moment } = useTimes()
  const isChanging = changing !== null
  const isStale = isChanging && changing.before.at !== announcement.at
  const button = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfter(isChanging, () => button.current)
  const endText = Date.parse(announcement.from) <= now ? 'End now' : 'Call off'
  const words = firstWords(announcement)
  const settle = (mine: Changing) => {
    onType(mine)
    button.current?.focus()
  }
  return (
    <li>
      <Shown announcement={announcement} />
      <Earlier announcement={announcement} onTake={onTake} />
      <div className={styles['ways']}>
        <Button
          ref={button}
          variant="quiet"
          aria-label={`Change: ${words}`}
          aria-expanded={isChanging}
          onClick={() => onChange(isChanging ? null : begun(announcement, timeZone))}
        >
          Change
        </Button>
        {!isOver(announcement, now) && (
          <Button variant="quiet" aria-label={`${endText}: ${words}`} busy={busy} onClick={onEnd}>
            {endText}
          </Button>
        )}
      </div>
      {isStale && (
        <ChangedMeanwhile
          onTake={() => settle(begun(announcement, timeZone))}
          onKeep={() => settle({ ...changing, before: announcement })}
        >
          {announcement.by.name} changed it after you opened it ({moment(announcement.at)}). Yours
          is not saved.
        </ChangedMeanwhile>
      )}
      {isChanging && (
        <AnnouncementForm
          timeZone={timeZone}
          now={now}
          before={changing.before}
          typed={changing.typed}
          onType={(typed) => onType({ ...changing, typed })}
          onFailed={onFailed}
          onDone={() => focusAfter(onChanged)}
          onLeave={() => void focusAfter(async () => onLeave())}
        />
      )}
    </li>
  )
}

/** Without the signs of Markdown. */
function firstWords({ markdown }: Announcement): string {
  return markdown.replace(/[#*_]/g, '').trim().split(/\s+/, 5).join(' ')
}

type ShownProps = { announcement: AnnouncementVersion & { endedAt?: string | null } }

function Shown({ announcement }: ShownProps) {
  const { html, audience, from, until, endedAt, by } = announcement
  const { moment } = useTimes()
  const whom = { everyone: 'To everyone', monitors: 'To line monitors' }[audience]
  return (
    <>
      <Written html={html} />
      <p className={styles['facts']}>
        {whom}, {moment(from)} to {moment(until)}
        {endedAt && `, ended ${moment(endedAt)}`}, by {by.name}, {moment(announcement.at)}
      </p>
    </>
  )
}

type EarlierProps = {
  announcement: Announcement
  /** Copies this Markdown into the form; it counts once it is saved. */
  onTake?: (markdown: string) => void
}

/** What it was before each change, newest first. */
function Earlier({ announcement: { earlier }, onTake }: EarlierProps) {
  if (earlier.length === 0) return null
  return (
    <Folded summary={earlier.length === 1 ? 'Changed once' : `Changed ${earlier.length} times`}>
      <ol className={styles['list']}>
        {earlier.map((version) => (
          <li key={version.at}>
            <Shown announcement={version} />
            {onTake && (
              <div>
                <Button variant="quiet" onClick={() => onTake(version.markdown)}>
                  Use this text again
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </Folded>
  )
}
