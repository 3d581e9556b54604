import { startApp, type TestApp } from './app.ts'

/** A server whose clock stands until a test moves it. */
export type ServerAt = TestApp & {
  now: () => Date
  /** Lets so many milliseconds pass. */
  pass: (ms: number) => void
  goTo: (moment: Date | string) => void
}

export async function startServerAt(moment: string): Promise<ServerAt> {
  let clock = new Date(moment)
  const server = await startApp({}, () => clock)
  return {
    ...server,
    now: () => clock,
    pass: (ms) => {
      clock = new Date(clock.getTime() + ms)
    },
    goTo: (to) => {
      clock = new Date(to)
    },
  }
}
