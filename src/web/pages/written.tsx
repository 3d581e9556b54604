import { classNames } from '../ui/class-names.ts'
import styles from './written.module.css'

type WrittenProps = { html: string; className?: string | undefined }

/** Markdown that the server has rendered to HTML. */
export function Written({ html, className }: WrittenProps) {
  return (
    <div
      className={classNames(styles['written'], className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escaped all of its text as it was saved, and made each element itself; `server/pages/render.test.ts` holds that
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
