import type { ReactNode } from 'react'
import type { User } from '../../../shared/accounts/contract.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Entry } from './entries.ts'
import { MarkLine } from './mark-line.tsx'
import styles from './rows.module.css'
import type { Standing } from './standings.ts'
import { TentRow } from './tent-row.tsx'

type TentListProps = {
  entries: readonly Entry[]
  query: string
  /** The open tent, and its content. */
  openId: string | null
  open: ReactNode
  excluded: ReadonlySet<string>
  user: User
  onOpen: (tentId: string) => void
  onUndo: (tent: Entry['tent'], standing: Standing) => void
}

/** The tents of a view in their places: rows for unmarked ones, lines for marked ones. */
export function TentList(props: TentListProps) {
  const { entries, query, openId, open, excluded, user, onOpen, onUndo } = props
  // An open tent stays open, even if somebody marked it meanwhile.
  const isRow = ({ tent, standing }: Entry) => standing === null || tent.id === openId
  const lines = entries.filter((entry) => !isRow(entry))
  return (
    <div className={classNames(styles['list'], query !== '' && styles['found'])}>
      <ul className={styles['part']} aria-label="Tents to mark">
        {entries.filter(isRow).map(({ tent, place }) => (
          <TentRow
            key={tent.id}
            tent={tent}
            place={place}
            query={query}
            open={tent.id === openId ? open : null}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {lines.length > 0 && (
        <ul className={styles['part']} aria-label="Marked">
          {lines.map(
            ({ tent, place, standing }) =>
              standing && (
                <MarkLine
                  key={tent.id}
                  tent={tent}
                  standing={standing}
                  place={place}
                  query={query}
                  excluded={excluded}
                  user={user}
                  onUndo={onUndo}
                />
              ),
          )}
        </ul>
      )}
    </div>
  )
}
