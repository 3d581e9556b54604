import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port on which nothing listens, for a server that must know its address before it starts. Below
 * 32768, where the machine does not hand out ports of its own accord; from anywhere in between, so
 * that two who look at the same moment don't find the same one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_432, 32_768)
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
