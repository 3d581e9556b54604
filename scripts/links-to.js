/**
 * The styles and scripts of one screen, after those of what it imports: so its styles win here as
 * they do where a link leads to it.
 * @param {Record<string, { file: string, css?: string[], imports?: string[] }>} manifest
 * @param {string} module
 */
export function linksTo(manifest, module) {
  // What every screen has stands in the template already.
  const seen = new Set(['index.html', ...(manifest['index.html']?.imports ?? [])])
  /** @type {{ file: string, css?: string[] }[]} */
  const chunks = []
  /** @param {string} key */
  const visit = (key) => {
    const chunk = manifest[key]
    if (chunk === undefined || seen.has(key)) return
    seen.add(key)
    for (const other of chunk.imports ?? []) visit(other)
    chunks.push(chunk)
  }
  visit(module)
  const styles = new Set(chunks.flatMap(({ css }) => css ?? []))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" href="/${file}">`),
  ].join('')
}
