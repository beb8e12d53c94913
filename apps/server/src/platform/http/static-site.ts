import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { apiRoot } from '@recoup/contract/core/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedType } from './accepted-type.ts';
import { hasXsrfCookie, setXsrfCookie } from '../security/csrf.ts';
import { sendNotFound } from './error-handler.ts';
import { acceptsEncoding, sendText } from './replies/compressed-text.ts';
import { fileHeaders, pageHeaders } from './security-headers.ts';

/** Their page needs the files of index.html alone. */
const signInAddresses = ['/', '/index.html', '/logon'];

type Options = { webRoot: string; isSecure: boolean; isHeld: () => Promise<boolean> };

/** Files as they are; any other address gets the page. */
export async function serveSite(app: FastifyInstance, options: Options): Promise<void> {
  const sendPage = await readPage(options);
  await app.register(fastifyStatic, {
    root: options.webRoot,
    index: false,
    wildcard: false,
    // Sent below, with its headers.
    globIgnore: ['index.html', 'assets/**'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.headers(fileHeaders(path)),
  });
  // One route for all assets: a route for each of hundreds of files took 8 MB.
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: String.raw`/assets/:file(^\w[\w.-]*$)`,
    handler: ({ params }, reply) => reply.sendFile(params.file, join(options.webRoot, 'assets')),
  });
  for (const url of ['/', '/index.html'])
    app.route({ method: ['GET', 'HEAD'], url, handler: sendPage });
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || isApi(request.url) || request.url.startsWith('/assets/'))
      return sendNotFound(request, reply);
    void reply.header('vary', 'accept');
    return isPageWanted(request) ? sendPage(request, reply) : sendNotFound(request, reply);
  });
}

/** Returns what sends the page, which is marked while a hold lasts. */
async function readPage({ webRoot, isSecure, isHeld }: Options) {
  const html = await readFile(join(webRoot, 'index.html'), 'utf8');
  const heldHtml = html.replace('<html ', '<html data-held ');
  // With its start within it (apps/web/start-plugin.ts).
  const whole = await readFile(join(webRoot, '.vite/page.html'), 'utf8');
  const compressed = await readFile(join(webRoot, '.vite/page.html.br'));
  const policies = pageHeaders({ scriptHashes: hashScripts(whole), isSecure });
  const preloads = await readPreloads(webRoot, html);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isMarked = await isHeld().catch(() => false);
    const isWhole = !isMarked && isOpened(request);
    if (!hasXsrfCookie(request)) setXsrfCookie(reply, isSecure);
    void reply.headers(policies).type('text/html; charset=utf-8');
    const link = preloads(request.url, { hasStart: isWhole });
    if (link !== '') void reply.header('link', link);
    if (isWhole) return reply.header('content-encoding', 'br').send(compressed);
    return sendText(reply, isMarked ? heldHtml : html);
  };
}

/**
 * Whether a browser opens the address. It says so, and accepts Brotli, over HTTPS or at localhost
 * alone. The service worker asks without, and keeps the start as a file.
 */
function isOpened(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-mode'] === 'navigate' && acceptsEncoding(request, 'br');
}

/** Hashes each inline script of the page, as the Content-Security-Policy names it. */
function hashScripts(html: string): string[] {
  return [...html.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );
}

/**
 * Preloads files behind the start, where the page names that: the frame of the pages behind the
 * sign-in, and all files of a public page, which has no data. A page behind the sign-in asks for
 * its own files after its data (apps/web/first-requests-plugin.ts).
 */
async function readPreloads(
  webRoot: string,
  html: string,
): Promise<(url: string, page: { hasStart: boolean }) => string> {
  const files: Record<string, string[]> = JSON.parse(
    await readFile(join(webRoot, '.vite/preloads.json'), 'utf8'),
  );
  const start = [...html.matchAll(/<script [^>]*src="([^"]+)"/g)].map(
    ([, file]) => `<${file}>; rel=preload; as=script`,
  );
  const linkTo = (file: string) => `<${file}>; rel=modulepreload; crossorigin`;
  return (url, { hasStart }) => {
    const [pathname = ''] = url.split('?');
    if (signInAddresses.includes(pathname)) return '';
    const some = files[/^\/home(?:\/|$)/.test(pathname) ? '/home' : pathname] ?? files['*'] ?? [];
    return [...(hasStart ? [] : start), ...some.map(linkTo)].join(', ');
  };
}

/**
 * Browsers accept HTML, curl and link checkers anything. An address with a dot is a missing file.
 */
function isPageWanted(request: FastifyRequest): boolean {
  // A cache must not take the page for a file.
  if (request.url.split('?')[0]?.includes('.') === true) return false;
  return acceptedType(request, ['text/html', 'application/json']) === 'text/html';
}

function isApi(url: string): boolean {
  return url === '/core' || url.startsWith('/core/') || url.startsWith(apiRoot);
}
