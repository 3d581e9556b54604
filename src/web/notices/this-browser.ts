import { call } from '../api/call.ts'
import { registerWorker } from '../api/register-worker.ts'
import { pushesKey, readStored, removeStored, writeStored } from '../api/storage.ts'

/** Can this browser show notifications, in this window? */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Does this browser show this person's notifications? */
export function takesPushesOf(netID: string): boolean {
  return canPush() && Notification.permission === 'granted' && readStored(pushesKey) === netID
}

/**
 * Asks the person for permission, subscribes, and tells the server. Does nothing if they refuse.
 */
export async function turnOn(netID: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  await subscribe()
  writeStored(pushesKey, netID)
}

/** Registers the subscription for the present session, if this browser shows this person's. */
export async function renew(netID: string): Promise<void> {
  if (takesPushesOf(netID)) await subscribe()
}

/** If it fails, it is off here all the same; the server does not know of it. */
export async function turnOff(): Promise<void> {
  removeStored(pushesKey)
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  await subscription.unsubscribe()
  await call('unsubscribe', { endpoint })
}

/** Takes away the notifications that this browser still shows. */
export async function closeShown(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}

/** Waits for an active service worker, as only that can subscribe; fails if none activates. */
async function findPushManager(): Promise<PushManager> {
  const { active, waiting, installing, pushManager } = await registerWorker()
  await activated(active ?? waiting ?? installing)
  return pushManager
}

// Not `serviceWorker.ready`, which waits for ever where the worker fails to install.
function activated(worker: ServiceWorker | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker?.state === 'activated') resolve()
      if (worker === null || worker.state === 'redundant') {
        reject(new Error('The service worker could not be installed.'))
      }
    }
    worker?.addEventListener('statechange', look)
    look()
  })
}

async function subscribe(): Promise<void> {
  const { key } = await call('pushKey')
  const pushManager = await findPushManager()
  const subscription =
    (await sameKey(pushManager, key)) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call('subscribe', { endpoint: endpoint ?? '', keys: { p256dh, auth } })
}

/** The existing subscription; one with another key is removed. */
async function sameKey(pushManager: PushManager, key: string): Promise<PushSubscription | null> {
  const subscription = await pushManager.getSubscription()
  const made = subscription?.options.applicationServerKey ?? null
  if (subscription === null || made === null) return subscription
  const text = btoa(String.fromCharCode(...new Uint8Array(made)))
  const isSame = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key
  if (isSame) return subscription
  await subscription.unsubscribe()
  return null
}
