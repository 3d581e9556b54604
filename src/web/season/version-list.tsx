import { useState } from 'react'
import type { SavedVersion } from '../../shared/season/contract.ts'
import { Folded } from '../ui/folded.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useTimes } from '../ui/times.ts'
import { RulesChanges } from './rules-changes.tsx'
import styles from './season.module.css'
import { seasonTexts } from './texts.ts'
import { useVersions } from './use-season.ts'

const shownFirst = 5

/** The versions of the rules: who changed what, and when, newest first. */
export function VersionList() {
  const query = useVersions(true)
  const { data } = query
  const [isWhole, setWhole] = useState(false)
  if (data === undefined) {
    return <NotLoaded query={query} height="4rem" failed={seasonTexts.versionsFailed} />
  }
  const { versions } = data
  if (versions.length === 0) return <p>{seasonTexts.versionsEmpty}</p>
  const shown = isWhole ? versions : versions.slice(0, shownFirst)
  return (
    <>
      <ol className={styles['versions']}>
        {shown.map((saved) => (
          <li key={saved.version}>
            <Version saved={saved} />
          </li>
        ))}
      </ol>
      <ShowMore left={versions.length - shown.length} onClick={() => setWhole(true)} />
    </>
  )
}

function Version({ saved: { version, savedAt, by } }: { saved: SavedVersion }) {
  const times = useTimes()
  const summary = (
    <>
      Version {version}, {by.name}, <time dateTime={savedAt}>{times.moment(savedAt)}</time>
    </>
  )
  return (
    <Folded summary={summary}>
      <RulesChanges version={version} />
    </Folded>
  )
}
