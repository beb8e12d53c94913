/**
 * Time from the end of a call until it is on the attorney's page, while two telephone systems of
 * the firm send 1,000 calls a minute, beside a month of 5,000 calls:
 * `npm run bench -- call-arrivals`.
 */
import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { createSession } from '../apps/server/src/account/session/sessions.service.ts';
import type { Server } from './support/downloads.ts';
import { freePbxLines } from './support/call-files.ts';
import { type Bench, withBench, withServer } from './support/exports-server.ts';
import { median } from './support/measure.ts';
import { type Firm, seedFirm } from './support/seed-firm.ts';

const [callsOfMonth, callsAMinute, minutes] = [5_000, 1_000, 1] as const;
/** One of so many calls is of the attorney whose page is open; it shows the first 100 of them. */
const others = 12;
const againMs = 1_000;
const limitMs = 2_000;

type Sender = { id: string; secret: string };
/** When each call of the attorney was sent, by its start. */
type Sent = Map<string, number>;

const settings = { RECOUP_SECRET_KEY: randomBytes(32).toString('base64') };

await withBench(async (bench) =>
  withServer(bench, async (server) => measure(bench, server), settings),
);

async function measure(bench: Bench, server: Server): Promise<void> {
  const firm = await seedFirm(bench.db);
  const token = await prepare(bench, server, firm);
  const senders = [await addSender(server, firm, 1), await addSender(server, firm, 2)];
  const sent: Sent = new Map();
  const state = { isOver: false };
  const shown = watchPage(server, token, { sent, state });
  await sendCalls(server, senders, sent);
  await wait(2 * limitMs);
  state.isOver = true;
  const times = (await shown).toSorted((one, other) => one - other);
  const longest = times.at(-1) ?? Infinity;
  console.log(
    `${times.length} of ${sent.size} calls shown: median ${median(times).toFixed(0)} ms,`,
    `longest ${longest.toFixed(0)} ms (limit ${limitMs})`,
  );
  if (times.length < sent.size || longest > limitMs) process.exitCode = 1;
}

/** A month of calls, and the extension of the attorney; returns the attorney's session. */
async function prepare({ db }: Bench, server: Server, firm: Firm): Promise<string> {
  const body = [...freePbxLines(callsOfMonth)].join('');
  await ask(server, firm.token, { method: 'POST', path: '/call-imports', type: 'text/csv', body });
  const extensions = [{ value: '777', attorney: firm.attorneyId }];
  await ask(server, firm.token, { method: 'PUT', path: '/extensions', body: { extensions } });
  return createSession(db, { userId: firm.attorneyId, kind: 'full', now: new Date() });
}

async function addSender(server: Server, { token }: Firm, number: number): Promise<Sender> {
  const before = await ask<{ name: string }[]>(server, token, { path: '/call-sources' });
  const name = `Switch ${number}`;
  const sources = [...before, { system: 'csv', name }];
  const request = { method: 'PUT', path: '/call-sources', body: { sources } };
  const saved = await ask<{ _id: string; name: string }[]>(server, token, request);
  const id = saved.find((source) => source.name === name)?._id ?? '';
  const secret = { method: 'POST', path: `/call-sources/${id}/secret`, body: {} };
  return { id, ...(await ask<{ secret: string }>(server, token, secret)) };
}

/** Each call by itself, as it ends. */
async function sendCalls(server: Server, senders: readonly Sender[], sent: Sent): Promise<void> {
  const count = callsAMinute * minutes;
  const start = performance.now();
  const replies: Promise<number>[] = [];
  for (let at = 0; at < count; at += 1) {
    await wait(Math.max(0, start + (at * 60_000) / callsAMinute - performance.now()));
    const isOwn = at % others === 0;
    const startedAt = new Date(Date.now() - 600_000 + at * 100).toISOString();
    if (isOwn) sent.set(startedAt, performance.now());
    const call = {
      id: String(at),
      startedAt,
      seconds: 60,
      direction: 'in',
      otherParty: '0825550101',
    };
    const sender = senders[at % senders.length];
    if (sender)
      replies.push(sendCall(server, sender, { ...call, ownParty: isOwn ? '777' : '101' }));
  }
  const refused = (await Promise.all(replies)).filter((status) => status !== 202);
  console.log(`${count} calls sent, ${refused.length} refused`);
}

async function sendCall(server: Server, { id, secret }: Sender, call: object): Promise<number> {
  const reply = await fetch(`${server.url}/call-events/${id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`pbx:${secret}`).toString('base64')}`,
    },
    body: JSON.stringify(call),
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** As the page does: asks each second, and reads the list when a call has come. */
async function watchPage(
  server: Server,
  token: string,
  { sent, state }: { sent: Sent; state: { isOver: boolean } },
): Promise<number[]> {
  const times = new Map<string, number>();
  const path = '/call-records?isOpen=true&page=1&itemsPerPage=100';
  let latest: string | null = null;
  while (!state.isOver) {
    const arrivals = { path: '/call-arrivals' };
    const now = await ask<{ latest: string | null }>(server, token, arrivals);
    if (now.latest !== latest) {
      latest = now.latest;
      noteShown(await ask<CallRecord[]>(server, token, { path }), sent, times);
    }
    await wait(againMs);
  }
  return [...times.values()];
}

function noteShown(calls: readonly CallRecord[], sent: Sent, times: Map<string, number>): void {
  for (const { startedAt } of calls) {
    const since = sent.get(startedAt);
    if (since !== undefined && !times.has(startedAt))
      times.set(startedAt, performance.now() - since);
  }
}

type Request = { method?: string; path: string; type?: string; body?: string | object };

async function ask<Data>(
  server: Server,
  token: string,
  { method = 'GET', path, type = 'application/json', body }: Request,
): Promise<Data> {
  const reply = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return (JSON.parse(text) as { data: Data }).data; // by the schema of the endpoint
}
