/// <reference lib="webworker" />

// Lets the app's frame open without a network. It never caches the server's answers: what a page
// shows of a check offline comes from the page's own memory, under a bar that says so.

/** Set by the build: every file that a screen needs, and a name that changes with them. */
declare const BUILD: { name: string; files: string[] }

const worker = self as unknown as ServiceWorkerGlobalScope
const frame = '/app.html'
const navigationTimeoutMs = 4000
/** The previous build's files are kept for pages that are still open. */
const buildsKept = 2
const prefix = 'tent-city '
const build = prefix + BUILD.name
/** Paths of the server, which are no screens. */
const noScreen = /^\/(api|auth|uploads|healthz|readyz|metrics)(\/|$)/

worker.addEventListener('install', (event) => {
  const fill = async () => {
    const isNew = !(await caches.has(build))
    try {
      await (await caches.open(build)).addAll([frame, ...BUILD.files])
    } catch (error) {
      // An empty one would take the place of a build that open pages still need.
      if (isNew) await caches.delete(build)
      throw error
    }
    await worker.skipWaiting()
  }
  event.waitUntil(fill())
})

worker.addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
    await Promise.all(names.slice(0, -buildsKept).map((name) => caches.delete(name)))
    await worker.clients.claim()
  }
  event.waitUntil(tidy())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  const isScreen = request.mode === 'navigate' && !noScreen.test(url.pathname)
  if (isScreen) event.respondWith(page(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

/** A push from the server: its texts, and where a tap leads. */
type Pushed = { title: string; body: string; url: string; tag: string }

// Every push must be shown: browsers revoke the permission otherwise.
worker.addEventListener('push', (event) => {
  const { title, body, url, tag } = pushedIn(event.data)
  const shown = { body, tag, data: { url }, icon: '/icon-192.png' }
  event.waitUntil(worker.registration.showNotification(title, shown))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data as Pick<Pushed, 'url'>
  event.waitUntil(open(new URL(url, worker.location.origin)))
})

function pushedIn(data: PushMessageData | null): Pushed {
  try {
    const { title, body, url, tag }: Partial<Pushed> = data?.json() ?? {}
    return { title: title ?? 'Tent City', body: body ?? '', url: url ?? '/', tag: tag ?? '' }
  } catch {
    return { title: 'Tent City', body: '', url: '/', tag: '' }
  }
}

/**
 * In the window that shows it, which then isn't loaded again; else in any open one, else in a new
 * one. Only addresses of this site.
 */
async function open({ origin, href }: URL): Promise<void> {
  const target = origin === worker.location.origin ? href : worker.location.origin
  const pages = await worker.clients.matchAll({ type: 'window' })
  const there = pages.find(({ url }) => withoutPart(url) === withoutPart(target))
  const [other] = pages
  if (there !== undefined) await there.focus()
  else if (other !== undefined) await (await other.navigate(target))?.focus()
  else await worker.clients.openWindow(target)
}

/** An address without the part of its page that it names. */
function withoutPart(address: string): string {
  return address.replace(/#.*/, '')
}

/** The page from the network; if that fails or hangs, the frame. */
async function page(request: Request): Promise<Response> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, navigationTimeoutMs))
  const network = fetch(request).catch(() => undefined)
  const answer = await Promise.race([network, timeout])
  if (answer !== undefined && !isOfGateway(answer)) return answer
  // Only this build's cache: older ones contain a frame, too.
  const kept = await caches.match(frame, { cacheName: build })
  return kept ?? (await network) ?? Response.error()
}

/** Answers of a proxy in place of the server, perhaps while it restarts. */
function isOfGateway({ status }: Response): boolean {
  return status >= 502
}

/** A file with a hash in its name never changes. */
async function asset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}
