import { gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendText } from './compressed-text.ts';

const texts = { short: 'a'.repeat(999), page: 'ä'.repeat(1_000), long: 'b'.repeat(70_000) };
let app: FastifyInstance;

beforeEach(() => {
  app = fastify();
  app.get<{ Params: { name: keyof typeof texts } }>('/:name', ({ params }, reply) =>
    sendText(reply.type('text/plain; charset=utf-8'), texts[params.name]),
  );
});
afterEach(() => app.close());

function get(name: keyof typeof texts, headers: Record<string, string>) {
  return app.inject({ url: `/${name}`, headers });
}

describe('a text as reply', () => {
  it.each(['page', 'long'] as const)(
    'is compressed for a client that accepts it: %s',
    async (name) => {
      const reply = await get(name, { 'accept-encoding': 'gzip, deflate, br' });
      expect(reply.headers['content-encoding']).toBe('gzip');
      expect(reply.rawPayload.length).toBeLessThan(300);
      expect(reply.headers['content-length']).toBe(`${reply.rawPayload.length}`);
      expect(gunzipSync(reply.rawPayload).toString()).toBe(texts[name]);
    },
  );

  it.each([
    ['page', {}],
    ['page', { 'accept-encoding': 'br' }],
    ['page', { 'accept-encoding': 'identity, gzip;q=0' }],
    ['short', { 'accept-encoding': 'gzip' }],
  ] as const)('stays as it is otherwise: %s %j', async (name, headers) => {
    const reply = await get(name, headers);
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.body).toBe(texts[name]);
  });
});
