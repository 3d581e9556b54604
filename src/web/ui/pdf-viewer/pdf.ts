// The legacy build runs on phones of the last three years; the newest one does not.
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
export const { TextLayer } = pdfjs

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

/** Put beside the app by the build, so that nothing is asked of another origin. */
const parts = `/assets/pdfjs-${pdfjs.version}`

/** Asks for parts of the file as they are needed, where the server gives parts. */
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
