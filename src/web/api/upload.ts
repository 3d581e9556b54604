import type { Api, ApiName } from '../../shared/api.ts'
import { minuteMs } from '../../shared/durations.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { parsedJSON } from '../../shared/parsed-json.ts'
import { type AddressOf, addressOf, CallError, NetworkError, routeOf } from './call.ts'
import { getToken } from './token.ts'

/** Enough for 15 MB over a slow line; without a timeout, a dead one would hang for ever. */
const timeoutMs = 10 * minuteMs

type FileCall = { [N in ApiName]: Api[N]['body'] extends 'file' ? N : never }[ApiName]

/**
 * Sends a file in the multipart field `file`; `onProgress` gets the share that is sent, 0 to 1.
 * Rejects with CallError or NetworkError. Not by fetch, which reports no progress.
 */
export function upload<N extends FileCall>(
  name: N,
  file: File,
  { onProgress, params, query }: AddressOf<N> & { onProgress?: (share: number) => void },
): Promise<ResponseOf<Api[N]>> {
  const { method, path } = routeOf(name)
  const form = new FormData()
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, addressOf(path, params, query))
    const token = getToken()
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.timeout = timeoutMs
    request.onerror = () => reject(new NetworkError('The server could not be reached.'))
    request.ontimeout = request.onerror
    request.onload = () => {
      const answer = parsedJSON(request.responseText)
      if (request.status < 200 || request.status >= 300) {
        reject(new CallError(request.status, answer ?? { error: plainText(request) }))
      } else if (answer === undefined) reject(new NetworkError('The answer could not be read.'))
      else resolve(answer as ResponseOf<Api[N]>)
    }
    request.send(form)
  })
}

/** The server's text about a refused document; '' if something else answered. */
function plainText(request: XMLHttpRequest): string {
  const isPlain = request.getResponseHeader('content-type')?.startsWith('text/plain') ?? false
  return isPlain ? request.responseText : ''
}
