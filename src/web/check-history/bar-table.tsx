import styles from './statistics.module.css'

/** `parts`: shares of the longest bar, 0 to 1, drawn one after the other. */
export type BarRow = {
  name: string
  parts: { share: number; look: 'make' | 'miss' | 'count' }[]
  text: string
}

/** A bar chart with its numbers, one bar per row. */
export function BarTable({ title, rows }: { title: string; rows: readonly BarRow[] }) {
  return (
    <table className={styles['bars']}>
      <caption>{title}</caption>
      <tbody>
        {rows.map(({ name, parts, text }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={styles['bar']}>
              <svg aria-hidden="true" width="100%" height="12">
                {parts.map(({ share, look }, index) => (
                  <rect
                    key={look}
                    x={`${100 * parts.slice(0, index).reduce((sum, part) => sum + part.share, 0)}%`}
                    width={`${100 * share}%`}
                    height="12"
                    rx="2"
                    className={styles[look]}
                  />
                ))}
              </svg>
            </td>
            <td className={styles['number']}>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
