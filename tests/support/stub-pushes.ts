import { onTestFinished, vi } from 'vitest'

/** A browser that lets this site notify; `registered`: what registering a worker comes to. */
export function stubPushes(registered: () => Promise<object>, found?: object) {
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: async () => 'granted',
  })
  const never = new Promise<ServiceWorkerRegistration>(() => {})
  const serviceWorker = {
    ready: never,
    register: registered,
    getRegistration: async () => found,
  }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
}

export class StubWorker extends EventTarget {
  state: ServiceWorkerState
  constructor(state: ServiceWorkerState = 'installing') {
    super()
    this.state = state
  }
  become(state: ServiceWorkerState) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** Keeps one subscription, as a browser does. */
export function pushManager() {
  let kept: object | null = null
  const subscription = {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      kept = null
    },
  }
  return {
    getSubscription: async () => kept,
    subscribe: async () => {
      kept = subscription
      return subscription
    },
  }
}
