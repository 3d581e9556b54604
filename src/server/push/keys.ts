import { createECDH, hkdfSync } from 'node:crypto'

/** The server's key pair for push services: P-256, as base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

/**
 * Derives the push keys from the secret key, so that they are the same on every server and after
 * every start.
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
