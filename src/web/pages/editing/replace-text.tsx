import { Confirm } from '../../ui/confirm.tsx'

/** Asks before an older text is put over one that is typed and not saved. */
export function ReplaceText({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  return (
    <Confirm
      title="Replace what you typed?"
      yes="Replace mine"
      no="Keep mine"
      onYes={onYes}
      onNo={onNo}
    >
      <p>Your text is not saved. The older one would take its place.</p>
    </Confirm>
  )
}
