import { type FormEvent, useRef, useState } from 'react'
import { dashboardMessages } from '../../shared/dashboard-messages.ts'
import type { DocumentKind } from '../../shared/documents/contract.ts'
import { upload } from '../api/upload.ts'
import { useReload } from '../api/use-reload.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import styles from './upload-form.module.css'
import { Uploaded, uploadsKey } from './uploaded.tsx'
import { documentKey } from './use-document.ts'

type UploadFormProps = {
  kind: DocumentKind
  label: string
  /** May see the current document. */
  mayRead: boolean
  mayChange: boolean
}

/** Uploads a new policy or calendar. Specification 5, File upload. */
export function UploadForm({ kind, label, mayRead, mayChange }: UploadFormProps) {
  const changed = useReload(documentKey(kind), uploadsKey)
  const file = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const id = `upload-${kind}`

  const { run, busy, message, say } = useSaidAction({
    act: async (chosen: File) => {
      const name = kind === 'policy' ? 'uploadPolicy' : 'uploadCalendar'
      await upload(name, chosen, { onProgress: setShare })
      if (file.current) file.current.value = ''
      return dashboardMessages.uploaded
    },
    failed: dashboardMessages.uploadFailed,
    unanswered: dashboardMessages.uploadFailed,
    onSettled: async () => {
      await changed()
      setShare(0)
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = file.current?.files?.[0]
    if (chosen !== undefined) run(chosen)
    else if (!busy) say('danger', dashboardMessages.chooseFile)
  }

  return (
    <form className={styles['upload']} onSubmit={submit} noValidate>
      <label htmlFor={id} className={styles['label']}>
        {label} (PDF, at most 15 MB)
      </label>
      {mayRead && <Uploaded kind={kind} />}
      <input
        ref={file}
        id={id}
        type="file"
        accept="application/pdf,.pdf"
        disabled={!mayChange}
        className={styles['file']}
      />
      {busy && (
        <progress className={styles['progress']} max={1} value={share} aria-label="Uploaded" />
      )}
      {message}
      <Button type="submit" variant="quiet" disabled={!mayChange} busy={busy}>
        Upload {label.toLowerCase()}
      </Button>
    </form>
  )
}
