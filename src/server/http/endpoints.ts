import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { can, type Level } from '../../shared/access.ts'
import { type Api, type ApiName, api } from '../../shared/api.ts'
import '@fastify/cookie'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { addressReader } from '../address.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { encodingFor, Shared, sendBody, textBody } from './answer.ts'
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
import { acceptFiles, uploadedFile } from './uploads.ts'
import { addressValidator, validator } from './validate.ts'
import { type FindUserLocked, lacksRole, type Write, writerOf } from './write.ts'

/** A session is certain wherever more than `public` is asked for. */
type SessionFor<L extends Level> = L extends 'public' ? Session : NonNullable<Session>

/** What handlers are given: they read by it, and write by the `write` of their call alone. */
export type ReadContext = Omit<Context, 'db'> & { db: Pick<Database, 'read' | 'version'> }

type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  session: SessionFor<E['access']>
  /** The address that asks, for limits. */
  address: string
  reply: FastifyReply
} & (E['method'] extends 'GET' ? unknown : { write: Write })

/** Answers one caller, or with what many share. */
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ResponseOf<E> | Shared<ResponseOf<E>>>

/** What all handlers have in common once their call is checked. */
type UntypedHandler = (call: {
  params: unknown
  query: unknown
  body: unknown
  session: Session
  address: string
  reply: FastifyReply
  write: Write
}) => Promise<unknown>

/** One handler for each call: a missing or an extra one does not compile. */
export type Handlers<Names extends ApiName = ApiName> = { [N in Names]: Handler<Api[N]> }

declare module 'fastify' {
  interface FastifyRequest {
    session: Session
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/**
 * The life of every request, in this order: session, access, parse, handler, filter.
 * No route is added in any other way.
 */
export function addEndpoints(
  app: FastifyInstance,
  ctx: Context,
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
    // Nobody is refused for what they were a moment ago.
    if (freshness === 'recent') {
      request.session = await sessionOf(request, ctx, findSession, endpoint, 'now')
      if (can(request.session?.user ?? null, endpoint.access)) return
    }
    if (request.session === null) throw new Refusal('notSignedIn')
    throw lacksRole(endpoint)
  }
  /** A program stands nowhere but where it is expected, whoever made its token. */
  async function admitScript(request: FastifyRequest, endpoint: Endpoint, token: string) {
    if (!endpoint.forScripts) throw new Refusal('notForScripts')
    request.session = await findScript(token)
    if (request.session === null) throw new Refusal('notSignedIn')
    if (!can(request.session.user, endpoint.access)) throw lacksRole(endpoint)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined) done()
    else admit(request, endpoint).then(() => done(), done)
  })

  parseJsonWhereABodyIsAsked(app)

  const addressOf = addressReader(ctx.config.trustProxy)
  const add = (scope: FastifyInstance, takesFiles: boolean) => {
    for (const name of Object.keys(api) as ApiName[]) {
      const endpoint: Endpoint = api[name]
      if ((endpoint.body === 'file') !== takesFiles) continue
      const handler = handlers[name] as UntypedHandler
      const writer = (session: Session) => writerOf(ctx.db, endpoint, session, findUserLocked)
      addEndpoint(scope, endpoint, handler, writer, addressOf)
    }
  }
  add(app, false)
  // Uploads parse their body and say their errors in a way of their own.
  app.register(async (scope) => {
    await acceptFiles(scope)
    add(scope, true)
  })
}

const makeWriter = SerializerSelector()()
const writers = new WeakMap<object, ReturnType<typeof makeWriter>>()

/**
 * What writes an answer is made when it first does, and once for all servers of this process: to
 * make all takes a good part of a start.
 */
function writeByFirstUse(app: FastifyInstance): void {
  app.setSerializerCompiler((route) => (answer) => {
    const write = writers.get(route.schema) ?? makeWriter({ httpStatus: '2xx', ...route })
    writers.set(route.schema, write)
    return write(answer)
  })
}

function addEndpoint(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: UntypedHandler,
  writer: (session: Session) => Write,
  addressOf: ReturnType<typeof addressReader>,
): void {
  const { method, path, params, query, body, response } = endpoint
  app.route({
    method,
    url: path,
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
      const answer = await handler({
        params: params === undefined ? undefined : request.params,
        query: query === undefined ? undefined : request.query,
        body: body === 'file' ? await uploadedFile(request) : request.body,
        session: request.session,
        address: addressOf(request.raw),
        reply,
        write: writer(request.session),
      })
      if (answer instanceof Uint8Array) {
        return reply.type('application/octet-stream').send(Buffer.from(answer))
      }
      const serialize = (value: unknown) => String(reply.serializeInput(value as never, '2xx'))
      const shared = answer instanceof Shared ? answer : new Shared(answer)
      const sent =
        typeof response === 'string'
          ? textBody(String(answer), `text/${response}; charset=utf-8`)
          : shared.body(serialize)
      return sendBody(reply, sent, encodingFor(request, sent))
    },
  })
}

function freshnessOf({ method, provesSession }: Endpoint): Freshness {
  if (provesSession) return 'recent'
  return method === 'GET' ? 'cached' : 'now'
}

/** A bearer header wins over the cookie; a write by cookie alone must come from our own pages. */
async function sessionOf(
  request: FastifyRequest,
  ctx: Context,
  findSession: FindSession,
  endpoint: Endpoint,
  freshness: Freshness,
): Promise<Session> {
  const bearer = bearerToken(request.headers.authorization)
  const session = bearer === undefined ? null : await findSession(bearer, freshness)
  if (session !== null) return session
  const cookie = cookieToken(request.headers.cookie)
  if (cookie === undefined || request.headers.authorization !== undefined) return null
  if (endpoint.method !== 'GET' && isForeign(request.headers, ctx.config.publicUrl)) {
    throw new Refusal('foreignOrigin')
  }
  return findSession(cookie, freshness)
}

/**
 * JSON is parsed only where the call takes a body; elsewhere whatever is sent is read and
 * dropped, because some clients send a JSON content type with nothing in it.
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
