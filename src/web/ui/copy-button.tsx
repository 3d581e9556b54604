import { Button } from './button.tsx'
import { copied } from './copied.ts'
import styles from './copy-button.module.css'
import { uiTexts } from './texts.ts'
import { useMessage } from './use-message.tsx'

/** Copies a text, and says whether it could. `children`: what is copied, as its label. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const { message, say } = useMessage()
  const copy = async () => {
    if (await copied(text)) say('ok', uiTexts.copied)
    else say('danger', uiTexts.notCopied)
  }
  return (
    <div className={styles['copy']}>
      <Button variant="quiet" onClick={() => void copy()}>
        {children}
      </Button>
      <div className={styles['said']}>{message}</div>
    </div>
  )
}
