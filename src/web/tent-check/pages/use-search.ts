import { useCallback, useState } from 'react'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import type { PageChoice } from './device-choices.ts'

type Options = {
  tents: readonly ActiveTent[]
  page: PageChoice
  /** Another object with each choice of a page, also of the one that is shown: it ends the search. */
  choice: object
}

const noSearch = { text: '', shown: '' }

/** What is searched for, and the tent that is open in the page or in what was found. */
export function useSearch({ tents, page, choice }: Options) {
  /** The text in the field, and the one that is used: a mark empties only the field. */
  const [search, setSearch] = useState(noSearch)
  const [openId, setOpenId] = useState<string | null>(null)
  const [unaskedId, setUnaskedId] = useState<string | null>(null)
  const [choiceBefore, setChoiceBefore] = useState(choice)
  if (choice !== choiceBefore) {
    setChoiceBefore(choice)
    setSearch(noSearch)
    if (tents.find(({ id }) => id === openId)?.groupIndex !== page) setOpenId(null)
  }
  const onOpen = useCallback((tentId: string) => {
    setUnaskedId(null)
    setOpenId((open) => (open === tentId ? null : tentId))
  }, [])
  return {
    search,
    openId,
    setOpenId,
    /** The tent that opened by itself; null: none, or somebody has chosen it since. */
    unaskedId,
    onOpenItself: (tentId: string) => {
      setUnaskedId(tentId)
      setOpenId(tentId)
    },
    /** Closes the tent if it is the open one. */
    onOpen,
    onText: (text: string) => {
      setSearch({ text, shown: text.trim() })
      setOpenId(null)
    },
    afterMark: () => {
      setOpenId(null)
      setSearch(({ shown }) => ({ text: '', shown }))
    },
    clear: () => setSearch(noSearch),
  }
}
