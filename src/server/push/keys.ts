import { createECDH, hkdfSync } from 'node:crypto'

/** What push services know this server by: points and numbers of P-256 as base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

/**
 * The keys of push, made from the key that seals secrets: the same on every server and after every
 * start, as long as that one is.
 */
export function pushKeysOf(secretKey: string): PushKeys {
  const ecdh = createECDH('prime256v1')
  const made = hkdfSync('sha256', Buffer.from(secretKey, 'hex'), '', 'tent city push', 32)
  ecdh.setPrivateKey(Buffer.from(made))
  return {
    publicKey: ecdh.getPublicKey('base64url'),
    privateKey: ecdh.getPrivateKey().toString('base64url').padStart(43, 'A'),
  }
}
