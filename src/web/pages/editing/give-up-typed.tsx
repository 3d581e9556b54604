import { Confirm } from '../../ui/confirm.tsx'

/** Asks before another text takes the place of what is typed, or the form is closed. */
export function GiveUpTyped({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  return (
    <Confirm
      title="Give up what you typed?"
      yes="Give mine up"
      no="Keep mine"
      onYes={onYes}
      onNo={onNo}
    >
      <p>It is not saved.</p>
    </Confirm>
  )
}
