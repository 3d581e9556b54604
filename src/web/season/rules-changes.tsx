import { NotLoaded } from '../ui/not-loaded.tsx'
import { changesBetween } from './differences.ts'
import { seasonTexts } from './texts.ts'
import { useVersion } from './use-season.ts'

/** What a version of the rules changed, one sentence each. */
export function RulesChanges({ version }: { version: number }) {
  const after = useVersion(version)
  const before = useVersion(version - 1)
  if (after.data === undefined) return <Unread query={after} />
  if (before.data === undefined) return <Unread query={before} />
  const changes = changesBetween(before.data, after.data)
  if (changes.length === 0) return <p>Nothing was changed.</p>
  return (
    <ul>
      {changes.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Unread({ query }: { query: ReturnType<typeof useVersion> }) {
  return <NotLoaded query={query} height="3rem" failed={seasonTexts.versionsFailed} />
}
