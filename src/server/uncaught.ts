/** As Node, HTTP and websockets name what goes wrong with one connection, on either end of it. */
const codes =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTCONN|HPE_\w+|WS_ERR_\w+|ERR_HTTP_HEADERS_SENT|ERR_STREAM_(DESTROYED|WRITE_AFTER_END|PREMATURE_CLOSE))$/

/**
 * Is an error that nobody caught the end of one connection, and of nothing else? Then the server
 * goes on: who breaks off must not be able to end it. After any other it would be wrong to.
 */
export function isOfOneConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.test(String(error.code))
}
