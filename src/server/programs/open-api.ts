import type { TObject, TSchema } from 'typebox'
import type { Level } from '../../shared/access.ts'
import { api } from '../../shared/api.ts'
import { capital } from '../../shared/capital.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { version } from '../version.ts'

const accessWords: Record<Level, string> = {
  public: 'For everyone.',
  signedIn: 'For whoever is signed in.',
  lineMonitor: 'For line monitors.',
  superUser: 'For super users.',
}

const anySession = [{ session: [] }, { cookie: [] }]

/** An OpenAPI 3.1 description of every call, generated from the contracts. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tent City',
      version,
      description:
        'Times are ISO 8601 in UTC where nothing else is said. A write by cookie must come from a page of this server; a bearer token is taken from anywhere.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: anySession,
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'What signing in answers with.' },
        script: { type: 'http', scheme: 'bearer', description: 'A token for a program.' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
      },
      responses: {
        refused: {
          description: 'Refused, or it could not be done. `error` is a sentence for people.',
          content: { 'application/json': { schema: refusal } },
        },
        refusedByMessage: {
          description: 'Refused, or it could not be done. `message` is `error` once more.',
          content: { 'application/json': { schema: refusalByMessage } },
        },
        refusedAsText: {
          description: 'Refused, in a sentence for people.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      },
    },
  }
}

const refusal = {
  type: 'object',
  required: ['error', 'code'],
  properties: { error: { type: 'string' }, code: { type: 'string' } },
}
const refusalByMessage = {
  type: 'object',
  required: [...refusal.required, 'message'],
  properties: { ...refusal.properties, message: { type: 'string' } },
}

function operation(name: string, endpoint: Endpoint): object {
  const { access, params, query, body, response, forScripts } = endpoint
  const { refusesByMessage, refusesAsText } = endpoint
  const parameters = [...parametersOf('path', params), ...parametersOf('query', query)]
  const asJson = refusesByMessage ? 'refusedByMessage' : 'refused'
  const refused = { $ref: `#/components/responses/${refusesAsText ? 'refusedAsText' : asJson}` }
  return {
    operationId: name,
    summary: `${inWords(name)}. ${accessWords[access]}`,
    ...(access === 'public' ? { security: [] } : {}),
    ...(forScripts ? { security: [...anySession, { script: [] }] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: { required: true, content: contentOfBody(body) } }),
    responses: {
      200: { description: 'Done.', content: contentOfResponse(response) },
      '4XX': refused,
      '5XX': refused,
    },
  }
}

/** `startCheck` becomes `Start check`. */
function inWords(name: string): string {
  return capital(name.replace(/[A-Z]+/g, (capitals) => ` ${capitals.toLowerCase()}`))
}

function parametersOf(where: 'path' | 'query', schema: TObject | undefined): object[] {
  const required: readonly string[] = schema?.required ?? []
  return Object.entries(schema?.properties ?? {}).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: value,
  }))
}

function contentOfBody(body: TSchema | 'file'): object {
  if (body !== 'file') return { 'application/json': { schema: body } }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const schema = { type: 'object', required: ['file'], properties: { file } }
  return { 'multipart/form-data': { schema } }
}

function contentOfResponse(response: Endpoint['response']): object {
  if (response === 'csv' || response === 'calendar') {
    return { [`text/${response}`]: { schema: { type: 'string' } } }
  }
  if (response === 'file') return { 'application/octet-stream': {} }
  return { 'application/json': { schema: response } }
}
