import { useState } from 'react'
import type { TextForm } from '../../../shared/pages/contract.ts'
import { lengthProblem } from '../../../shared/pages/problems.ts'
import { call } from '../../api/call.ts'
import { useSaidAction } from '../../api/use-said-action.ts'
import { Button } from '../../ui/button.tsx'
import stack from '../../ui/stack.module.css'
import { TextArea } from '../../ui/text-area.tsx'
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
  const { run, busy, message } = useSaidAction({
    act: async (markdown: string) => {
      const { html } = await call('previewMarkdown', { form, markdown })
      setPreview({ markdown, html })
    },
    failed: editingTexts.previewFailed,
    unanswered: editingTexts.previewUnanswered,
  })
  return (
    <div className={stack['stack']}>
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
      {message}
      {/* The preview is of this text, not of an older one. */}
      {preview !== null && preview.markdown === value && (
        <section aria-label="Preview" className={styles['preview']}>
          <Written html={preview.html} />
        </section>
      )}
    </div>
  )
}
