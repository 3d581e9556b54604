import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { api } from '../../shared/api.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

type Described = {
  openapi: string
  paths: Record<
    string,
    Record<string, { operationId: string; security?: object[]; responses: Record<string, object> }>
  >
}
const ask = async (): Promise<Described> => (await fetch(`${server.url}/api/openapi.json`)).json()

describe('the description for other programs', () => {
  it('is OpenAPI 3.1, with nothing that its linter would change', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // `/api/checks/statistics` is no check: the router knows fixed words before values.
      rules: { 'no-ambiguous-paths': 'off' },
    })
    const problems = await lintFromString({ source: JSON.stringify(await ask()), config })
    expect(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    ).toEqual([])
  })

  it('names every call once, and which of them need no session', async () => {
    const { openapi, paths } = await ask()
    expect(openapi).toBe('3.1.0')
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(api).sort())
    expect(paths['/api/checks/{id}/results.csv']?.['get']).toMatchObject({
      parameters: [{ name: 'id', in: 'path', required: true }],
      responses: { 200: { content: { 'text/csv': {} } } },
    })
    const refused = (path: string) => paths[path]?.['post']?.responses['4XX']
    expect(refused('/api/profile/logout')).toEqual({
      $ref: '#/components/responses/refusedByMessage',
    })
    const plain = { $ref: '#/components/responses/refused' }
    expect(refused('/api/profile/login')).toEqual(plain)
    expect(refused('/api/tents/{tentId}/shifts/read-availability')).toEqual(plain)
    expect(refused('/api/files/policy')).toEqual({ $ref: '#/components/responses/refusedAsText' })
    const open = operations.filter(({ security }) => security?.length === 0)
    expect(open.map(({ operationId }) => operationId)).toContain('checkStatus')
    expect(open.map(({ operationId }) => operationId)).not.toContain('listChecks')
  })
})
