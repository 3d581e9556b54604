import type { ActiveTent } from '../../shared/tent-check/contract.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { excludedText } from './excluded-words.ts'
import type { Standing } from './pages/standings.ts'

type ExcludedNoticeProps = {
  name: string
  /** All tents of the check. */
  tents: readonly ActiveTent[]
  standings: ReadonlyMap<string, Standing>
  excludedNames: readonly string[]
  onInclude: (name: string) => void
  onHide: () => void
}

const hideAfterMs = 8000

/** Whom this phone has just excluded, what that did to tents that are marked, and the way back. */
export function ExcludedNotice(props: ExcludedNoticeProps) {
  const { name, tents, standings, excludedNames, onInclude, onHide } = props
  const isSettled = useSettled()
  return (
    <Notice hideAfterMs={hideAfterMs} dismissible onHide={onHide}>
      {excludedText(name, tents, standings, new Set(excludedNames))}{' '}
      <Button
        variant="quiet"
        onClick={() => {
          // It came under a finger that taps name after name.
          if (isSettled()) onInclude(name)
        }}
      >
        Count again
      </Button>
    </Notice>
  )
}
