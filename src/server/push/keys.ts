import { createECDH } from 'node:crypto'
import { derivedKey } from '../seal.ts'

/** The server's key pair for push services: P-256, as base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

/**
 * Derives the push keys from the secret key, so that they are the same on every server and after
 * every start.
 */
export function pushKeysOf(secretKey: string): PushKeys {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(derivedKey(secretKey, 'tent city push'))
  return {
    publicKey: ecdh.getPublicKey('base64url'),
    privateKey: ecdh.getPrivateKey().toString('base64url').padStart(43, 'A'),
  }
}
