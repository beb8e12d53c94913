import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { buildApp } from '../../app.ts';

const test = useApp();
const ctx: { webRoot: string; app?: FastifyInstance } = { webRoot: '' };

beforeAll(async () => {
  ctx.webRoot = await mkdtemp(path.join(tmpdir(), 'recoup-page-'));
  for (const folder of ['assets', '.vite']) await mkdir(path.join(ctx.webRoot, folder));
  await writeFile(path.join(ctx.webRoot, '.vite/preloads.json'), '{}');
  for (const name of ['index.html', '.vite/page.html', '.vite/page.html.br'])
    await writeFile(path.join(ctx.webRoot, name), '<p>the page</p>');
  ctx.app = await buildApp({ db: test.db, publicUrl: 'http://recoup.test', webRoot: ctx.webRoot });
});
afterAll(async () => {
  await ctx.app?.close();
  await rm(ctx.webRoot, { recursive: true });
});

/** The status, the kind of the body, and what a cache would have to know. */
async function answer(
  method: 'GET' | 'HEAD',
  url: string,
  accept: string | undefined,
): Promise<unknown[]> {
  const reply = await ctx.app?.inject({
    method,
    url,
    headers: accept === undefined ? {} : { accept },
  });
  return [
    reply?.statusCode,
    String(reply?.headers['content-type']).split(';')[0],
    reply?.headers.vary,
    reply?.headers['cache-control'],
  ];
}

describe.each(['GET', 'HEAD'] as const)('%s', (method) => {
  it.each([
    undefined,
    '*/*',
    'image/avif,image/webp,*/*;q=0.8',
    'text/*',
    'text/plain, TEXT/HTML;q=0.1',
    'text/html;charset=utf-8',
  ])('serves an address of the page to a client that accepts %s', async (accept) => {
    for (const url of [
      '/home/firms',
      '/home/attorneys/attorney-list?page=2.5',
      '/logon?to=/home.x',
      '/api',
    ])
      expect(await answer(method, url, accept)).toEqual([200, 'text/html', 'accept', 'no-store']);
    expect(await answer(method, '/', accept)).toEqual([200, 'text/html', undefined, 'no-store']);
  });

  it.each([
    'application/json',
    'application/json, text/plain, */*',
    'application/json, text/html;q=0.5',
    'image/png',
    '*/*;q=0',
    'text/html;q=0.0',
  ])('answers 404 in JSON to a client that accepts %s', async (accept) => {
    expect(await answer(method, '/home/firms', accept)).toEqual([
      404,
      'application/json',
      'accept',
      'no-store',
    ]);
  });

  it.each([undefined, '*/*', 'text/*', 'text/html'])(
    'answers 404 for files that are not there to a client that accepts %s',
    async (accept) => {
      for (const url of ['/.git/HEAD', '/.env', '/robots.txt', '/home/nothing.js'])
        expect(await answer(method, url, accept)).toEqual([
          404,
          'application/json',
          'accept',
          'no-store',
        ]);
    },
  );

  it.each([undefined, '*/*', 'text/html'])(
    'never serves the page for the API or a built file to a client that accepts %s',
    async (accept) => {
      for (const url of [
        '/core/api/nothing',
        '/core/api',
        '/core',
        '/assets/nothing.js',
        '/assets/',
      ])
        expect(await answer(method, url, accept)).toEqual([
          404,
          'application/json',
          undefined,
          'no-store',
        ]);
    },
  );
});
