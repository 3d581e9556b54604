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
  const given = process.env['CHROMIUM_PATH']
  if (given && existsSync(given)) return given
  return find(['chromium', 'chromium-browser', 'google-chrome'])
}

/**
 * As `findChromium`, without a browser's own windows, for which a page takes half the processor; null:
 * none. It shows no notifications.
 * @returns {string | null}
 */
export function findHeadlessShell() {
  // Whoever names a Chromium means that one.
  if (process.env['CHROMIUM_PATH']) return null
  return find(['chromium-headless-shell'])
}

/** @param {string[]} names */
function find(names) {
  const places = path().flatMap((folder) => names.map((name) => join(folder, name)))
  return places.find((file) => existsSync(file)) ?? null
}

function path() {
  return (process.env['PATH'] ?? '').split(':')
}
