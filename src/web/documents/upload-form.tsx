import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { DocumentKind } from '../../shared/documents/contract.ts'
import { texts } from '../../shared/messages.ts'
import { upload } from '../api/upload.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './upload-form.module.css'

type UploadFormProps = { kind: DocumentKind; label: string; mayChange: boolean }

/** Puts a new policy or calendar up. Specification 5, File upload. */
export function UploadForm({ kind, label, mayChange }: UploadFormProps) {
  const queries = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  /** null: nothing is on its way. */
  const [share, setShare] = useState<number | null>(null)
  const { message, say, clear } = useMessage()
  const id = `upload-${kind}`

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = file.current?.files?.[0]
    if (share !== null) return
    if (chosen === undefined) return say('danger', texts.chooseFile)
    clear()
    setShare(0)
    try {
      await upload(kind === 'policy' ? 'uploadPolicy' : 'uploadCalendar', chosen, setShare)
      if (file.current) file.current.value = ''
      say('ok', texts.uploaded)
      await queries.invalidateQueries({ queryKey: ['document', kind] })
    } catch (error) {
      say('danger', (error instanceof Error && error.message) || texts.uploadFailed)
    } finally {
      setShare(null)
    }
  }

  return (
    <form className={styles['upload']} onSubmit={submit} noValidate>
      <label htmlFor={id} className={styles['label']}>
        {label} (PDF, at most 15 MB)
      </label>
      <input
        ref={file}
        id={id}
        type="file"
        accept="application/pdf,.pdf"
        disabled={!mayChange}
        className={styles['file']}
      />
      {share !== null && (
        <progress className={styles['progress']} max={1} value={share} aria-label="Uploaded" />
      )}
      {message && (
        <Notice key={message.id} tone={message.tone} onHide={clear}>
          {message.text}
        </Notice>
      )}
      <Button type="submit" disabled={!mayChange} busy={share !== null}>
        Upload {label.toLowerCase()}
      </Button>
    </form>
  )
}
