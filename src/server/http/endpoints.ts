import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { can, type Level } from '../../shared/access.ts'
import { type Api, type ApiName, api } from '../../shared/api.ts'
import '@fastify/cookie'
import {
  type BodyOf,
  bodyBytesAtMost,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '../../shared/endpoint.ts'
import { addressReader } from '../address.ts'
import type { Context } from '../context.ts'
import type { SentFile } from '../db/backup-file.ts'
import type { Database } from '../db/database.ts'
import { type Body, encodingFor, Shared, sendBody, textBody } from './answer.ts'
import { callsUnderWay, type UnderWay } from './calls-under-way.ts'
import { Refusal } from './refusal.ts'
import {
  bearerToken,
  cookieToken,
  type FindScript,
  type FindSession,
  type Freshness,
  isForeign,
  type Session,
  scriptToken,
} from './session.ts'
import { openUnderWayLimit } from './under-way-limit.ts'
import { acceptFiles, uploadedFile, uploadsAtMost } from './uploads.ts'
import { addressValidator, validator } from './validate.ts'
import { type Aside, openWorkTurns, type WorkTurns } from './work-turns.ts'
import { type FindUserLocked, lacksRole, type Write, writerOf } from './write.ts'

/** The session is never null where the access is not `public`. */
type SessionFor<L extends Level> = L extends 'public' ? Session : NonNullable<Session>

/** What handlers get. They write only by the `write` of their call, never by the context. */
export type ReadContext = Omit<Context, 'db'> & { db: Pick<Database, 'read' | 'version'> }

type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  /** A file is read by the handler, once it knows that it wants it. */
  body: E['body'] extends 'file' ? () => Promise<Uint8Array> : BodyOf<E>
  session: SessionFor<E['access']>
  /** The client's address, for rate limits. */
  address: string
  reply: FastifyReply
  /** Waits for something that is not done on this thread; another call gets the turn meanwhile. */
  aside: Aside
} & (E['method'] extends 'GET' ? unknown : { write: Write })

/** Answers one caller, or with what many share. */
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E> | Shared<ResponseOf<E>>>

/** Bytes that are sent from a file. */
type AnswerOf<E extends Endpoint> = E['response'] extends 'file' ? SentFile : ResponseOf<E>

/** All handlers in one untyped form, called after their input has been checked. */
type UntypedHandler = (call: {
  params: unknown
  query: unknown
  body: unknown
  session: Session
  address: string
  reply: FastifyReply
  aside: Aside
  write: Write
}) => Promise<unknown>

/** One handler for each call: a missing or extra one does not compile. */
export type Handlers<Names extends ApiName = ApiName> = { [N in Names]: Handler<Api[N]> }

declare module 'fastify' {
  interface FastifyRequest {
    session: Session
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const paramLengths = Object.values<Endpoint>(api).flatMap(({ params }) =>
  Object.values<{ maxLength?: number }>(params?.properties ?? {}).map((one) => one.maxLength ?? 0),
)

/** The longest value in a path; a character takes up to nine there: `%E4%B8%AD`. */
export const paramLengthAtMost = 9 * Math.max(...paramLengths)

/**
 * Every request runs through these steps in order: session, access, parse, turn, handler, filter.
 * Who has a role and what visitors read take no turn. No route is added in any other way.
 */
export function addEndpoints(
  app: FastifyInstance,
  ctx: Pick<Context, 'config' | 'db'>,
  findSession: FindSession,
  findScript: FindScript,
  findUserLocked: FindUserLocked,
  handlers: Handlers,
): void {
  app.decorateRequest('session', null)
  writeByFirstUse(app)

  async function admit(request: FastifyRequest, endpoint: Endpoint): Promise<void> {
    const script = scriptToken(request.headers.authorization)
    if (script !== undefined) return admitScript(request, endpoint, script)
    const freshness = freshnessOf(endpoint)
    request.session = await sessionOf(request, ctx, findSession, endpoint, freshness)
    if (can(request.session?.user ?? null, endpoint.access)) return
    // The person may have got the role only now: read the session again before refusing.
    if (freshness === 'recent') {
      request.session = await sessionOf(request, ctx, findSession, endpoint, 'current')
      if (can(request.session?.user ?? null, endpoint.access)) return
    }
    if (request.session === null) throw new Refusal('notSignedIn')
    throw lacksRole(endpoint)
  }
  /** A program may use only the calls that are open to scripts, whoever made its token. */
  async function admitScript(request: FastifyRequest, endpoint: Endpoint, token: string) {
    if (!endpoint.forScripts) throw new Refusal('notForScripts')
    request.session = await findScript(token)
    if (request.session === null) throw new Refusal('notSignedIn')
    if (!can(request.session.user, endpoint.access)) throw lacksRole(endpoint)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined) return done()
    admit(request, endpoint)
      .finally(() => request.tellSender?.(request.session?.user ?? null))
      .then(() => done(), done)
  })

  parseJsonWhereABodyIsAsked(app)

  const addressOf = addressReader(ctx.config.trustProxy)
  const inTurn = openWorkTurns()
  const underWay = callsUnderWay(app)
  const add = (scope: FastifyInstance, names: readonly ApiName[]) => {
    for (const name of names) {
      const endpoint: Endpoint = api[name]
      const writer = (session: Session) => writerOf(ctx.db, endpoint, session, findUserLocked)
      const handler = handlers[name] as UntypedHandler
      addEndpoint(scope, { endpoint, handler, writer, addressOf, inTurn, underWay })
    }
  }
  const names = Object.keys(api) as ApiName[]
  const ofFiles = names.filter((name) => api[name].body === 'file')
  const others = names.filter((name) => !ofFiles.includes(name))
  add(app, others)
  // Uploads have their own body parser.
  app.register(async (scope) => {
    await acceptFiles(scope, {
      ofRoles: openUnderWayLimit(uploadsAtMost.ofRoles, ctx.config),
      ofOthers: openUnderWayLimit(uploadsAtMost.ofOthers, ctx.config),
    })
    add(scope, ofFiles)
  })
}

const makeWriter = SerializerSelector()()
const writers = new WeakMap<object, ReturnType<typeof makeWriter>>()

/**
 * Compiles a call's serializer when it is first used, once for all servers of the process: to
 * compile all of them would take a large part of a start.
 */
function writeByFirstUse(app: FastifyInstance): void {
  app.setSerializerCompiler((route) => (answer) => {
    const write = writers.get(route.schema) ?? makeWriter({ httpStatus: '2xx', ...route })
    writers.set(route.schema, write)
    return write(answer)
  })
}

type Added = {
  endpoint: Endpoint
  handler: UntypedHandler
  writer: (session: Session) => Write
  addressOf: ReturnType<typeof addressReader>
  inTurn: WorkTurns
  underWay: UnderWay
}

function addEndpoint(
  app: FastifyInstance,
  { endpoint, handler, writer, addressOf, inTurn, underWay }: Added,
): void {
  const { method, path, params, query, body, response } = endpoint
  const isForVisitors =
    method === 'GET' && endpoint.access === 'public' && endpoint.isPersonal !== true
  app.route({
    // One route for both: one more for each HEAD would take a third of a server's start.
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    exposeHeadRoute: false,
    url: path,
    bodyLimit: bodyBytesAtMost(endpoint),
    config: { endpoint },
    schema: {
      ...(typeof response === 'string' ? {} : { response: { '2xx': response } }),
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === null || body === 'file' ? {} : { body }),
    },
    validatorCompiler: ({ schema, httpPart }) => {
      if (httpPart === 'body') return validator(schema as TSchema, endpoint.bodyRefusal)
      const code = httpPart === 'params' ? 'notFound' : 'badRequest'
      return addressValidator(schema as TObject, code)
    },
    handler: async (request, reply) => {
      const asker = { isGone: () => reply.raw.destroyed }
      // The client hung up, or a stop of the server cut the connection: the call is not begun.
      if (asker.isGone()) return reply.hijack()
      const { session } = request
      const address = addressOf(request.raw)
      const serialize = (value: unknown) => String(reply.serializeInput(value as never, '2xx'))
      const answer = async (aside: Aside): Promise<Body | SentFile> => {
        const given = await handler({
          params: params === undefined ? undefined : request.params,
          query: query === undefined ? undefined : request.query,
          body: body === 'file' ? () => uploadedFile(request) : request.body,
          session,
          address,
          reply,
          aside,
          write: writer(session),
        })
        if (response === 'file') return given as SentFile
        if (typeof response === 'string') {
          return textBody(String(given), `text/${response}; charset=utf-8`)
        }
        return (given instanceof Shared ? given : new Shared(given)).body(serialize)
      }
      const worker = session === null ? { address } : { netID: session.user.netID }
      // Line monitors and super users take no turn, so they never wait for people without a role.
      // Nor does what visitors read: it is made once for all who ask at the same time. For a person
      // who is signed in it may be made anew each time.
      const sent = await underWay(
        can(session?.user ?? null, 'lineMonitor') || (session === null && isForVisitors)
          ? answer((wait) => wait())
          : inTurn(worker, asker, answer),
      )
      if (sent === null) return reply.hijack()
      if ('stream' in sent) {
        reply.header('content-length', sent.bytes)
        return reply.type('application/octet-stream').send(sent.stream)
      }
      return sendBody(reply, sent, encodingFor(request, sent))
    },
  })
}

function freshnessOf({ method, provesSession }: Endpoint): Freshness {
  if (provesSession) return 'recent'
  return method === 'GET' ? 'cached' : 'current'
}

/**
 * A bearer header takes precedence over the cookie; a write with only a cookie must come from our
 * own pages.
 */
async function sessionOf(
  request: FastifyRequest,
  { config }: Pick<Context, 'config'>,
  findSession: FindSession,
  endpoint: Endpoint,
  freshness: Freshness,
): Promise<Session> {
  const { authorization } = request.headers
  if (/^Bearer\b/i.test(authorization ?? '')) {
    const bearer = bearerToken(authorization)
    return bearer === undefined ? null : findSession(bearer, freshness)
  }
  const cookie = cookieToken(request.headers.cookie)
  if (cookie === undefined) return null
  if (endpoint.method !== 'GET' && isForeign(request.headers, config.publicUrl)) {
    throw new Refusal('foreignOrigin')
  }
  return findSession(cookie, freshness)
}

/**
 * Parses JSON only where the call has a body; elsewhere the body is read and dropped, because some
 * clients send a JSON content type with an empty body.
 */
function parseJsonWhereABodyIsAsked(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^/, { parseAs: 'string' }, (request, text, done) => {
    const endpoint = request.routeOptions.config.endpoint
    if (endpoint === undefined || endpoint.body === null || text === '') return done(null, {})
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      return done(new Refusal('unsupportedType'))
    }
    void parseJson(request, text.toString(), done)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.routeOptions.config.endpoint?.body) request.body = {}
    done()
  })
}
