import { IncomingMessage } from 'node:http'
import { sendBare } from './errors.ts'
import { Refusal } from './refusal.ts'

/**
 * In how many pieces a body may come: each is kept in a buffer of its own, which takes 400 bytes
 * however short it is. No network cuts a body into less than 256 bytes a piece.
 */
export const piecesAtMost = { ofAny: 16, bytesOfEach: 256 }

/**
 * The messages of a server that refuses a body in too many pieces as soon as it is one too many: on
 * the bare connection, which is ended. What comes after is dropped, whoever would have read it.
 * `headers`: what every answer carries.
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
