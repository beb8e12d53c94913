import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { apiRoot } from '@recoup/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../app.ts';
import { aBusyFirm, type BusyFirm } from '../busy-firm.ts';
import { countLockWaits } from '../lock-waits.ts';
import { request, portOf } from '../raw-http.ts';
import { buildApp } from '../../src/app.ts';

const test = useApp();
const ctx: { app?: FastifyInstance; port: number; sockets: Socket[]; timers: NodeJS.Timeout[] } = {
  port: 0,
  sockets: [],
  timers: [],
};

beforeAll(async () => {
  ctx.app = await buildApp({
    db: test.db,
    clock: test.clock,
    publicUrl: 'http://recoup.test',
    spool: { pace: { ms: 2_000, bytes: 4 } },
  });
  await ctx.app.listen({ port: 0, host: '127.0.0.1' });
  ctx.port = portOf(ctx.app.server);
});
afterAll(async () => {
  for (const timer of ctx.timers) clearInterval(timer);
  for (const socket of ctx.sockets) socket.destroy();
  await ctx.app?.close();
});

type Client = { token: string };
type Answer = { status: number; body: string };

async function ask(
  what: string,
  { token }: Client,
  more: { body?: unknown; type?: string; accept?: string } = {},
): Promise<Answer> {
  const [method = '', path = ''] = what.split(' ');
  const { body, type = 'application/json', accept = 'application/json' } = more;
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    accept,
    ...(payload !== undefined && { 'content-type': type }),
  };
  const sent = http
    .request({
      port: ctx.port,
      host: '127.0.0.1',
      method,
      path: apiRoot + path,
      headers,
      agent: false,
    })
    .end(payload);
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]; // the event's only argument
  return { status: reply.statusCode ?? 0, body: await text(reply) };
}

type Drip = { answer(): string };
const drips: Drip[] = [];

/** Sends a body in small pieces, a little faster than the slowest allowed. */
function drip(what: string, headers: Readonly<Record<string, string>>, { isSilent = false } = {}) {
  let answer = '';
  const socket = connect(ctx.port, '127.0.0.1', () =>
    socket.write(request(what, { connection: 'keep-alive', ...headers }).slice(0, -2) + '\r\n'),
  );
  socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
  socket.on('error', () => {});
  ctx.sockets.push(socket);
  if (!isSilent) ctx.timers.push(setInterval(() => socket.writable && socket.write('      '), 250));
  const one = { answer: () => answer };
  drips.push(one);
  return one;
}

/** Requests a file and reads nothing of it. */
function readNothing(what: string, headers: Readonly<Record<string, string>>): void {
  const socket = connect(ctx.port, '127.0.0.1', () => socket.write(request(what, headers)));
  socket.pause().on('error', () => {});
  ctx.sockets.push(socket);
}

/** Uses every shared endpoint with a body. */
function pressWithBodies(of: BusyFirm, clients: readonly Client[], times: number): void {
  for (const { token } of clients) {
    const authorization = `Bearer ${token}`;
    const json = { authorization, 'content-type': 'application/json' };
    const csv = { authorization, 'content-type': 'text/csv', 'content-length': '100000000' };
    for (let n = 0; n < times; n += 1) {
      drip(`POST ${apiRoot}/upload`, { ...json, 'content-length': '100000000' });
      drip(`POST ${apiRoot}/imports`, csv);
      drip(`POST ${apiRoot}/imports/preview`, csv);
      drip(`PUT ${apiRoot}/firms/${of.firm.id}`, { ...json, 'content-length': '4000000' });
      drip(`POST ${apiRoot}/entries`, { ...json, 'content-length': '20000' });
    }
  }
}

/** Uses every endpoint that takes a database connection, a turn or a download. */
function press(of: BusyFirm, clients: readonly Client[], times: number): Promise<Answer>[] {
  const replies: Promise<Answer>[] = [];
  for (const client of clients) {
    const authorization = `Bearer ${client.token}`;
    for (let n = 0; n < times; n += 1) {
      readNothing(`GET ${apiRoot}/matters`, { authorization, accept: 'text/csv' });
      readNothing(`GET ${apiRoot}/download`, { authorization, accept: 'text/csv' });
      replies.push(
        ask(`PUT /entries/${of.entry.id}`, client, {
          body: { narration: `Take ${n}`, reason: 'A wrong word' },
        }),
      );
      replies.push(ask('POST /exports', client));
    }
  }
  return replies;
}

function pressAsStranger(times: number): void {
  const json = { 'content-type': 'application/json' };
  for (let n = 0; n < times; n += 1) {
    drip(`POST ${apiRoot}/logon`, { ...json, 'content-length': '20000' });
    drip(`POST ${apiRoot}/upload`, { ...json, 'content-length': '100000000' });
    drip(`POST ${apiRoot}/imports`, {
      authorization: `Bearer ${'x'.repeat(43)}`,
      'content-type': 'text/csv',
      'content-length': '100000000',
    });
    drip('POST /csp-reports', {
      'content-type': 'application/csp-report',
      'content-length': '10000',
    });
  }
}

/** A firm's day of work. Returns its duration. */
async function work({ admin, attorney, matter, type }: BusyFirm, round: string): Promise<number> {
  const begun = performance.now();
  const entry = { matter: matter.id, disbursementType: type.id, date: '2026-03-10', minutes: 4 };
  const answers = [
    await ask('POST /upload', admin, { body: { fileStream: `Ref,Name\n${round}-1,x\n` } }),
    await ask('POST /imports', admin, { body: `Ref,Name\n${round}-2,x\n`, type: 'text/csv' }),
    await ask('POST /imports/preview', admin, {
      body: `Ref,Name\n${round}-3,x\n`,
      type: 'text/csv',
    }),
    await ask('POST /entries', attorney, { body: entry }),
    await ask('GET /entries', admin),
    await ask('GET /matters', admin, { accept: 'text/csv' }),
    await ask('GET /download', admin, { accept: 'application/pdf' }),
    await ask('GET /download', admin),
    await ask('POST /sendMail?type=csv', admin, {
      body: { from: '', to: 'a@b.co.za', subject: 'March', body: '' },
    }),
  ];
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  return performance.now() - begun;
}

it('lets a firm work beside a greedy user, a greedy firm and a stranger', {
  timeout: 120_000,
}, async () => {
  const [quiet, ofOne, ofAll] = [
    await aBusyFirm(test, 'Quiet'),
    await aBusyFirm(test, 'One'),
    await aBusyFirm(test, 'All'),
  ];
  const others = [
    await test.anAdmin({ firm: await firmOf(ofAll) }),
    await test.anAdmin({ firm: await firmOf(ofAll) }),
  ];
  const colleagues = await Promise.all(
    others.map(async (user) => ({ token: await test.signIn(user) })),
  );
  await fillMatters([ofOne]);
  await work(quiet, 'first');
  const alone = await work(quiet, 'alone');
  pressWithBodies(ofOne, [ofOne.admin], 11);
  pressWithBodies(ofAll, [ofAll.admin, ...colleagues], 7);
  pressAsStranger(20);
  // A user has ten places for files, a firm twenty: the greedy ones have all of theirs.
  const isRefused = (one: Drip): boolean => one.answer().includes('in progress or waiting');
  await vi.waitFor(
    () => expect(drips.filter(isRefused).length).toBeGreaterThanOrEqual(33 - 10 + (63 - 20)),
    60_000,
  );
  // What the greedy ones want to change is held by a statement that takes long.
  const holder = await test.pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin');
  await holder.query('select from entries where firm_id = any ($1) for update', [
    [ofOne.firm.id, ofAll.firm.id],
  ]);
  const requested = [
    ...press(ofOne, [ofOne.admin], 11),
    ...press(ofAll, [ofAll.admin, ...colleagues], 7),
  ];
  const authorization = `Bearer ${quiet.admin.token}`;
  const upload = { authorization, 'content-type': 'application/json', 'content-length': '1000' };
  const silent = drip(`POST ${apiRoot}/upload`, upload, { isSilent: true });
  await expect.poll(() => countLockWaits(test.db), { timeout: 60_000 }).toBeGreaterThan(1);

  const beside = await work(quiet, 'beside');
  await holder.query('rollback');
  expect(beside).toBeLessThan(10 * alone + 2_000);
  await vi.waitFor(
    () =>
      expect(silent.answer()).toMatch(/^HTTP\/1\.1 429 .*retry-after: 30\r\n.*came too slowly/is),
    10_000,
  );
  const refused = (await Promise.all(requested)).filter(({ status }) => status >= 500);
  expect(refused.every(({ status }) => status === 503)).toBe(true);
});

async function firmOf({ firm }: BusyFirm): Promise<{ id: string; domain: string }> {
  const { domain } = await test.getRow('firmDomains', { firmId: firm.id }, ['domain']);
  return { id: firm.id, domain };
}

/** More than the socket buffers of a connection that is not read. */
async function fillMatters(firms: readonly BusyFirm[]): Promise<void> {
  const statement = `insert into matters (id, firm_id, number, description, status)
    select gen_random_uuid(), f, 'G' || n, repeat('x', 900), 'Open'
    from unnest($1::uuid[]) f, generate_series(1, 12000) n`;
  await test.pool.query(statement, [firms.map(({ firm }) => firm.id)]);
}
