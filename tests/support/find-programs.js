import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder with PostgreSQL's own programs, the newest if there are several; null: none.
 * @returns {string | null}
 */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...path()]
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/**
 * A Chromium to drive; null: none.
 * @returns {string | null}
 */
export function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const given = process.env['CHROMIUM_PATH']
  const places = path().flatMap((folder) => names.map((name) => join(folder, name)))
  return [...(given ? [given] : []), ...places].find((file) => existsSync(file)) ?? null
}

function path() {
  return (process.env['PATH'] ?? '').split(':')
}
