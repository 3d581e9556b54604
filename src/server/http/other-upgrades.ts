import type { IncomingMessage } from 'node:http'

/**
 * Request messages of this class offer an upgrade only to a websocket. Any other offer, as of
 * HTTP/2 by Java's HttpClient, is ignored, and the request is answered as usual. From Node 24 on
 * `shouldUpgradeCallback` could do it; before, Node asks nothing but this field, which it sets. What
 * a client sends in one piece after such a request is lost, as wherever Node ignores an upgrade.
 */
export function withoutOtherUpgrades(Message: typeof IncomingMessage): typeof IncomingMessage {
  return class extends Message {
    private isOffered: unknown

    get upgrade(): boolean {
      const isWebsocket = this.headers.upgrade?.toLowerCase() === 'websocket'
      return Boolean(this.isOffered) && (isWebsocket || this.method === 'CONNECT')
    }

    set upgrade(isOffered: unknown) {
      this.isOffered = isOffered
    }
  }
}
