import { Skeleton } from '../ui/skeleton.tsx'
import { changesBetween } from './differences.ts'
import { seasonTexts } from './texts.ts'
import { useVersion } from './use-season.ts'

/** What a version of the rules changed, one sentence each. */
export function RulesChanges({ version }: { version: number }) {
  const after = useVersion(version)
  const before = useVersion(version - 1)
  if (after.isError || before.isError) return <p role="alert">{seasonTexts.versionsFailed}</p>
  if (after.data === undefined || before.data === undefined) return <Skeleton height="3rem" />
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
