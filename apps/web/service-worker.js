// Opens the page of an attorney without a network. The build writes the two constants (service-worker-plugin.ts).
// Of the API nothing is ever kept: what attorneys need of it offline the page keeps for the session (platform/api/offline-cache.ts).
const version = '__VERSION__';
const files = ['__FILES__'];

const assets = `assets-${version}`;
const pages = 'page';
const pageAddress = '/home/entries';
/** A network that is there but does not answer is none. */
const patienceMs = 4000;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
  else if (event.request.mode === 'navigate' && /^\/(?:home(?:\/|$)|logon$|$)/.test(pathname))
    event.respondWith(page(event));
});

async function install() {
  const cache = await caches.open(assets);
  await cache.addAll(files);
  await keepPage(await fetch(pageAddress, { headers: { accept: 'text/html' } }));
  await self.skipWaiting();
}

/** The files of the release before stay: a page of that release may still be open, and load a part of it later. */
async function activate() {
  const names = (await caches.keys()).filter(
    (name) => name.startsWith('assets-') && name !== assets,
  );
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Names of assets carry a hash of their content, so that a kept one is never old. */
async function asset(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(assets);
    await cache.put(request, response.clone());
  }
  return response;
}

/** From the network, so that a new release is seen at once; only without one the last page, with its own nonce in header and text. */
async function page(event) {
  const answer = fetch(event.request).then((response) => {
    event.waitUntil(keepPage(response.clone()));
    return response;
  });
  const kept = await caches.match(pageAddress, { ignoreVary: true });
  if (!kept) return answer;
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs, kept));
  return Promise.race([answer.catch(() => kept), patience]);
}

async function keepPage(response) {
  const isPage =
    response.ok &&
    !response.redirected &&
    (response.headers.get('content-type') ?? '').startsWith('text/html');
  if (!isPage) return;
  const cache = await caches.open(pages);
  await cache.put(pageAddress, response);
}
