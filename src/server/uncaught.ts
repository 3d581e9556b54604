/** How Node, HTTP and websockets name errors of a single connection. */
const codes =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTCONN|HPE_\w+|WS_ERR_\w+|ERR_STREAM_(DESTROYED|WRITE_AFTER_END|PREMATURE_CLOSE))$/

/**
 * Is an uncaught error only the end of one connection? Then the server goes on, because no client
 * may be able to end it. After any other uncaught error it must stop.
 */
export function isOfOneConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.test(String(error.code))
}
