import { IncomingMessage } from 'node:http'
import { sendBare } from './errors.ts'
import { Refusal } from './refusal.ts'

/**
 * How many pieces a body may come in: `ofAny`, and one more for each `bytesOfEach` bytes. Each is
 * kept in a buffer of its own, which takes 400 bytes even for a short piece. No network cuts a body
 * into pieces of less than 256 bytes.
 */
export const piecesAtMost = { ofAny: 16, bytesOfEach: 256 }

/**
 * The class of a server's request messages. A body in too many pieces is refused at once,
 * on the bare connection, which is then ended; later pieces are dropped and never reach a reader.
 * `headers`: those of every answer.
 */
export function messagesInFewPieces(headers: Record<string, string>): typeof IncomingMessage {
  return class extends IncomingMessage {
    #pieces = 0
    #bytes = 0
    #isRefused = false

    override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
      if (piece === null) return super.push(piece)
      if (this.#isRefused) return true
      this.#pieces += 1
      this.#bytes += piece.length
      const { ofAny, bytesOfEach } = piecesAtMost
      if (this.#pieces <= ofAny + this.#bytes / bytesOfEach) return super.push(piece, encoding)
      this.#isRefused = true
      sendBare(this.socket, new Refusal('inPieces'), headers)
      return true
    }
  }
}
