import { type Dispatch, type FormEvent, type SetStateAction, useEffect, useRef } from 'react'
import type { Season, SeasonRules } from '../../shared/season/contract.ts'
import { seasonProblems } from '../../shared/season/problems.ts'
import { rulesAYearLater } from '../../shared/season/rules.ts'
import { call, hasCode } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { ChangedMeanwhile } from '../ui/changed-meanwhile.tsx'
import { firstClick } from '../ui/first-click.ts'
import stack from '../ui/stack.module.css'
import { useTimes } from '../ui/times.ts'
import { changesBetween } from './differences.ts'
import { type Draft, isSame, rulesOnly } from './draft.ts'
import { RulesFields } from './rules-fields.tsx'
import styles from './season.module.css'
import { seasonTexts } from './texts.ts'
import { useSeasonChanged, useShowSeason, useVersions } from './use-season.ts'

type SeasonEditorProps = {
  saved: Season
  /** null: nothing is being edited. */
  draft: Draft | null
  onDraft: Dispatch<SetStateAction<Draft | null>>
}

/** Edits the rules. They apply only once saved, and invalid ones are not sent. */
export function SeasonEditor({ saved, draft, onDraft }: SeasonEditorProps) {
  // A draft that is saved though no answer came is nobody else's.
  const isEdited = draft !== null && !isSame({ ...draft, version: saved.version }, saved)
  const shown = isEdited ? draft : rulesOnly(saved)
  useEffect(() => {
    if (!isEdited) onDraft((now) => (now === draft ? null : now))
  }, [isEdited, draft, onDraft])
  const show = useShowSeason()
  const changed = useSeasonChanged()
  const isStale = shown.version !== saved.version
  // Rules that nobody ever saved are not the season's yet, even where they fit as they are.
  const isUnsaved = saved.version === 0 || isEdited
  const problemCount = seasonProblems(shown).length
  const maySave = isUnsaved && !isStale && problemCount === 0
  const status = useRef<HTMLParagraphElement>(null)
  const times = useTimes()
  const versions = useVersions(isStale).data?.versions
  const newest = versions?.find(({ version }) => version === saved.version)

  const { run, busy, message } = useSaidAction({
    act: async () => {
      const sent = draft
      try {
        const season = await call('saveSeason', shown)
        await show(season)
        // What was typed meanwhile is a draft upon what is saved now.
        onDraft((now) =>
          now === null || now === sent ? null : { ...now, version: season.version },
        )
        return seasonTexts.seasonSaved(season.version)
      } catch (error) {
        // The newer rules are loaded, and the page says so.
        if (!hasCode(error, 'seasonChanged')) throw error
        return changed()
      }
    },
    failed: seasonTexts.seasonFailed,
    unanswered: seasonTexts.seasonUnanswered,
    onFailed: () => void changed(),
    hideAfterMs: null,
    dismissible: true,
  })
  const settle = (draftOf: (mine: Draft | null) => Draft | null) => {
    onDraft(draftOf)
    status.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (maySave) run()
  }

  return (
    <form className={stack['stack']} onSubmit={submit} noValidate>
      <Button
        variant="quiet"
        onClick={firstClick(() => onDraft({ ...rulesAYearLater(shown), version: shown.version }))}
      >
        The same rules a year later
      </Button>
      <RulesFields draft={shown} onEdit={onDraft} />
      {isStale && (
        <ChangedMeanwhile
          onTake={() => settle(() => null)}
          onKeep={() => settle((mine) => mine && { ...mine, version: saved.version })}
        >
          {newest === undefined
            ? 'Somebody saved newer rules.'
            : `${newest.by.name} saved newer rules (${times.moment(newest.savedAt)}).`}{' '}
          Yours are not saved. {yoursText(saved, shown)}
        </ChangedMeanwhile>
      )}
      {message}
      <div className={styles['save']}>
        <p ref={status} role="status" tabIndex={-1}>
          {problemCount > 0
            ? `${problemCount === 1 ? '1 field is' : `${problemCount} fields are`} not right yet.`
            : isUnsaved && 'Not saved yet.'}
        </p>
        <Button type="submit" busy={busy} aria-disabled={!maySave}>
          Save rules
        </Button>
        <Button variant="quiet" aria-disabled={draft === null} onClick={() => onDraft(null)}>
          Discard changes
        </Button>
      </div>
    </form>
  )
}

/** What would become of a colleague's rules, their own changes included. */
function yoursText(theirs: SeasonRules, yours: SeasonRules): string {
  const changes = changesBetween(theirs, yours)
  return changes.length === 0 ? '' : `Saving yours changes theirs: ${changes.join(' ')}`
}
