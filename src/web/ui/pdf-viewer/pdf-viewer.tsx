import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { texts } from '../../../shared/messages.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { Failed } from '../failed.tsx'
import { Field } from '../field.tsx'
import { formText } from '../form-text.ts'
import { PdfPage } from './pdf-page.tsx'
import styles from './pdf-viewer.module.css'
import { pdfTexts } from './texts.ts'
import { FindBar, Toolbar } from './toolbar.tsx'
import { useFind } from './use-find.ts'
import { type OpenDocument, usePdf } from './use-pdf.ts'

type PdfViewerProps = {
  url: string
  /** The document's name, for screen readers and downloads. */
  title: string
}

/** Shows a PDF by its address. Loading and failing are shown as text, too. */
export function PdfViewer({ url, title }: PdfViewerProps) {
  const state = usePdf(url)
  if (state.state === 'loading') {
    return (
      <p aria-busy="true" className={styles['loading']}>
        {texts.loadingDocument}
      </p>
    )
  }
  if (state.state === 'locked') return <Locked {...state} />
  if (state.state === 'failed') {
    return (
      <Card className={styles['message']}>
        <Failed text={pdfTexts.failures[state.why]} onRetry={state.retry} />
        <a href={url} download={`${title}.pdf`}>
          Download the file
        </a>
      </Card>
    )
  }
  return <OpenPdf url={url} title={title} {...state.document} />
}

function Locked({ wasWrong, unlock }: { wasWrong: boolean; unlock: (password: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    unlock(formText(event.currentTarget, 'password'))
  }
  return (
    <Card className={styles['message']}>
      <p>This PDF is protected by a password.</p>
      <form onSubmit={submit} className={styles['message']}>
        <Field
          label="Password of the PDF"
          name="password"
          type="password"
          autoComplete="off"
          required
          error={wasWrong ? pdfTexts.passwordWrong : undefined}
        />
        <Button type="submit">Open</Button>
      </form>
    </Card>
  )
}

const scaleAtMost = 5
const scaleAtLeast = 0.25

export function OpenPdf(props: PdfViewerProps & OpenDocument) {
  const { url, title, pdf, width, height, onFailure } = props
  const bars = useRef<HTMLDivElement>(null)
  const barsHeight = useMeasured(bars, 'offsetHeight', 0)
  const frame = useRef<HTMLDivElement>(null)
  // Here a page is as wide as its frame.
  const fit = useMeasured(frame, 'clientWidth', width) / width
  const [zoom, setZoom] = useState<number | null>(null)
  const scale = zoom ?? fit
  const page = useCurrentPage(frame, bars, barsHeight)

  const goTo = useCallback((number: number) => {
    const place = frame.current?.querySelector(`[data-page="${number}"]`)
    place?.scrollIntoView({ block: 'start' })
  }, [])
  const findButton = useRef<HTMLButtonElement>(null)
  const find = useFind(pdf, goTo, onFailure)
  const found = find.found?.[find.at] ?? null

  const zoomBy = (by: number) => {
    // Where a page as wide as its frame is beyond the bounds, they would turn "smaller" around.
    const [atLeast, atMost] = [
      Math.min(scaleAtLeast, fit, scale),
      Math.max(scaleAtMost, fit, scale),
    ]
    setZoom(Math.min(atMost, Math.max(atLeast, scale * by)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') {
      // The browser's own search does not find pages that are not drawn yet.
      event.preventDefault()
      find.setIsOpen(true)
    } else if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (!isTyping && (event.key === '+' || event.key === '=')) zoomBy(1.25)
    else if (!isTyping && event.key === '-') zoomBy(1 / 1.25)
    else if (!isTyping && event.key === 'Home') goTo(1)
    else if (!isTyping && event.key === 'End') goTo(pdf.numPages)
    else return
    if (!isTyping) event.preventDefault()
  }

  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for what the toolbar does as well
    <div
      className={styles['viewer']}
      style={{ '--bar': `${barsHeight}px` } as React.CSSProperties}
      onKeyDown={onKeyDown}
    >
      <div ref={bars} className={styles['bars']}>
        <Toolbar
          url={url}
          title={title}
          page={Math.min(page, pdf.numPages)}
          pageCount={pdf.numPages}
          percent={Math.round((scale / fit) * 100)}
          isFinding={find.isOpen}
          onPage={goTo}
          onZoom={zoomBy}
          onFit={() => setZoom(null)}
          findButton={findButton}
          onFind={() => find.setIsOpen(!find.isOpen)}
        />
        {find.isOpen && (
          <FindBar
            query={find.query}
            count={find.found?.length ?? null}
            at={find.at}
            onQuery={find.setQuery}
            onStep={find.step}
            onClose={() => {
              find.setIsOpen(false)
              findButton.current?.focus()
            }}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard */}
      <section ref={frame} aria-label={title} tabIndex={0} className={styles['frame']}>
        {numbers.map((number) => (
          <PdfPage
            key={number}
            pdf={pdf}
            number={number}
            scale={scale}
            width={width}
            height={height}
            query={find.wanted}
            found={found}
            onPage={goTo}
            onFailure={onFailure}
          />
        ))}
      </section>
    </div>
  )
}

/** How wide or high an element is, in pixels. */
function useMeasured(
  place: React.RefObject<HTMLElement | null>,
  side: 'clientWidth' | 'offsetHeight',
  before: number,
): number {
  const [measured, setMeasured] = useState(before)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const watch = new ResizeObserver(() => setMeasured(element[side]))
    watch.observe(element)
    return () => watch.disconnect()
  }, [place, side])
  return measured
}

/** The page that covers the line a third down the window below the bars. */
function useCurrentPage(
  frame: React.RefObject<HTMLElement | null>,
  bars: React.RefObject<HTMLElement | null>,
  barsHeight: number,
): number {
  const [page, setPage] = useState(1)
  useEffect(() => {
    const look = () => {
      // Where they do not stick, they may be scrolled away.
      const bottom = bars.current?.getBoundingClientRect().bottom ?? 0
      const top = Math.max(0, Math.min(barsHeight, bottom))
      const line = top + (innerHeight - top) / 3
      const pages = [...(frame.current?.children ?? [])]
      const index = pages.findLastIndex((place) => place.getBoundingClientRect().top <= line)
      setPage(Math.max(0, index) + 1)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [frame, bars, barsHeight])
  return page
}
