import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import styles from './pdf-viewer.module.css'

type ToolbarProps = {
  url: string
  title: string
  page: number
  pageCount: number
  percent: number
  isFinding: boolean
  findButton: Ref<HTMLButtonElement>
  onPage: (page: number) => void
  onZoom: (by: number) => void
  onFit: () => void
  onFind: () => void
}

export function Toolbar(props: ToolbarProps) {
  const { url, title, page, pageCount, percent, isFinding, findButton } = props
  const { onPage, onZoom, onFit, onFind } = props
  return (
    <div role="toolbar" aria-label={`${title}: controls`} className={styles['toolbar']}>
      <PageField page={page} pageCount={pageCount} onPage={onPage} />
      <div className={styles['zoom']}>
        <Button variant="quiet" aria-label="Smaller" onClick={() => onZoom(1 / 1.25)}>
          −
        </Button>
        <Button variant="quiet" aria-label={`Fit the width, now ${percent} %`} onClick={onFit}>
          {percent} %
        </Button>
        <Button variant="quiet" aria-label="Larger" onClick={() => onZoom(1.25)}>
          +
        </Button>
      </div>
      <div className={styles['ways']}>
        <Button ref={findButton} variant="quiet" aria-expanded={isFinding} onClick={onFind}>
          Find
        </Button>
        <a href={url} download={`${title}.pdf`} className={styles['download']}>
          Download
        </a>
      </div>
    </div>
  )
}

function PageField({
  page,
  pageCount,
  onPage,
}: Pick<ToolbarProps, 'page' | 'pageCount' | 'onPage'>) {
  const [typed, setTyped] = useState<string | null>(null)
  const go = (event: FormEvent) => {
    event.preventDefault()
    const number = Number(typed)
    if (Number.isInteger(number) && number >= 1 && number <= pageCount) onPage(number)
    setTyped(null)
  }
  return (
    <form className={styles['pages']} onSubmit={go}>
      <label>
        Page{' '}
        <input
          inputMode="numeric"
          autoComplete="off"
          className={styles['number']}
          value={typed ?? page}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 5))}
          onBlur={() => setTyped(null)}
        />
      </label>{' '}
      of {pageCount}
    </form>
  )
}

type FindBarProps = {
  query: string
  /** null: still searching. */
  count: number | null
  /** From 0. */
  at: number
  onQuery: (query: string) => void
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

export function FindBar({ query, count, at, onQuery, onStep, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onStep(1)
  }
  return (
    <search>
      <form className={styles['findForm']} onSubmit={submit}>
        <input
          ref={input}
          type="search"
          aria-label="Find in this document"
          placeholder="Find in this document"
          className={styles['query']}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose()
          }}
        />
        <p role="status" className={styles['count']}>
          {query.trim() === '' ? '' : count === null ? 'Looking …' : foundText(count, at)}
        </p>
        <Button variant="quiet" aria-label="Previous match" onClick={() => onStep(-1)}>
          ↑
        </Button>
        <Button type="submit" variant="quiet" aria-label="Next match">
          ↓
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </form>
    </search>
  )
}

function foundText(count: number, at: number): string {
  return count === 0 ? 'Not found' : `${at + 1} of ${count}`
}
