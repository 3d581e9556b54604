import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TentForm } from './tent-form.tsx'

/** A button that opens the form for a new tent. */
export function AddTent({ onSaved }: { onSaved: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Add a tent…
      </Button>
      <TentForm isOpen={isOpen} tent={null} onSaved={onSaved} onClose={() => setOpen(false)} />
    </>
  )
}
