import { useContext, useEffect, useState } from 'react'
import { can, type Level } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import type { NoticeSettings, PushKind } from '../../shared/notices/contract.ts'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Switch } from '../ui/switch.tsx'
import { deviceZone, TimeZone, zoneName } from '../ui/times.ts'
import type { Say } from '../ui/use-message.tsx'
import styles from './notices.module.css'
import { noticesTexts } from './texts.ts'
import { canPush, renew, takesPushesOf, turnOff, turnOn } from './this-browser.ts'
import { useNoticeSettings, useNoticeSettingsChanged } from './use-notices.ts'

const shiftsLabel = 'My shifts, and who is missing from them'
const kinds: [kind: PushKind, label: string, asks: Level][] = [
  ['grace', 'Grace, and when it ends', 'signedIn'],
  ['myTent', 'Make or Miss of my tent', 'signedIn'],
  ['dispute', 'Answers to our disputes', 'signedIn'],
  ['shifts', shiftsLabel, 'signedIn'],
  ['check', 'A tent check was started', 'lineMonitor'],
  ['needed', 'Something needs a hand', 'superUser'],
]
const usualQuiet = { from: '23:00', to: '08:00' }

/** `sendsMail`: the server does, as far as is known. */
type NoticeSettingsFormProps = { user: User; sendsMail?: boolean }

/** One's own mails and notifications; each switch is saved at once. */
export function NoticeSettingsForm({ user, sendsMail = true }: NoticeSettingsFormProps) {
  const query = useNoticeSettings()
  const { data } = query
  const timeZone = useContext(TimeZone)
  const changed = useNoticeSettingsChanged()
  const {
    run: save,
    doing: saving,
    message,
    say,
  } = useSaidAction({
    act: (settings: NoticeSettings) => call('saveNoticeSettings', settings),
    failed: noticesTexts.noticeSettingsUnsaved,
    unanswered: noticesTexts.noticeSettingsUnanswered,
    onSettled: changed,
    // So that two quick changes are both saved.
    inTurn: 'notice-settings',
  })
  if (data === undefined)
    return <NotLoaded query={query} failed={noticesTexts.noticeSettingsFailed} />
  const settings = saving ?? data
  const { mail, push, quiet } = settings
  const noMails = sendsMail ? user.email === '' && noticesTexts.noAddress : noticesTexts.noMail
  return (
    <div className={styles['settings']}>
      <h3>By mail</h3>
      {noMails && <p className="muted">{noMails}</p>}
      <Switch
        label="A Miss of my tent, and corrections"
        checked={mail.miss}
        onChange={(miss) => save({ ...settings, mail: { ...mail, miss } })}
      />
      <Switch
        label={shiftsLabel}
        checked={mail.shifts ?? true}
        onChange={(shifts) => save({ ...settings, mail: { ...mail, shifts } })}
      />
      <h3>By notifications</h3>
      <ThisBrowser netID={user.netID} say={say} />
      {kinds
        .filter(([, , asks]) => can(user, asks))
        .map(([kind, label]) => (
          <Switch
            key={kind}
            label={label}
            checked={push[kind] ?? false}
            onChange={(isOn) => save({ ...settings, push: { ...push, [kind]: isOn } })}
          />
        ))}
      <Switch
        label="Quiet hours"
        checked={quiet !== null}
        onChange={(isOn) => save({ ...settings, quiet: isOn ? usualQuiet : null })}
      />
      {quiet !== null && (
        <p className="muted">
          {quiet.from === quiet.to
            ? noticesTexts.noQuietHours
            : [noticesTexts.quietHours, !noMails && noticesTexts.mailsInQuiet]
                .filter(Boolean)
                .join(' ')}
        </p>
      )}
      {quiet !== null && (
        <div className={styles['hours']}>
          {(['from', 'to'] as const).map((end) => (
            <Field
              key={end}
              label={end === 'from' ? 'From' : 'To'}
              hint={deviceZone() !== timeZone ? `In ${zoneName(timeZone)}` : ''}
              type="time"
              value={quiet[end]}
              onChange={({ target: { value } }) => {
                if (value !== '') save({ ...settings, quiet: { ...quiet, [end]: value } })
              }}
            />
          ))}
        </div>
      )}
      {message}
    </div>
  )
}

type ThisBrowserProps = { netID: string; say: Say }

/** The switch for notifications in this browser. */
function ThisBrowser({ netID, say }: ThisBrowserProps) {
  const [isTaken, setTaken] = useState(() => takesPushesOf(netID))
  const [isRenewed, setRenewed] = useState(true)
  useEffect(() => {
    renew(netID).catch(() => setRenewed(false))
  }, [netID])
  const onSettled = () => setTaken(takesPushesOf(netID))
  const on = useAction({
    act: async () => {
      await turnOn(netID)
      setRenewed(true)
    },
    say,
    failed: noticesTexts.pushesFailed,
    unanswered: noticesTexts.pushesFailed,
    onSettled,
  })
  const off = useAction({
    act: turnOff,
    say,
    failed: noticesTexts.pushesOffUntold,
    unanswered: noticesTexts.pushesOffUntold,
    onSettled,
  })
  const busy = on.busy || off.busy
  const iPhones = <p className="muted">{noticesTexts.pushesOnIPhone}</p>
  if (!canPush()) {
    return (
      <>
        <p>{noticesTexts.pushesUnsupported}</p>
        {iPhones}
      </>
    )
  }
  const isDenied = Notification.permission === 'denied'
  return (
    <>
      <p>
        {isDenied
          ? noticesTexts.pushesDenied
          : !isTaken
            ? noticesTexts.pushesOff
            : isRenewed
              ? noticesTexts.pushesOn
              : noticesTexts.pushesUnrenewed}
      </p>
      {isTaken && !isRenewed && (
        <Button variant="quiet" busy={busy} disabled={isDenied} onClick={() => on.run()}>
          Turn on here
        </Button>
      )}
      <Button
        variant="quiet"
        busy={busy}
        disabled={isDenied}
        onClick={() => (isTaken ? off.run() : on.run())}
      >
        {isTaken ? 'Turn off here' : 'Turn on here'}
      </Button>
      {iPhones}
    </>
  )
}
