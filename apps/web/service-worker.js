// Draws the frame of a returning user's page from the device while the data comes, opens the public pages from it, and the page of an attorney without a network.
// The build writes the three constants (service-worker-plugin.ts). Of the API nothing is ever kept: what attorneys need of it offline the page keeps for the session (platform/api/offline-cache.ts).
const version = '__VERSION__';
/** Start and frame, for everybody: at the installation the browser has just loaded the frame. */
const frameFiles = ['__FRAME_FILES__'];
/** The rest of an attorney's page, once such a page has asked for it (platform/browser/offline-page.ts). */
const offlineFiles = ['__OFFLINE_FILES__'];

const assets = `assets-${version}`;
const pages = 'shell';
/** Its preloads are those of the frame. */
const pageAddress = '/home';
/** A cache without content: the offline files of this device are complete, and a new release keeps them too. */
const offlineMark = 'offline';

self.addEventListener('install', (event) => {
  // The browser alone sends what goes to the API: a request that leaves with its page would wait for this worker, and be lost.
  event.addRoutes?.({ condition: { urlPattern: '/core/api/*' }, source: 'network' });
  event.waitUntil(install());
});
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (event.data === 'keep offline files') event.waitUntil(keepOfflineFiles());
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showCalls());
});
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (
    event.request.method === 'POST' &&
    origin === self.location.origin &&
    pathname === '/home/shared'
  ) {
    const kept = keepShared(event.request);
    event.respondWith(kept);
    event.waitUntil(kept.then(deleteSharedInTime));
  }
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
  else if (
    event.request.mode === 'navigate' &&
    /^\/(?:home(?:\/|$)|(?:logon|guide|api)?$)/.test(pathname)
  )
    event.respondWith(page(event));
});

/** The page that told of a call (call-records/open-calls/call-notices.tsx). */
async function showCalls() {
  const address = '/home/entries/calls';
  const windows = await self.clients.matchAll({ type: 'window' });
  const open = windows.find(({ url }) => new URL(url).pathname === address);
  await (open ? open.focus() : self.clients.openWindow(address));
}

/** What another app shares (manifest.webmanifest) stays on the device until the page takes it (entries/capture/shared-text.ts). */
async function keepShared(request) {
  const form = await request.formData();
  const file = form.get('file');
  if (file instanceof File && file.size > 0) {
    await keepSharedAs('/shared-file', file, { 'x-shared-name': encodeURIComponent(file.name) });
    return Response.redirect('/home/entries/phone-calls?new=shared', 303);
  }
  const texts = ['title', 'text', 'url']
    .map((name) => form.get(name))
    .filter((text) => typeof text === 'string' && text !== '');
  await keepSharedAs('/shared-text', texts.join('\n'), {});
  return Response.redirect('/home/entries?new=shared', 303);
}

async function keepSharedAs(address, content, headers) {
  const cache = await caches.open('shared');
  await cache.put(
    address,
    new Response(content, { headers: { ...headers, 'x-shared-at': String(Date.now()) } }),
  );
}

/** A page takes it within this time (ms), or it goes: the log of a phone has private calls too. Browsers stop a worker after some five minutes. */
const sharedMs = 4 * 60_000;

/** If the browser stops the worker before, the next visit deletes it. */
async function deleteSharedInTime() {
  await new Promise((resolve) => setTimeout(resolve, sharedMs));
  await deleteOldShared();
}

async function deleteOldShared() {
  const cache = await caches.open('shared');
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    const isOld = Date.now() - Number(kept?.headers.get('x-shared-at')) >= sharedMs;
    if (isOld) await cache.delete(request);
  }
}

/** The page only after its files: a kept page never lacks one. */
async function install() {
  const cache = await caches.open(assets);
  await cache.addAll(frameFiles);
  if (await caches.has(offlineMark)) await cache.addAll(offlineFiles);
  const shell = await fetchPage();
  if (!frameFiles.includes(programOf(await shell.clone().text())))
    throw new Error('The page is of another release.');
  await keepPage(shell);
  await self.skipWaiting();
}

async function keepOfflineFiles() {
  const cache = await caches.open(assets);
  const isThere = await Promise.all(offlineFiles.map((file) => cache.match(file)));
  await cache.addAll(offlineFiles.filter((_, index) => !isThere[index]));
  await caches.open(offlineMark);
}

/** The files of the release before stay: a page of that release may still be open, and load a part of it later. */
async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('assets-') && name !== assets).slice(0, -1);
  // The page of releases before this worker kept one for all roles.
  await Promise.all([...old, 'page'].map((name) => caches.delete(name)));
  await deleteOldShared();
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

/** The kept page at once; the server's is compared with it for the next visit. */
async function page(event) {
  event.waitUntil(deleteOldShared());
  const kept = await caches.match(pageAddress, { ignoreVary: true });
  if (!kept) return fetch(event.request);
  event.waitUntil(renew(kept.clone()).catch(() => undefined));
  return kept;
}

/** Keeps a page with the same files, whose headers may have changed; a new release comes with its own worker. */
async function renew(kept) {
  const fresh = await fetchPage();
  const [before, after] = await Promise.all([kept.text(), fresh.clone().text()]);
  if (programOf(before) === programOf(after)) await keepPage(fresh);
  else await self.registration.update();
}

/** Also sets the cookie against forged requests, if the browser has it no more. */
async function fetchPage() {
  const response = await fetch(pageAddress, { headers: { accept: 'text/html' } });
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || response.redirected || !type.startsWith('text/html'))
    throw new Error('No page came.');
  return response;
}

function programOf(html) {
  return /<script [^>]*src="([^"]+)"/.exec(html)?.[1];
}

async function keepPage(response) {
  const cache = await caches.open(pages);
  await cache.put(pageAddress, response);
}
