import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'
import { errorCode } from '../db/database.ts'

/** Where the log goes, a line of JSON each. */
export type LogStream = { write: (line: string) => void }

/**
 * The log tells what happened and never to whom: no address, no name, no header, no body, no
 * query. What came from outside is left out rather than looked through.
 */
export function logOptions(
  { logLevel }: Pick<Config, 'logLevel'>,
  stream?: LogStream,
): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level: logLevel,
    ...(stream === undefined ? {} : { stream }),
    hooks: {
      // Without words of ours the logger would take the error's own.
      logMethod(args: unknown[], write) {
        const words = args.length === 1 && typeof args[0] === 'object' ? ['it failed'] : []
        write.apply(this, [...args, ...words] as Parameters<typeof write>)
      },
    },
    serializers: {
      req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url ?? 'none' }),
      err: describeError,
    },
  }
}

/** Each answer names its request as the log does, so that one leads to the other. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

type DescribedError = {
  type: string
  message: string
  code?: string
  constraint?: string
  stack: string
  cause?: DescribedError
}

function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const constraint = 'constraint' in error ? error.constraint : undefined
  const code = errorCode(error)
  return {
    type: error.name,
    message: messageOf(error),
    ...(code === undefined ? {} : { code }),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: stackOf(error),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

/**
 * A message without the values it may quote: a query's parameters follow it; the engine's words on
 * bad (22…) or doubled (23…) data, and a parser's on bad text, repeat what was given.
 */
export function messageOf(error: Error): string {
  if (error instanceof SyntaxError) return 'a text could not be parsed'
  if ('params' in error && 'query' in error) return `Failed query: ${String(error.query)}`
  if (/^2[23]...$/.test('code' in error ? String(error.code) : '')) return 'the data was refused'
  return error.message
}

/** Where it happened; the message that stands above is left to `messageOf`. */
function stackOf({ stack = '', message }: Error): string {
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n')
}
