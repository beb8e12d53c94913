import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import { fileTypes } from '@recoup/contract/exports/files';
import { expect, it, vi, onTestFinished } from 'vitest';
import { useApp } from '../../test/app.ts';
import { countLockWaits } from '../../test/lock-waits.ts';
import { portOf } from '../../test/raw-http.ts';
import { type AuditContext, createFirmScope } from '../platform/core/actor.ts';
import { withScope, connect } from '../platform/database/connections.ts';
import { closeExport } from './closings.service.ts';
import { createDownload } from './download.service.ts';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { sql } from 'kysely';
import { createPool } from '../platform/database/pool.ts';

const test = useApp();

it.each([
  ['GET', '/download'],
  ['POST', '/exports'],
])(
  'keeps and locks nothing when %s %s is cancelled while the lines are gathered',
  async (method, path) => {
    const { firm, token } = await aFirmWithAnEntry();
    const holder = await test.pool.connect();
    await holder.query('begin');
    // The lines cannot be read before this ends.
    await holder.query('lock table disbursement_types in access exclusive mode');
    const { request, socket } = await ask(method, path, token);
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    const closed = once(socket, 'close');
    request.destroy();
    await closed;
    await holder.query('commit');
    holder.release();
    await vi.waitFor(async () => expect(await backends(`state <> 'idle'`)).toBe(0), 10_000);
    expect(await test.listRows('exports', { firmId: firm.id }, ['id'])).toEqual([]);
    expect(await test.listRows('exportParts', { firmId: firm.id }, ['position'])).toEqual([]);
    const entry = await test.getRow('entries', { firmId: firm.id }, ['exportId']);
    expect(entry.exportId).toBeNull();
  },
);

it.each([
  ['a download', createDownload],
  ['a closing', closeExport],
])('reads nothing for %s whose client disconnected while it was queued', async (_, take) => {
  const firm = createFirmScope((await test.aFirm()).id);
  const by = { actor: { scope: firm }, now: test.clock.now() } as AuditContext; // what it reads
  // Looking would say that there is nothing.
  await expect(
    take(withScope(test.db, firm), by, {
      kind: 'csv',
      signal: AbortSignal.abort(),
      openFile: async () => expect.unreachable(),
      rooms: {
        countExceptions: async () => ({ block: 0, warn: 0, info: 0 }),
        assertPostable: async () => {},
      },
    }),
  ).rejects.toMatchObject({ code: 'conflict' });
});

async function aFirmWithAnEntry() {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const [matter, type] = [await test.aMatter(firm), await test.aDisbursementType(firm)];
  await test.anEntry({ firm, attorney: admin, matter, type });
  return { firm, token: await test.signIn(admin) };
}

/** Sends a request over a connection of its own; `socket` is its other end. */
async function ask(method: string, path: string, token: string) {
  const { server } = test.app;
  if (!server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
  const port = portOf(server);
  const connected = once(server, 'connection');
  const headers = { authorization: `Bearer ${token}`, accept: fileTypes.csv };
  const request = http.request({
    port,
    host: '127.0.0.1',
    method,
    path: `/core/api${path}`,
    headers,
    agent: false,
  });
  request.on('error', () => {}).end();
  const [socket] = await connected;
  return { request, socket: socket as Socket }; // the event's only argument
}

/** How many other connections are in that state. */
async function backends(state: string): Promise<number> {
  const { rows } = await test.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and ${state}`,
  );
  return rows[0]?.count ?? 0;
}

const waiting = async () => countLockWaits(test.db);

it.each(['PUT', 'DELETE'] as const)(
  'rejects a %s of an entry while its closing commits',
  async (method) => {
    const firm = await test.aFirm();
    const attorney = await test.aUser({ firm });
    const { id } = await test.anEntry({ firm, attorney });
    const token = await test.signIn(attorney);
    const admin = await test.signInAdmin({ firm });
    const replies = await test.db.transaction().execute(async (trx) => {
      // The ledger's lock stops the closing after it has taken the entry.
      await sql`select pg_advisory_xact_lock(
        hashtextextended('exports ' || ${firm.id}, 0))`.execute(trx);
      const closing = test.call('POST /exports', { token: admin });
      await expect.poll(waiting).toBe(1);
      const late = test.call(`${method} /entries/${id}`, {
        token,
        ...(method === 'PUT' && { body: { amount: 99 } }),
      });
      await expect.poll(waiting).toBe(2);
      return [closing, late] as const;
    });
    const [closing, late] = await Promise.all(replies);
    expect(closing.json<{ data: ExportRecord }>().data).toMatchObject({
      rows: 1,
      sum: 10,
      state: 'closed',
    });
    expect([late.statusCode, late.json()]).toEqual([
      409,
      { code: 'entry_is_locked', message: 'Locked by export 1 until that export is reopened.' },
    ]);
    expect(await test.call(`GET /entries/${id}`, { token })).toAnswer({
      data: { amount: 10, isLocked: true },
    });
  },
);

it('sends no line while the database only reads', async () => {
  const input = await test.aFirm();
  const admin = await test.anAdmin({ firm: input });
  await test.anEntry({ firm: input, attorney: admin });
  const url = new URL(test.databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const db = connect(createPool(url.href.replaceAll('+', '%20'), { max: 2 }));
  onTestFinished(() => db.destroy());
  const firm = createFirmScope(input.id);
  const by = { actor: { scope: firm }, now: test.clock.now() } as AuditContext; // what it reads
  let isStarted = false;
  const made = createDownload(withScope(db, firm), by, {
    kind: 'csv',
    signal: new AbortController().signal,
    openFile: async () => expect.unreachable(),
    onStart: ({ close }) => {
      isStarted = true;
      close();
    },
  });
  await expect(made).rejects.toMatchObject({ code: '25006' });
  expect(isStarted).toBe(false);
});
