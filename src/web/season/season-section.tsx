import { useState } from 'react'
import type { Season } from '../../shared/season/contract.ts'
import { seasonProblems } from '../../shared/season/problems.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import stack from '../ui/stack.module.css'
import type { Draft } from './draft.ts'
import { GracePanel } from './grace-panel.tsx'
import { OwnNumbersWarning } from './own-numbers-warning.tsx'
import { Preview } from './preview.tsx'
import { RulesText } from './rules-text.tsx'
import styles from './season.module.css'
import { SeasonEditor } from './season-editor.tsx'
import { seasonTexts } from './texts.ts'
import { useSeason } from './use-season.ts'
import { VersionList } from './version-list.tsx'

type SeasonSectionProps = {
  /** May see whole tents, and who saved the rules. */
  mayRead: boolean
  mayChange: boolean
  tents: readonly Tent[]
}

/** The season's rules: what they say about a moment, their text, and their history. */
export function SeasonSection(props: SeasonSectionProps) {
  const query = useSeason({ polls: true })
  if (query.data !== undefined) return <Shown season={query.data} {...props} />
  return <NotLoaded query={query} height="16rem" failed={seasonTexts.seasonLoadFailed} />
}

function Shown({ season, mayRead, mayChange, tents }: SeasonSectionProps & { season: Season }) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const now = Date.parse(season.now.at)
  // The drawing shows what is typed, if that is valid.
  const drawn = draft !== null && seasonProblems(draft).length === 0 ? draft : season
  return (
    <div className={styles['season']}>
      <div className={stack['stack']}>
        <h4>Season {drawn.name}</h4>
        <Preview rules={drawn} now={now} />
        {mayRead && <OwnNumbersWarning rules={drawn} now={now} tents={tents} />}
      </div>
      <div className={stack['stack']}>
        <h4>Grace</h4>
        <GracePanel season={season} now={now} mayChange={mayChange} />
      </div>
      <div className={stack['stack']}>
        <h4>Rules</h4>
        <RulesText rules={season} />
        {mayChange ? (
          <details>
            <summary>Change the rules</summary>
            <SeasonEditor saved={season} draft={draft} onDraft={setDraft} />
          </details>
        ) : (
          <p>{seasonTexts.changesSeason}</p>
        )}
      </div>
      {mayRead && (
        <div className={stack['stack']}>
          <h4>Who changed them</h4>
          <VersionList />
        </div>
      )}
    </div>
  )
}
