import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { apiRoot } from '@recoup/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasXsrfCookie, setXsrfCookie } from './csrf.ts';
import { sendNotFound } from './errors.ts';
import { fileHeaders, pageHeaders } from './headers.ts';

/** Serves the built page: files as they are, and for every other address the page itself with a fresh nonce. */
export async function servePage(app: FastifyInstance, options: { webRoot: string; isSecure: boolean }): Promise<void> {
  const html = await readFile(join(options.webRoot, 'index.html'), 'utf8');
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    if (!hasXsrfCookie(request)) setXsrfCookie(reply, options.isSecure);
    return reply
      .headers(pageHeaders({ nonce, isSecure: options.isSecure }))
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('__CSP_NONCE__', nonce));
  };
  await app.register(fastifyStatic, {
    root: options.webRoot,
    index: false,
    wildcard: false,
    // It needs its nonce: it is sent below, never as a file.
    globIgnore: ['index.html'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.headers(fileHeaders(path)),
  });
  for (const url of ['/', '/index.html']) app.route({ method: ['GET', 'HEAD'], url, handler: sendPage });
  app.setNotFoundHandler((request, reply) => {
    // What accepts a page is a person who typed or reloaded an address of the app.
    if (
      (request.method === 'GET' || request.method === 'HEAD') &&
      !isApi(request.url) &&
      !request.url.startsWith('/assets/') &&
      request.headers.accept?.includes('text/html') === true
    )
      return sendPage(request, reply);
    return sendNotFound(request, reply);
  });
}

function isApi(url: string): boolean {
  return url === '/core' || url.startsWith('/core/') || url.startsWith(apiRoot);
}
