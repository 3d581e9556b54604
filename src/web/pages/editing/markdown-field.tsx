import { useState } from 'react'
import type { TextForm } from '../../../shared/pages/contract.ts'
import { lengthProblem } from '../../../shared/pages/problems.ts'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useMessage } from '../../ui/use-message.ts'
import { Written } from '../written.tsx'
import styles from './editing.module.css'
import { editingTexts } from './texts.ts'

type MarkdownFieldProps = {
  label: string
  form: TextForm
  rows: number
  value: string
  error?: string | undefined
  onChange: (markdown: string) => void
}

/** A field for Markdown, with a preview. */
export function MarkdownField({ form, value, onChange, ...field }: MarkdownFieldProps) {
  const [preview, setPreview] = useState<{ markdown: string; html: string } | null>(null)
  const { message, say, clear } = useMessage()
  const { run, busy } = useAction({
    act: async (markdown: string) => {
      clear()
      const { html } = await call('previewMarkdown', { form, markdown })
      setPreview({ markdown, html })
    },
    say,
    failed: editingTexts.previewFailed,
    unanswered: editingTexts.previewUnanswered,
  })
  return (
    <div className={styles['stack']}>
      <TextArea
        {...field}
        hint={editingTexts.markdown}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button
        variant="quiet"
        busy={busy}
        disabled={lengthProblem(form, value) !== null}
        onClick={() => run(value)}
      >
        Preview
      </Button>
      {message && (
        <Notice key={message.id} tone={message.tone} onHide={clear}>
          {message.text}
        </Notice>
      )}
      {/* The preview is of this text, not of an older one. */}
      {preview !== null && preview.markdown === value && (
        <section aria-label="Preview" className={styles['preview']}>
          <Written html={preview.html} />
        </section>
      )}
    </div>
  )
}
