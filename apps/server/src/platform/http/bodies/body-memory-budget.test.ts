import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { userStatus } from '@recoup/contract/core/access';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { deepIt } from '../../../../test/deep.ts';
import { callApi } from '../../../../test/api.ts';
import { useApp } from '../../../../test/app.ts';
import { portOf, request, sendRaw } from '../../../../test/raw-http.ts';
import { buildApp } from '../../../app.ts';
import { minutes } from '../../core/clock.ts';
import { sweepSpool } from './body-spool.ts';

const test = useApp();
const folder = await mkdtemp(path.join(tmpdir(), 'recoup-spool-test-'));
const ctx: { app?: FastifyInstance; port: number } = { port: 0 };
const maxBytes = { all: 5_000_000, firm: 4_000_000, user: 3_000_000 };

beforeAll(async () => {
  const pace = { ms: 3_000, bytes: 10 };
  ctx.app = await buildApp({
    db: test.db,
    clock: test.clock,
    publicUrl: 'http://recoup.test',
    spool: { folder, pace, maxBytes },
  });
  await ctx.app.listen({ port: 0, host: '127.0.0.1' });
  ctx.port = portOf(ctx.app.server);
});
afterAll(async () => {
  await ctx.app?.close();
  await rm(folder, { recursive: true });
});

async function anAdmin(firm?: { id: string; domain: string }) {
  const user = await test.anAdmin({ firm });
  return { user, token: await test.signIn(user) };
}

async function inOneFirm() {
  const firm = await test.aFirm();
  return [await anAdmin(firm), await anAdmin(firm)];
}

const head = (token: string, bytes: number): string =>
  request('POST /core/api/upload', {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(bytes),
  });

/** A file whose end does not come; `length` bytes of it are there. */
async function begin(token: string, length: number): Promise<Socket & { answer: string }> {
  const bytes =
    head(token, length + 1) + `{"fileStream":"Ref,Name\\nA,${'x'.repeat(length)}`.slice(0, length);
  const socket = Object.assign(connect(ctx.port, '127.0.0.1'), { answer: '' });
  socket.setEncoding('utf8').on('data', (text: string) => (socket.answer += text));
  await new Promise((resolve) => socket.once('connect', () => socket.write(bytes, resolve)));
  return socket;
}

async function upload(token: string, fileStream = 'Ref,Name\nM1,Lease\n') {
  if (!ctx.app) throw new Error('there is no app yet');
  return callApi(ctx.app, 'POST /upload', { token, body: { fileStream } });
}

deepIt('rejects a slow body with Retry-After, and ends the connection', async () => {
  const { token } = await anAdmin();
  const { status, headers, body } = await sendRaw(ctx.port, head(token, 1_000));
  expect([status, headers['retry-after'], headers.connection]).toEqual([429, '30', 'close']);
  expect(JSON.parse(body)).toEqual({
    code: 'too_many_requests',
    message: expect.stringMatching(/^The file came too slowly: less than 0 KB in 3 s/),
  });
});

it('keeps what has come without a name on the disk, and forgets it with its client', async () => {
  const [one, other] = [await anAdmin(), await anAdmin()];
  const sockets = [await begin(one.token, 1_600_000), await begin(one.token, 1_600_000)];
  const refused = () =>
    sockets.filter(({ answer }) => answer.includes('too many large files in progress')).length;
  await vi.waitFor(() => expect(refused()).toBe(1), 10_000);
  expect(await readdir(folder)).toEqual([]);
  expect(await upload(other.token)).toAnswer(200);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(
    async () => expect((await upload(one.token, 'x'.repeat(2_900_000))).statusCode).toBe(400),
    10_000,
  );
});

it.each([
  {
    who: 'the users of a firm',
    senders: async () => inOneFirm(),
    bytes: 2_100_000,
    answer: '"too_many_requests"',
  },
  {
    who: 'all firms',
    senders: async () => [await anAdmin(), await anAdmin(), await anAdmin()],
    bytes: 1_700_000,
    answer: '"unavailable"',
  },
])('has so much room on the disk for $who together', async ({ senders, bytes, answer }) => {
  const sockets = await Promise.all(
    (await senders()).map(async ({ token }) => begin(token, bytes)),
  );
  const refused = () => sockets.filter((socket) => socket.answer.includes(answer)).length;
  await vi.waitFor(() => expect(refused()).toBe(1), 10_000);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(
    async () =>
      expect((await upload((await anAdmin()).token, 'x'.repeat(2_900_000))).statusCode).toBe(400),
    10_000,
  );
});

it('checks the rights again when the body has arrived', async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { user, token } = await anAdmin();
  const file = JSON.stringify({ fileStream: 'Ref,Name\nM1,Lease\n' });
  const port = portOf(test.app.server);
  const late = connect(port, '127.0.0.1');
  let answer = '';
  late.setEncoding('utf8').on('data', (text: string) => (answer += text));
  // The session is marked as used when the client was let in.
  test.clock.advance(minutes(2));
  late.write(head(token, file.length) + file.slice(0, -1));
  const used = test.db.selectFrom('sessions').select('seenAt').where('userId', '=', user.id);
  await vi.waitFor(
    async () => expect(await used.execute()).toEqual([{ seenAt: test.clock.now() }]),
    10_000,
  );
  await test.updateRows('users', { id: user.id }, { status: userStatus.blocked });
  late.write(file.slice(-1));
  await once(late, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 401/);
});

it('takes no longer body than its call does, whether its length is said or not', async () => {
  const { token } = await anAdmin();
  const { status } = await sendRaw(ctx.port, head(token, 150_000_001));
  expect(status).toBe(413);
});

it('removes at a start what a process left that was killed', async () => {
  const left = await mkdtemp(path.join(folder, 'left-'));
  await writeFile(path.join(left, 'body'), 'x');
  await sweepSpool(left);
  expect(await readdir(left)).toEqual([]);
  await sweepSpool(path.join(left, 'none'));
  await rm(left, { recursive: true });
});
