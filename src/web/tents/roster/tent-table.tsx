import { memo, type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { tentOfHash } from '../../../shared/screens.ts'
import type { ListedTent } from '../../../shared/tents/contract.ts'
import { useLocation } from '../../routing/location.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { filteredTents, type Sorting, sortings, type TentFilter, typesOf } from './tent-filter.ts'
import styles from './tent-table.module.css'
import { rosterTexts } from './texts.ts'

type TentTableProps = {
  tents: readonly ListedTent[]
  /** The content of an opened tent. */
  opened: (tent: ListedTent, close: () => void) => ReactNode
  /** As `opened`, for an id in the address that is not on this roster. */
  openedById: (tentId: string, close: () => void) => ReactNode
}

/** A long list would push the rest of the screen away; others are found by the search. */
const shownFirst = 25
const anything: TentFilter = { query: '', type: null, misses: 0, sorting: 'order' }

/** The tents of the roster, with search, sorting and details. */
export function TentTable({ tents, opened, openedById }: TentTableProps) {
  const [wanted, setWanted] = useState({ filter: anything, shown: shownFirst })
  const [openedId, setOpened] = useState<string | null>(null)
  // Another one each time that a link is followed, the same link again as well.
  const location = useLocation()
  useEffect(() => setOpened(tentOfHash(location.hash)), [location])
  // The typed text is shown at once; the rows follow.
  const { filter: followed, shown } = useDeferredValue(wanted)
  const found = filteredTents(tents, followed)
  const { filter } = wanted
  const change = (more: Partial<TentFilter>) =>
    setWanted({ filter: { ...filter, ...more }, shown: shownFirst })
  const openedTent = tents.find(({ id }) => id === openedId)
  const close = () => setOpened(null)
  return (
    <>
      <SearchField
        label="Search by tent, person or netID"
        value={filter.query}
        onChange={(query) => change({ query })}
      />
      <div className={styles['filters']}>
        <SelectField
          label="Type"
          value={filter.type ?? ''}
          options={[['', 'All'], ...typesOf(tents).map((type) => [type, type] as const)]}
          onChange={(type) => change({ type: type === '' ? null : type })}
        />
        <SelectField
          label="Misses"
          value={String(filter.misses)}
          options={rosterTexts.missesAtLeast}
          onChange={(misses) => change({ misses: Number(misses) })}
        />
        <SelectField
          label="Sorted by"
          value={filter.sorting}
          options={sortings.map((sorting) => [sorting, rosterTexts.sortings[sorting]] as const)}
          onChange={(sorting) => change({ sorting: sorting as Sorting })}
        />
      </div>
      <p className="muted" aria-live="polite">
        {rosterTexts.tentsFound(found.length, tents.length)}
      </p>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Tent</th>
            <th scope="col" className={styles['wide']}>
              Type
            </th>
            <th scope="col" className={styles['number']}>
              People
            </th>
            <th scope="col" className={styles['number']}>
              Misses
            </th>
          </tr>
        </thead>
        <tbody>
          {found.slice(0, shown).map((tent) => (
            <TentRow key={tent.id} tent={tent} onOpen={setOpened} />
          ))}
        </tbody>
      </table>
      <ShowMore
        left={found.length - shown}
        onClick={() => setWanted({ filter, shown: shown + 200 })}
      />
      {openedTent ? opened(openedTent, close) : openedId && openedById(openedId, close)}
    </>
  )
}

type TentRowProps = { tent: ListedTent; onOpen: (id: string) => void }

const TentRow = memo(function TentRow({ tent, onOpen }: TentRowProps) {
  const misses = tent.numberOfMisses ?? 0
  return (
    <tr>
      <td className={styles['order']}>{tent.order}</td>
      <th scope="row">
        <Button variant="link" className={styles['open']} onClick={() => onOpen(tent.id)}>
          {tent.name || rosterTexts.noName}
        </Button>
        <span className={styles['captain']}>{tent.captainName || tent.captain}</span>
      </th>
      <td className={styles['wide']}>{tent.type}</td>
      <td className={styles['number']}>{tent.people?.length ?? 0}</td>
      <td className={styles['number']} data-misses={misses > 0}>
        {misses}
      </td>
    </tr>
  )
})
