import { useState } from 'react'
import { screens } from '../../shared/screens.ts'
import type { SeasonRules } from '../../shared/season/contract.ts'
import { call, hasCode } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Link } from '../routing/link.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Confirm } from '../ui/confirm.tsx'
import forms from '../ui/form.module.css'
import { Switch } from '../ui/switch.tsx'
import styles from './privacy.module.css'
import { privacyTexts } from './texts.ts'

type CloseSeasonProps = {
  /** How many are not answered; undefined: it is not loaded. */
  openDisputes: number | undefined
  /** The rules of now; undefined: they could not be loaded. */
  rules: SeasonRules | undefined
  /** Loads everything anew. */
  onClosed: () => Promise<void>
}

/**
 * Closes the season, which forgets who tented. The person must type a word, because it cannot be
 * undone. Refused if the rules are not those any more that the dialog named: as it was closed by
 * somebody else, or by an act whose answer was lost, they would move by two years.
 */
export function CloseSeason({ openDisputes, rules, onClosed }: CloseSeasonProps) {
  const [asked, setAsked] = useState<Pick<CloseSeasonProps, 'rules'> | null>(null)
  const [endRoles, setEndRoles] = useState(true)
  const [rulesAYearLater, setRulesAYearLater] = useState(true)
  const [keepPages, setKeepPages] = useState(true)
  const { run, busy, message } = useSaidAction({
    act: async () => {
      const { tents } = await call('closeSeason', {
        confirm: 'CLOSE',
        endRoles,
        rulesAYearLater,
        firstTexts: !keepPages,
        ...(asked?.rules && { rulesVersion: asked.rules.version }),
      })
      await onClosed()
      return privacyTexts.seasonClosed(tents)
    },
    failed: privacyTexts.closingFailed,
    unanswered: privacyTexts.closingUnanswered,
    onFailed: (error) => {
      if (hasCode(error, 'seasonChanged')) void onClosed()
    },
    onSettled: () => setAsked(null),
    hideAfterMs: null,
    dismissible: true,
  })

  return (
    <div className={classNames(forms['form'], styles['narrow'])}>
      <p>
        When the season is over, close it: every tent leaves the roster, and the names of its
        members are forgotten, in past checks as well. How each tent was marked, when and by whom
        stays in <Link to={screens.checks.path}>past checks</Link>, and so do the accounts, the
        policy and the calendar. Announcements end. You choose what becomes of roles, rules and
        pages.
      </p>
      <p>{privacyTexts.backupsStay}</p>
      <p>
        <a href="/api/roster/export" download="roster.csv">
          Download the roster before
        </a>
      </p>
      {message}
      <Button variant="danger" onClick={() => setAsked({ rules })}>
        Close the season…
      </Button>
      {asked && (
        <Confirm
          title="Close the season?"
          yes="Close the season"
          no="Not yet"
          word="CLOSE"
          busy={busy}
          onYes={() => run()}
          onNo={() => setAsked(null)}
        >
          <p>
            All tents and the names of all members are removed. You cannot undo this here: download
            the roster first if it is still needed.
          </p>
          {openDisputes === undefined && <p>{privacyTexts.disputesUnknown}</p>}
          {openDisputes !== undefined && openDisputes > 0 && (
            <p>{privacyTexts.disputesLeft(openDisputes)}</p>
          )}
          <Switch
            label="Line monitors lose their role with the season"
            checked={endRoles}
            onChange={setEndRoles}
          />
          <Switch
            label="The same rules, for the next season a year later"
            checked={rulesAYearLater}
            onChange={setRulesAYearLater}
          />
          {asked.rules && (
            <p>
              {rulesAYearLater
                ? privacyTexts.rulesMove(asked.rules)
                : privacyTexts.rulesStay(asked.rules)}
            </p>
          )}
          <Switch
            label="FAQ and contacts stay as you wrote them"
            checked={keepPages}
            onChange={setKeepPages}
          />
        </Confirm>
      )}
    </div>
  )
}
