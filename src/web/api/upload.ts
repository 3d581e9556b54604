import type { Api, ApiName } from '../../shared/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { type AddressOf, addressOf, CallError, NetworkError, routeOf } from './call.ts'
import { getToken } from './token.ts'

/** Ample for 15 MB over a poor line; a silent one must not be waited for for ever. */
const timeoutMs = 10 * 60_000

type FileCall = { [N in ApiName]: Api[N]['body'] extends 'file' ? N : never }[ApiName]

/**
 * Sends one file in the multipart field `file`; `onProgress` hears the share that is sent, 0 to 1.
 * Rejects with CallError or NetworkError. fetch cannot tell how far it is.
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
      if (request.status < 200 || request.status >= 300) {
        reject(new CallError(request.status, { error: plainText(request) }))
        return
      }
      try {
        resolve(JSON.parse(request.responseText) as ResponseOf<Api[N]>)
      } catch (cause) {
        reject(new NetworkError('The answer could not be read.', { cause }))
      }
    }
    request.send(form)
  })
}

/** What the server said of a refused file; '' where a page came from in between. */
function plainText(request: XMLHttpRequest): string {
  const isPlain = request.getResponseHeader('content-type')?.startsWith('text/plain') ?? false
  return isPlain ? request.responseText : ''
}
