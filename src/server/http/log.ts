import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'
import { errorCode } from '../db/database.ts'
import { type LogStream, logOutput } from './log-output.ts'

/**
 * The log says what happened and never to whom: no addresses, names, headers, bodies or queries.
 * Data from outside is left out, not filtered.
 */
export function logOptions(
  { logLevel }: Pick<Config, 'logLevel'>,
  stream: LogStream = logOutput(1),
): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level: logLevel,
    stream,
    hooks: {
      // Without a message of ours, the logger would use the error's.
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

/** Each answer carries its request's id from the log, so that one can be found by the other. */
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
 * An error's message without values that it may quote: query parameters follow the query, and
 * messages about invalid (22…) or duplicate (23…) data, or from a parser, repeat the input.
 */
export function messageOf(error: Error): string {
  if (error instanceof SyntaxError) return 'a text could not be parsed'
  if ('params' in error && 'query' in error) return `Failed query: ${String(error.query)}`
  if (/^2[23]...$/.test('code' in error ? String(error.code) : '')) return 'the data was refused'
  return error.message
}

/** The stack's lines; the message above them comes from `messageOf`. */
function stackOf({ stack = '', message }: Error): string {
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n')
}
