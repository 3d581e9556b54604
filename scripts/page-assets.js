/**
 * The scripts and styles that a built page names, as addresses, each once: what its screen loads at
 * first. Some stand in attributes of our own (`data-app`, `data-parts`), several in one.
 * @param {string} html
 */
export function assetsOf(html) {
  const named = html.matchAll(/["\s](\/assets\/[^"\s]+\.(?:js|css))(?=["\s])/g)
  return [...new Set(Array.from(named, ([, asset = '']) => asset))]
}
