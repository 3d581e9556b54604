import { useState } from 'react'
import type { PageName, PageVersion } from '../../../shared/pages/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Folded } from '../../ui/folded.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import stack from '../../ui/stack.module.css'
import { useTimes } from '../../ui/times.ts'
import { Written } from '../written.tsx'
import styles from './editing.module.css'
import { editingTexts } from './texts.ts'
import { usePageVersion } from './use-editing.ts'

type PageVersionsProps = {
  page: PageName
  versions: readonly PageVersion[]
  /** Copies this Markdown into the field; it counts once it is saved. */
  onTake: (markdown: string) => void
}

const shownFirst = 5

/** A page's versions, with who saved each and when, newest first; the initial text last. */
export function PageVersions({ page, versions, onTake }: PageVersionsProps) {
  const [isWhole, setWhole] = useState(false)
  const times = useTimes()
  if (versions.length === 0) return <p>{editingTexts.versionsEmpty}</p>
  const shown = isWhole ? versions : versions.slice(0, shownFirst)
  return (
    <>
      <ol className={styles['list']}>
        {shown.map(({ number, savedAt, by }) => (
          <li key={number}>
            <Folded summary={`Version ${number}, ${by.name}, ${times.moment(savedAt)}`}>
              <Text page={page} number={number} onTake={onTake} />
            </Folded>
          </li>
        ))}
        {shown.length === versions.length && (
          <li>
            <Folded summary="The first text">
              <Text page={page} number={0} onTake={onTake} />
            </Folded>
          </li>
        )}
      </ol>
      <ShowMore left={versions.length - shown.length} onClick={() => setWhole(true)} />
    </>
  )
}

type TextProps = { page: PageName; number: number; onTake: (markdown: string) => void }

function Text({ page, number, onTake }: TextProps) {
  const query = usePageVersion(page, number)
  const { data } = query
  if (data === undefined) return <NotLoaded query={query} failed={editingTexts.versionFailed} />
  return (
    <div className={stack['stack']}>
      <Written html={data.html} className={styles['preview']} />
      <Button variant="quiet" onClick={() => onTake(data.markdown)}>
        Use this text again
      </Button>
    </div>
  )
}
