import type { ServerProcess } from './server-process.ts'

/** Calls a server process as a browser does, with somebody's token. */
export async function get<T>(
  server: Pick<ServerProcess, 'url'>,
  token: string,
  path: string,
): Promise<T> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${server.url}/api/${path}`, { headers })).json()
}

export function post(
  server: Pick<ServerProcess, 'url'>,
  token: string,
  path: string,
  body: object,
  method = 'POST',
): Promise<Response> {
  return fetch(`${server.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Gives the token. */
export async function signInTo(
  server: Pick<ServerProcess, 'url'>,
  account: { netID: string; password: string },
): Promise<string> {
  const answer = await post(server, '', 'profile/login', account)
  return (await answer.json()).token
}

/** Registers the first super user by the link that an empty database prints; gives the token. */
export async function registerFirst(server: Pick<ServerProcess, 'url' | 'lines'>): Promise<string> {
  const setupToken = /#setup=(\S+)$/m.exec(server.lines.join('\n'))?.[1]
  const account = { netID: 'boss', password: 'correct horse battery' }
  const person = { firstName: 'Robin', lastName: 'Test', email: 'boss@example.edu' }
  await post(server, '', 'profile/register', { ...account, ...person, setupToken })
  return signInTo(server, account)
}

/** A command with an id of its own: sent again, also after its check, it gets its first answer. */
export function isAnsweredAgain(path: string): boolean {
  return /^tent-checks|corrections$/.test(path)
}
