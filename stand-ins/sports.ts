import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stand-in for the sports service: answers whatever it was last told to. */
export async function startSportsService(port = 0) {
  let answer: { status: number; body: string; delayMs: number } = {
    status: 200,
    body: '{}',
    delayMs: 0,
  }
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    const { status, body, delayMs } = answer
    setTimeout(() => response.writeHead(status, { location: '/elsewhere' }).end(body), delayMs)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timesAsked: () => asked,
    answers(body: unknown, more: { status?: number; delayMs?: number } = {}): void {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      answer = { status: 200, delayMs: 0, ...more, body: text }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

/** What the service says of Duke in the middle of a season. */
export const dukeInSeason = {
  team: {
    id: '150',
    displayName: 'Duke Blue Devils',
    rank: 4,
    standingSummary: '1st in ACC',
    record: {
      items: [
        { type: 'home', summary: '9-0' },
        { type: 'total', summary: '17-2' },
      ],
    },
    nextEvent: [
      {
        date: '2026-01-24T17:00Z',
        competitions: [
          {
            date: '2026-01-24T17:00Z',
            competitors: [
              { homeAway: 'home', team: { id: '153', displayName: 'North Carolina Tar Heels' } },
              { homeAway: 'away', team: { id: '150', displayName: 'Duke Blue Devils' } },
            ],
            status: { type: { name: 'STATUS_SCHEDULED' } },
          },
        ],
      },
    ],
  },
}
