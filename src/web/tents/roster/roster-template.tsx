import { columnNames, writtenFields } from '../../../shared/tents/roster-columns.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from './roster-file.module.css'
import { rosterTexts } from './texts.ts'

/** Explains a roster's columns, and offers a file that has them. */
export function RosterTemplate() {
  return (
    <details className={styles['template']}>
      <summary>The columns of a roster</summary>
      <dl className={styles['columns']}>
        {writtenFields.map((field) => (
          <div key={field}>
            <dt>{columnNames[field]}</dt>
            <dd>{rosterTexts.columns[field]}</dd>
          </div>
        ))}
      </dl>
      <p>{rosterTexts.aboutColumns}</p>
      <Button variant="quiet" onClick={saveTemplate}>
        Download an empty roster
      </Button>
    </details>
  )
}

function saveTemplate(): void {
  const header = writtenFields.map((field) => columnNames[field]).join(',')
  // Without the byte order mark, spreadsheet programs do not recognize UTF-8.
  saveFile('roster-template.csv', new Blob([`\ufeff${header}\r\n`], { type: 'text/csv' }))
}
