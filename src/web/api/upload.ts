import { routeOf } from './call.ts'
import { getToken } from './token.ts'

/** Ample for 15 MB over a poor line; a silent one must not be waited for for ever. */
const timeoutMs = 10 * 60_000

/**
 * Sends one file in the multipart field `file`; `onProgress` hears the share that is sent, 0 to 1.
 * Rejects with the server's own words, '' if it gave none. fetch cannot tell how far it is.
 */
export function upload(
  name: 'uploadPolicy' | 'uploadCalendar',
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  const { method, path } = routeOf(name)
  const form = new FormData()
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    const token = getToken()
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.timeout = timeoutMs
    request.onerror = () => reject(new Error(''))
    request.ontimeout = request.onerror
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new Error(isPlain(request) ? request.responseText : ''))
    }
    request.send(form)
  })
}

function isPlain(request: XMLHttpRequest): boolean {
  return request.getResponseHeader('content-type')?.startsWith('text/plain') ?? false
}
