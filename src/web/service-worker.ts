/// <reference lib="webworker" />

// Lets the frame open without a network. Answers of the server are never kept here: what a page
// shows of the check without one comes from the page's own memory, under a bar that says so.

/** Put in by the build: everything that a screen needs, and a name that changes with it. */
declare const BUILD: { name: string; files: string[] }

const worker = self as unknown as ServiceWorkerGlobalScope
const frame = '/app.html'
const navigationTimeoutMs = 4000
/** The files of the build before stay for pages that are still open. */
const buildsKept = 2
const prefix = 'tent-city '
const build = prefix + BUILD.name
/** What the server answers itself: none of it is a screen. */
const noScreen = /^\/(api|auth|uploads|healthz|readyz|metrics)(\/|$)/

worker.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(build)
    await cache.addAll([frame, ...BUILD.files])
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

/** What the server pushes: words, and where a tap leads. */
type Pushed = { title: string; body: string; url: string; tag: string }

// Every push is shown: browsers take the right to push from whoever keeps one to themselves.
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

/** In a window that is there already, else in a new one. Nothing outside of this site is opened. */
async function open({ origin, href }: URL): Promise<void> {
  const target = origin === worker.location.origin ? href : worker.location.origin
  const [page] = await worker.clients.matchAll({ type: 'window' })
  if (page === undefined) await worker.clients.openWindow(target)
  else await (await page.navigate(target))?.focus()
}

/** The network's page; without one, or when it hangs, the frame. */
async function page(request: Request): Promise<Response> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, navigationTimeoutMs))
  const network = fetch(request).catch(() => undefined)
  const answer = await Promise.race([network, timeout])
  if (answer !== undefined && !isOfGateway(answer)) return answer
  // The builds before have a frame, too, and would be asked first.
  const kept = await caches.match(frame, { cacheName: build })
  return kept ?? (await network) ?? Response.error()
}

/** Said in place of a server that is not there, while it restarts perhaps. */
function isOfGateway({ status }: Response): boolean {
  return status >= 502
}

/** Assets never change under their name. */
async function asset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}
