/** At the root, because a worker's scope is its folder. */
export const serviceWorkerUrl = '/service-worker.js';
