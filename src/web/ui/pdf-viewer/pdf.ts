// The legacy build supports phones of the last three years; the current one does not.
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
export const { TextLayer } = pdfjs

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

/** Files that the build copies, so that nothing is loaded from another site. */
const parts = `/assets/pdfjs-${pdfjs.version}`

/** Loads parts of the file when needed, if the server supports that. */
export function loadPdf(url: string) {
  return pdfjs.getDocument({
    url,
    cMapUrl: `${parts}/cmaps/`,
    standardFontDataUrl: `${parts}/standard_fonts/`,
    wasmUrl: `${parts}/wasm/`,
    iccUrl: `${parts}/iccs/`,
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: 256 * 1024,
  })
}

export const needsPassword = pdfjs.PasswordResponses.NEED_PASSWORD
