import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Of nobody but this stand-in, which listens on this machine alone. */
const tls = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+64FMEl6zuxzhmAz
cn4ZymFA3/AnwuEAlAdldGXElJyhRANCAATwJf+siYSsqas1V6lkOZxvkn1qM4uy
EKsO0pnualebgJBuRAWIN6L9LXc7Kml/U6JuxomIuPVgJkqTowOTSyse
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIURdzroxrojWYGkrN1PlhDJ+U2F4swCgYIKoZIzj0EAwIw
IjEgMB4GA1UEAwwXYSBwdXNoIHNlcnZpY2Ugb2YgdGVzdHMwIBcNMjYxMTIyMDc0
NTU4WhgPMjEyNjEwMjkwNzQ1NThaMCIxIDAeBgNVBAMMF2EgcHVzaCBzZXJ2aWNl
IG9mIHRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8CX/rImErKmrNVep
ZDmcb5J9ajOLshCrDtKZ7mpXm4CQbkQFiDei/S13Oyppf1OibsaJiLj1YCZKk6MD
k0srHqNTMFEwHQYDVR0OBBYEFMmwAAcEzaNbU4zjltV83s4BhsUzMB8GA1UdIwQY
MBaAFMmwAAcEzaNbU4zjltV83s4BhsUzMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
zj0EAwIDSAAwRQIhANKEty3K0buSvH41ej06joUxNOB49Z5RCoovqxl05GkGAiBf
UyyAPG69pKjNvwQw18FjpYb4M1JeXhvBB6su+NaWdw==
-----END CERTIFICATE-----`,
}

/** A push as it reached a browser. */
type TakenPush = { title: string; body: string; url: string; tag: string }

/** A stand-in for a push service, and for browsers that subscribed at it. */
export async function startPushService() {
  const answers = new Map<string, { status: number; retryAfterS?: number }>()
  /** How often each path was asked, taken or not. */
  const asked: string[] = []
  const bodies = new Map<string, Buffer[]>()
  const faults = { isSilent: false, isEndless: false }
  /** How many answers without an end are under way. */
  let endless = 0
  const server = createServer(tls, (request, response) => {
    const path = request.url ?? ''
    // From another process: how often it was asked.
    if (request.method === 'GET') return void response.end(String(asked.length))
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push(path)
      if (faults.isSilent) return
      const { status, retryAfterS } = answers.get(path) ?? { status: 201 }
      if (status < 300) bodies.set(path, [...(bodies.get(path) ?? []), Buffer.concat(parts)])
      if (retryAfterS !== undefined) response.setHeader('retry-after', retryAfterS)
      response.writeHead(status)
      if (!faults.isEndless) return void response.end()
      endless += 1
      response.once('close', () => {
        endless -= 1
      })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', more)
      more()
    })
  })
  // A connection stays open until the other end closes it.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    asked,
    faults,
    endless: () => endless,
    /** What the service says to pushes at this path from now on. */
    answer: (path: string, status: number, retryAfterS?: number) =>
      answers.set(path, { status, ...(retryAfterS === undefined ? {} : { retryAfterS }) }),
    /** A browser that has subscribed: what it tells its server, and what it was pushed. */
    browser(path: string, at = origin) {
      const keys = createECDH('prime256v1')
      const point = keys.generateKeys()
      const auth = randomBytes(16)
      return {
        subscription: {
          endpoint: at + path,
          keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
        },
        taken: (): TakenPush[] =>
          (bodies.get(path) ?? []).map((body) => JSON.parse(opened(body, keys, auth))),
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

export type PushStandIn = Awaited<ReturnType<typeof startPushService>>

/** As a browser opens it: RFC 8291, one record of RFC 8188. */
function opened(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyEnds = 21 + body.readUInt8(20)
  const theirs = body.subarray(21, keyEnds)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs])
  const shared = Buffer.from(hkdfSync('sha256', keys.computeSecret(theirs), auth, info, 32))
  const part = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(body.subarray(-16))
  const text = Buffer.concat([decipher.update(body.subarray(keyEnds, -16)), decipher.final()])
  // The last record ends with a 2, and padding.
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}
