/** Where the build puts the worker that keeps the page; the scope of a worker is its folder, hence the root. */
export const serviceWorkerUrl = '/service-worker.js';
