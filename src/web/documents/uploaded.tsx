import { useQuery } from '@tanstack/react-query'
import { counted } from '../../shared/counted.ts'
import type { DocumentKind, UploadedDocument } from '../../shared/documents/contract.ts'
import { call } from '../api/call.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useTimes } from '../ui/times.ts'
import { documentsTexts } from './texts.ts'

export const uploadsKey = ['uploads']

/** The current document, in a line. */
export function Uploaded({ kind }: { kind: DocumentKind }) {
  const times = useTimes()
  const query = useQuery({
    queryKey: uploadsKey,
    queryFn: () => call('listDocuments'),
  })
  const { data } = query
  if (data === undefined) {
    return <NotLoaded query={query} failed={documentsTexts.uploadsFailed} waiting={<p>…</p>} />
  }
  const uploaded = data.documents.find((one) => one.kind === kind)
  if (uploaded === undefined) return <p>{documentsTexts.noneUploaded}</p>
  return (
    <p>
      <a href={uploaded.url} target="_blank" rel="noopener">
        {pagesText(uploaded)}
      </a>
      , {times.moment(uploaded.at)}, by {uploaded.by.name || 'somebody'}
    </p>
  )
}

/** `12 pages, 1.4 MB`. */
function pagesText({ pages, bytes }: UploadedDocument): string {
  const size =
    bytes < 1024 * 1024
      ? `${Math.ceil(bytes / 1024)} kB`
      : `${(bytes / (1024 * 1024)).toFixed(1)} MB`
  if (pages === null) return size
  return `${counted(pages, 'page')}, ${size}`
}
