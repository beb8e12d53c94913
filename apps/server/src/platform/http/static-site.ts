import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { apiRoot } from '@recoup/contract/core/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedType } from './accepted-type.ts';
import { hasXsrfCookie, setXsrfCookie } from '../security/csrf.ts';
import { sendNotFound } from './error-handler.ts';
import { sendText } from './replies/compressed-text.ts';
import { fileHeaders, pageHeaders } from './security-headers.ts';

/** Their page needs the files of index.html alone. */
const signInAddresses = ['/', '/index.html', '/logon'];

/** Files as they are; any other address gets the page, which is marked while a hold lasts. */
export async function serveSite(
  app: FastifyInstance,
  options: { webRoot: string; isSecure: boolean; isHeld: () => Promise<boolean> },
): Promise<void> {
  const html = await readFile(join(options.webRoot, 'index.html'), 'utf8');
  const policies = pageHeaders({ scriptHashes: hashScripts(html), isSecure: options.isSecure });
  const preloads = await readPreloads(options.webRoot, html);
  const heldHtml = html.replace('<html ', '<html data-held ');
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isHeld = await options.isHeld().catch(() => false);
    if (!hasXsrfCookie(request)) setXsrfCookie(reply, options.isSecure);
    void reply.headers(policies).headers(preloads(request.url)).type('text/html; charset=utf-8');
    return sendText(reply, isHeld ? heldHtml : html);
  };
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

/** Hashes each inline script of the page, as the Content-Security-Policy names it. */
function hashScripts(html: string): string[] {
  return [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );
}

/**
 * Preloads files behind the largest script, which the page itself names: the frame of the pages
 * behind the sign-in, and all files of a public page, which has no data. A page behind the sign-in
 * asks for its own files after its data (apps/web/first-requests-plugin.ts).
 */
async function readPreloads(
  webRoot: string,
  html: string,
): Promise<(url: string) => Record<string, string>> {
  const files: Record<string, string[]> = JSON.parse(
    await readFile(join(webRoot, '.vite/preloads.json'), 'utf8'),
  );
  const start = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].flatMap(
    ([, file]) => file ?? [],
  );
  const linkTo = (file: string) => `<${file}>; rel=modulepreload; crossorigin`;
  const headers = new Map<string, Record<string, string>>(
    Object.entries(files).map(([address, some]) => [
      address,
      { link: [...start, ...some].map(linkTo).join(', ') },
    ]),
  );
  for (const address of signInAddresses) headers.set(address, {});
  return (url) => {
    const [pathname = ''] = url.split('?');
    const address = /^\/home(?:\/|$)/.test(pathname) ? '/home' : pathname;
    return headers.get(address) ?? headers.get('*') ?? {};
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
