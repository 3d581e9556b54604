import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { newNonce } from './context.ts'

const algorithm = 'aes-256-gcm'
const tagBytes = 16
const nonceBytes = 12

/**
 * A key of 32 bytes for one purpose, made of the secret key (64 hex digits). Under another name of
 * the purpose all that was sealed or signed before would be void.
 */
export function derivedKey(secretKey: string, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secretKey, 'hex'), '', name, 32))
}

/** Encrypts a text with a key of 64 hex digits; the result may stand in an address. */
export function seal(text: string, key: string): string {
  const nonce = newNonce()
  const cipher = createCipheriv(algorithm, Buffer.from(key, 'hex'), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts it; null: another key, or the text was changed. */
export function unseal(sealed: string, key: string): string | null {
  // Takes base64url as well as base64, in which earlier versions sealed.
  const bytes = Buffer.from(sealed, 'base64')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  try {
    const decipher = createDecipheriv(algorithm, Buffer.from(key, 'hex'), nonce)
    decipher.setAuthTag(tag)
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
