import { memo, useEffect, useRef, useState } from 'react'
import { useInSight } from '../use-in-sight.ts'
import { type Found, findInPage } from './find.ts'
import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from './pdf.ts'
import styles from './pdf-viewer.module.css'

type PdfPageProps = {
  pdf: PDFDocumentProxy
  /** From 1. */
  number: number
  scale: number
  /** In points; used until the page's own size is known. */
  width: number
  height: number
  query: string
  found: Found | null
  onPage: (number: number) => void
  onFailure: (error: unknown) => void
}

type Size = { width: number; height: number }

/** With more pixels, a phone runs out of memory. */
const pixelsAtMost = 16_000_000

/** A page: an empty place of its size, and near the visible part its picture, text and links. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { number, scale, width, height } = props
  const place = useRef<HTMLDivElement>(null)
  const isNear = useInSight(place, '100% 0px')
  const [size, setSize] = useState<Size | null>(null)

  const shown = size ?? { width, height }
  return (
    <div
      ref={place}
      data-page={number}
      className={styles['page']}
      style={{ width: shown.width * scale, height: shown.height * scale }}
    >
      {isNear && <Drawn {...props} onSize={setSize} />}
    </div>
  )
})

function Drawn(props: PdfPageProps & { onSize: (size: Size) => void }) {
  const { pdf, number, scale, query, found, onPage, onFailure, onSize } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  const [layer, setLayer] = useState<InstanceType<typeof TextLayer> | null>(null)

  useEffect(() => {
    let isGone = false
    const load = async () => {
      const loaded = await pdf.getPage(number)
      if (isGone) return
      const { width, height } = loaded.getViewport({ scale: 1 })
      onSize({ width, height })
      setPage(loaded)
    }
    load().catch(onFailure)
    return () => {
      isGone = true
    }
  }, [pdf, number, onSize, onFailure])

  useEffect(() => {
    if (page === null || canvas.current === null) return
    return draw(page, canvas.current, scale, onFailure)
  }, [page, scale, onFailure])

  useEffect(() => {
    const container = text.current
    if (page === null || container === null) return
    container.replaceChildren()
    const viewport = page.getViewport({ scale })
    const next = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport })
    next.render().then(
      () => setLayer(next),
      () => {},
    )
    return () => {
      next.cancel()
      setLayer(null)
    }
  }, [page, scale])

  useEffect(() => {
    if (layer === null || query === '') return
    return findInPage(layer.textDivs, query, found?.page === number ? found.place : null)
  }, [layer, query, found, number])

  return (
    <>
      <canvas ref={canvas} className={styles['canvas']} />
      <div
        ref={text}
        className={styles['text']}
        style={{ '--total-scale-factor': scale } as React.CSSProperties}
      />
      {page && <Links pdf={pdf} page={page} scale={scale} onPage={onPage} onFailure={onFailure} />}
    </>
  )
}

/** Draws a page sharply for this screen; returns a function that stops it and frees the memory. */
function draw(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  scale: number,
  onFailure: (error: unknown) => void,
): () => void {
  const { width, height } = page.getViewport({ scale })
  const sharpness = Math.min(devicePixelRatio, Math.sqrt(pixelsAtMost / (width * height)))
  canvas.width = Math.floor(width * sharpness)
  canvas.height = Math.floor(height * sharpness)
  const task = page.render({ canvas, viewport: page.getViewport({ scale: scale * sharpness }) })
  let isOver = false
  task.promise.catch((error) => {
    // Otherwise it was cancelled, because the page is out of view or has another size.
    if (!isOver) onFailure(error)
  })
  return () => {
    isOver = true
    task.cancel()
    canvas.width = 0
    canvas.height = 0
  }
}

type Link = { key: string; rect: number[]; url: string | null; dest: unknown }

function Links({
  pdf,
  page,
  scale,
  onPage,
  onFailure,
}: Pick<PdfPageProps, 'pdf' | 'scale' | 'onPage' | 'onFailure'> & { page: PDFPageProxy }) {
  const [links, setLinks] = useState<Link[]>([])
  useEffect(() => {
    let isGone = false
    page.getAnnotations().then((annotations) => {
      if (!isGone) setLinks(annotations.flatMap(linkOf))
    }, onFailure)
    return () => {
      isGone = true
    }
  }, [page, onFailure])

  const viewport = page.getViewport({ scale })
  return links.map(({ key, rect, url, dest }) => {
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0] ?? 0, rect[1] ?? 0)
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2] ?? 0, rect[3] ?? 0)
    const style = {
      left: Math.min(x1, x2),
      top: Math.min(y1, y2),
      width: Math.abs(x2 - x1),
      height: Math.abs(y2 - y1),
    }
    if (url !== null) {
      return (
        <a
          key={key}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className={styles['link']}
          style={style}
        >
          <span className="visually-hidden">{url}</span>
        </a>
      )
    }
    const go = async () => {
      const number = await pageOf(pdf, dest)
      if (number !== null) onPage(number)
    }
    return (
      <button
        key={key}
        type="button"
        className={styles['link']}
        style={style}
        aria-label="Go to another page"
        onClick={() => void go().catch(onFailure)}
      />
    )
  })
}

function linkOf(annotation: Record<string, unknown>): Link[] {
  if (annotation['subtype'] !== 'Link') return []
  const { id, rect, url, dest } = annotation
  if (!Array.isArray(rect) || (typeof url !== 'string' && dest == null)) return []
  const isWeb = typeof url === 'string' && /^(https?|mailto|tel):/i.test(url)
  if (typeof url === 'string' && !isWeb) return []
  return [{ key: String(id), rect, url: isWeb ? String(url) : null, dest }]
}

/** The page (from 1) to which a link in the document leads; null: none. */
async function pageOf(pdf: PDFDocumentProxy, dest: unknown): Promise<number | null> {
  const explicit: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
  if (!Array.isArray(explicit)) return null
  const [target] = explicit
  if (typeof target === 'number') return target + 1
  try {
    return (await pdf.getPageIndex(target)) + 1
  } catch {
    return null
  }
}
