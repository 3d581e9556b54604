import { expect, it } from 'vitest'
import { NetworkError } from '../../api/call.ts'
import { ownSession } from './own-session.ts'

const owners: Record<string, string> = { lenas: 'lena', lenasNext: 'lena', alexs: 'alex' }

function browser() {
  const there = { token: null as string | null, network: true, asked: 0 }
  const give = ownSession({
    netID: 'lena',
    currentToken: () => there.token,
    ownerOf: async (token) => {
      there.asked += 1
      if (!there.network) throw new NetworkError('The server could not be reached.')
      return owners[token] ?? ''
    },
  })
  return { there, give }
}

it.each<[what: string, tokens: (string | null)[], given: string]>([
  ['the token in the browser', ['lenas'], 'lenas'],
  ['the new one after a sign-in elsewhere', ['lenas', null, 'lenasNext'], 'lenasNext'],
  ['the last of one’s own while someone else is signed in', ['lenas', 'alexs'], 'lenas'],
  ['the last of one’s own while nobody is', ['lenas', null], 'lenas'],
  ['one’s own again after someone else’s', ['lenas', 'alexs', 'lenasNext'], 'lenasNext'],
])('marks go out with %s', async (_, tokens, given) => {
  const { there, give } = browser()
  let last = ''
  for (const token of tokens) {
    there.token = token
    last = await give()
  }
  expect(last).toBe(given)
})

it.each([[null], ['alexs']])('with the token %s, marks wait for a sign-in', async (token) => {
  const { there, give } = browser()
  there.token = token
  await expect(give()).rejects.toMatchObject({ status: 401 })
})

it('the server is asked once for a token, and again only where no answer came', async () => {
  const { there, give } = browser()
  there.token = 'lenas'
  there.network = false
  await expect(give()).rejects.toBeInstanceOf(NetworkError)
  there.network = true
  for (let sent = 0; sent < 3; sent += 1) expect(await give()).toBe('lenas')
  expect(there.asked).toBe(2)
})
