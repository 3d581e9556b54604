import { useState } from 'react'
import { texts } from '../../shared/messages.ts'
import type { Season } from '../../shared/season/contract.ts'
import { seasonProblems } from '../../shared/season/problems.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Draft } from './draft.ts'
import { GracePanel } from './grace-panel.tsx'
import { OwnNumbersWarning } from './own-numbers-warning.tsx'
import { Preview } from './preview.tsx'
import { RulesText } from './rules-text.tsx'
import styles from './season.module.css'
import { SeasonEditor } from './season-editor.tsx'
import { useSeason } from './use-season.ts'
import { VersionList } from './version-list.tsx'

type SeasonSectionProps = {
  /** Sees tents whole, and who saved the rules. */
  mayRead: boolean
  mayChange: boolean
  tents: readonly Tent[]
}

/** The rules of the season: what they say of any moment, what they are, and who changed them. */
export function SeasonSection(props: SeasonSectionProps) {
  const { data, isPending, refetch } = useSeason({ polls: true })
  if (isPending) return <Skeleton width="100%" height="16rem" />
  if (data !== undefined) return <Shown season={data} {...props} />
  return (
    <>
      <p role="alert">{texts.seasonLoadFailed}</p>
      <Button variant="quiet" onClick={() => void refetch()}>
        {texts.tryAgainAction}
      </Button>
    </>
  )
}

function Shown({ season, mayRead, mayChange, tents }: SeasonSectionProps & { season: Season }) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const now = Date.parse(season.now.at)
  // What is drawn follows what is typed, as far as it makes sense.
  const drawn = draft !== null && seasonProblems(draft).length === 0 ? draft : season
  return (
    <div className={styles['season']}>
      <div className={styles['part']}>
        <h3>Season {drawn.name}</h3>
        <Preview rules={drawn} now={now} />
        {mayRead && <OwnNumbersWarning rules={drawn} tents={tents} now={now} />}
      </div>
      <div className={styles['part']}>
        <h3>Grace</h3>
        <GracePanel season={season} now={now} mayChange={mayChange} />
      </div>
      <div className={styles['part']}>
        <h3>Rules</h3>
        <RulesText rules={season} />
        {mayChange ? (
          <details>
            <summary>Change the rules</summary>
            <SeasonEditor saved={season} draft={draft} onDraft={setDraft} />
          </details>
        ) : (
          <p>{texts.changesSeason}</p>
        )}
      </div>
      {mayRead && (
        <div className={styles['part']}>
          <h3>Who changed them</h3>
          <VersionList />
        </div>
      )}
    </div>
  )
}
