import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, startApp, type TestApp } from '../../../tests/support/app.ts'
import { sendExactly } from '../../../tests/support/exact-request.ts'
import { until } from '../../../tests/support/until.ts'

const lines: Record<string, unknown>[] = []
let text = ''
let server: TestApp

beforeAll(async () => {
  const logStream = {
    write(line: string) {
      text += line
      lines.push(JSON.parse(line))
    },
  }
  server = await startApp({ LOG_LEVEL: 'debug', TRUST_PROXY: '1' }, undefined, logStream)
})
afterAll(() => server.close())

/** The lines about one request, once it is said to be over. */
async function linesOf(answer: { headers: Headers }) {
  const reqId = answer.headers.get('x-request-id')
  const about = () => lines.filter((line) => line['reqId'] === reqId)
  await expect.poll(() => about().at(-1)?.['msg']).toBe('request completed')
  return about()
}

const private1 = {
  netID: 'al21secret',
  password: 'gloves at 2 am',
  email: 'ann@private.example',
  firstName: 'Annabel',
  lastName: 'Leeward',
}
const address = '203.0.113.77'

describe('the log', () => {
  it('names each request by an id that the answer carries, and never takes one from outside', async () => {
    const answer = await server.ask('/api/check-status?token=abc', {
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    const [incoming, completed] = await linesOf(answer)
    expect(incoming).toMatchObject({ req: { method: 'GET', route: '/api/check-status' } })
    expect(completed).toMatchObject({ res: { statusCode: 200 }, responseTime: expect.any(Number) })
    const missing = await server.ask('/api/nothing')
    expect(missing.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-/)
    expect(await linesOf(missing)).toMatchObject([{ req: { method: 'GET', route: 'none' } }, {}])
  })

  it('says nothing of who asks, or what they send, when they register and sign in or fail to', async () => {
    const headers = { 'x-forwarded-for': address, 'user-agent': 'a-phone-of-ann' }
    const register = { body: private1, headers }
    expect((await server.ask('/api/profile/register', register)).status).toBe(200)
    expect((await server.ask('/api/profile/register', register)).status).toBe(409)
    const { netID } = private1
    const good = await server.ask('/api/profile/login', {
      body: { netID, password: private1.password },
      headers,
    })
    expect(good.status).toBe(200)
    const token = String(good.body['token'])
    expect(token).toHaveLength(43)
    const wrong = { netID, password: 'wrong-password-of-ann' }
    const refused = await server.ask('/api/profile/login', { body: wrong, headers })
    expect(refused.status).toBe(401)
    const torn = await server.ask('/api/profile/login', { body: '{"netID":"al21secret"', headers })
    expect(torn.status).toBe(400)
    const me = await server.ask(`/api/profile/me?token=${token}`, {
      token,
      headers: { ...headers, cookie: `token=${token}` },
    })
    expect(me.status).toBe(200)
    for (const answer of [good, refused, torn, me]) await linesOf(answer)

    for (const secret of [...Object.values(private1), wrong.password, token, 'a-phone']) {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toContain(address)
    expect(text).not.toMatch(/remoteAddress|authorization|cookie|"headers"|\?token/i)
    expect(text).not.toContain('$argon2')
  })

  it('never holds the Airtable key, whatever becomes of it', async () => {
    const token = await server.signIn('head1', { isSuperUser: true })
    const airtableApiKey = 'patAbcdefghijkl.1234567890'
    const ids = { airtableBaseId: 'appA1', airtableTableId: 'tblB2', airtableApiKey }
    const put = (body: object) => server.ask('/api/airtable-config', { token, method: 'PUT', body })
    // Kept, though nobody answers at Airtable; refused by its form; refused beside another field.
    const answers = [
      await put(ids),
      await put({ ...ids, airtableApiKey: [airtableApiKey] }),
      await put({ ...ids, airtableBaseId: 7 }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400])
    for (const answer of answers) await linesOf(answer)
    expect(text).not.toContain(airtableApiKey)
    expect(text).not.toContain('patAbc')
  })

  it('calls it no failure that somebody hung up in the middle of what they sent', async () => {
    const from = lines.length
    const body = Buffer.from(JSON.stringify(private1))
    const headers = { 'content-type': 'application/json' }
    const torn = { method: 'POST', path: '/api/profile/login', headers, body, hangsUpAfter: 9 }
    expect((await sendExactly(server.url, torn, 5000)).status).toBe(0)
    const last = await until(() => lines.slice(from + 1).at(-1))
    expect(last).toMatchObject({ level: 30, msg: 'hung up' })
  })

  it('tells of a failure what the query was and where it broke, without the values', async () => {
    const token = await server.signIn('worker1')
    await server.db.close()
    const answer = await server.ask('/api/profile/login', {
      body: { netID: private1.netID, password },
      token,
    })
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(JSON.stringify(answer.body)).not.toMatch(/select|stack|password/i)
    const failed = (await linesOf(answer)).find((line) => line['msg'] === 'request failed')
    expect(failed).toMatchObject({
      level: 50,
      err: {
        type: expect.any(String),
        message: expect.any(String),
        stack: expect.stringContaining('    at '),
      },
    })
    expect(text).not.toContain(private1.netID)
    expect(text).not.toContain('worker1')
    expect(text).not.toContain(token)
  })
})

describe('an error in the log', () => {
  it.each([
    ['a query that failed', { query: 'select $1', params: ['al21'] }, 'Failed query: select $1'],
    ['data that is refused', { code: '22P02' }, 'the data was refused'],
    [
      'data that is doubled',
      { code: '23505', detail: 'Key (net_id)=(al21)', constraint: 'users_pkey' },
      'the data was refused',
    ],
    ['a lock that is lost', { code: '55P03' }, 'said of al21\n    at al21'],
  ])('is told without what was given: %s', (_name, fields, message) => {
    const error = Object.assign(new Error('said of al21\n    at al21'), fields)
    const from = text.length
    server.app.log.error({ err: new Error('outer', { cause: error }) }, 'tried')
    const { err } = JSON.parse(text.slice(from))
    expect(err.cause.message).toBe(message)
    expect(err.cause.stack).not.toContain('al21')
    if (!message.includes('al21')) expect(text.slice(from)).not.toContain('al21')
    if ('constraint' in fields) expect(err.cause.constraint).toBe('users_pkey')
  })

  it('of a parser does not repeat the text', () => {
    const from = text.length
    try {
      JSON.parse('{"netID": al21}')
    } catch (error) {
      server.app.log.error(error)
    }
    expect(text.slice(from)).toContain('could not be parsed')
    expect(text.slice(from)).not.toContain('al21')
  })
})
