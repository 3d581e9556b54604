/**
 * Registers the service worker, or finds it registered; fails where that is not possible: without
 * https, except on this machine, and while one develops.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/service-worker.js')
}
