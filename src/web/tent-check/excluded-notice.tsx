import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { excludedText } from './excluded-words.ts'
import type { Check } from './live/picture.ts'
import type { QueuedMark, SavedMark } from './marks/mark-queue.ts'
import type { WantedUndo } from './marks/undo-queue.ts'
import { bounceMs } from './pages/bounce.ts'
import { allTents } from './pages/entries.ts'
import { standingsOf } from './pages/standings.ts'

type ExcludedNoticeProps = {
  name: string
  check: Check
  excludedNames: readonly string[]
  marks: readonly QueuedMark[]
  saved: readonly SavedMark[]
  undoing: readonly WantedUndo[]
  onInclude: (name: string) => void
  onHide: () => void
}

const hideAfterMs = 8000

/** Whom this phone has just excluded, what that did to tents that are marked, and the way back. */
export function ExcludedNotice(props: ExcludedNoticeProps) {
  const { name, check, excludedNames, marks, saved, undoing, onInclude, onHide } = props
  const [shownAt] = useState(() => performance.now())
  const standings = standingsOf(check, marks, saved, undoing)
  return (
    <Notice hideAfterMs={hideAfterMs} dismissible onHide={onHide}>
      {excludedText(name, allTents(check), standings, new Set(excludedNames))}{' '}
      <Button
        variant="quiet"
        onClick={() => {
          // It came under a finger that taps name after name.
          if (performance.now() - shownAt > bounceMs) onInclude(name)
        }}
      >
        Count again
      </Button>
    </Notice>
  )
}
