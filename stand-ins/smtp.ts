import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** A mail as it was caught. */
type Caught = {
  to: string
  from: string
  subject: string
  text: string
  html: string
  messageID: string
  /** By their names in lower case. */
  headers: ReadonlyMap<string, string>
}

/** How the mail server misbehaves. */
type MailFaults = {
  /** Before it answers to a mail. */
  latencyMs: number
  /** The answer to `RCPT TO` of an address, null for none: `550 No such user`. */
  refuses: (address: string) => string | null
  /** Takes the mail, and cuts the connection instead of answering. */
  losesAnswer: () => boolean
  /** Cuts the connection while the mail comes. */
  cutsOff: () => boolean
  /** Says nothing at all to whoever connects. */
  isSilent: boolean
}

/** A stand-in for a mail server: catches all mails, and shows them in the browser where `webPort` is given. */
export async function startMailServer({
  port = 0,
  webPort,
}: {
  port?: number
  webPort?: number
} = {}) {
  const caught: Caught[] = []
  const faults: MailFaults = {
    latencyMs: 0,
    refuses: () => null,
    losesAnswer: () => false,
    cutsOff: () => false,
    isSilent: false,
  }
  const sockets = new Map<string, () => void>()

  let server = listenAt(port)
  await server.ready
  const { port: own } = server.smtp.server.address() as AddressInfo

  function listenAt(at: number) {
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) => {
        if (!faults.isSilent) done()
      },
      onRcptTo({ address }, _session, done) {
        const refusal = faults.refuses(address)
        if (refusal === null) return done()
        const [, code = '550', words = ''] = /^(\d{3}) (.*)$/.exec(refusal) ?? []
        done(Object.assign(new Error(words), { responseCode: Number(code) }))
      },
      onData(stream, session, done) {
        if (faults.cutsOff()) return cut(session)
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', async () => {
          caught.push(await read(Buffer.concat(parts), session))
          if (faults.losesAnswer()) return cut(session)
          setTimeout(done, faults.latencyMs)
        })
      },
    })
    smtp.on('error', () => {})
    smtp.server.on('connection', (socket) => {
      sockets.set(`${socket.remotePort}`, () => socket.destroy())
      socket.on('close', () => sockets.delete(`${socket.remotePort}`))
    })
    const ready = new Promise<void>((resolve, reject) => {
      smtp.once('error', reject)
      smtp.listen(at, '127.0.0.1', resolve)
    })
    return { smtp, ready }
  }

  function cut({ remotePort }: SMTPServerSession): void {
    sockets.get(`${remotePort}`)?.()
  }

  async function stop(): Promise<void> {
    for (const destroy of sockets.values()) destroy()
    await new Promise<void>((resolve) => server.smtp.close(resolve))
  }

  const pages = webPort === undefined ? null : await showMails(caught, webPort)
  return {
    url: `smtp://127.0.0.1:${own}`,
    caught,
    faults,
    connections: () => sockets.size,
    stop,
    async startAgain(): Promise<void> {
      server = listenAt(own)
      await server.ready
    },
    async close(): Promise<void> {
      pages?.closeAllConnections()
      pages?.close()
      await stop()
    },
  }
}

export type MailStandIn = Awaited<ReturnType<typeof startMailServer>>

async function read(raw: Buffer, session: SMTPServerSession): Promise<Caught> {
  const { from, subject, text, html, messageId, headers } = await PostalMime.parse(raw)
  return {
    to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
    from: `${from?.name ?? ''} <${from?.address ?? ''}>`.trim(),
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
    messageID: messageId ?? '',
    headers: new Map(headers.map(({ key, value }) => [key, value])),
  }
}

/** The mails that were caught, newest first, each as a mail program draws it. */
async function showMails(caught: readonly Caught[], port: number) {
  const pages = createServer((request, response) => {
    const [, number] = /^\/(\d+)$/.exec(request.url ?? '') ?? []
    const mail = caught[Number(number)]
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(mail === undefined ? listed(caught) : mail.html)
  })
  await new Promise<void>((resolve) => pages.listen(port, '127.0.0.1', resolve))
  return pages
}

function listed(caught: readonly Caught[]): string {
  const lines = caught.map(
    ({ to, subject }, index) =>
      `<li><a href="/${index}">${escaped(subject)}</a> to ${escaped(to)}</li>`,
  )
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="3"><meta name="color-scheme" content="light dark"><title>Mails</title><body style="font:17px/1.6 system-ui"><h1>Mails</h1><ol reversed>${lines.reverse().join('')}</ol>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
