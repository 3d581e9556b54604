import { call } from '../api/call.ts'
import { pushesKey, readStored, removeStored, writeStored } from '../api/storage.ts'

/** Can this browser show notifications, as it is opened now? */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Does this browser take this person's notifications? */
export function takesPushesOf(netID: string): boolean {
  return canPush() && Notification.permission === 'granted' && readStored(pushesKey) === netID
}

/** Asks the person, then the browser, then tells the server. Nothing where the person says no. */
export async function turnOn(netID: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  await subscribe()
  writeStored(pushesKey, netID)
}

/** The session may be another one than last time; without an answer it stays as it was. */
export async function renew(netID: string): Promise<void> {
  if (takesPushesOf(netID)) await subscribe().catch(() => {})
}

export async function turnOff(): Promise<void> {
  removeStored(pushesKey)
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  if (subscription === null) return
  const { endpoint } = subscription
  await subscription.unsubscribe()
  await call('unsubscribe', { endpoint })
}

async function subscribe(): Promise<void> {
  const { key } = await call('pushKey')
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription =
    (await sameKey(pushManager, key)) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call('subscribe', { endpoint: endpoint ?? '', keys: { p256dh, auth } })
}

/** The subscription that is there already; one made with another key is given up. */
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
