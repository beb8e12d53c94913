import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { role, userStatus } from '@recoup/contract/core/access';
import { fileTypes } from '@recoup/contract/exports/files';
import { exportEndpoints } from '@recoup/contract/exports/endpoints';
import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aDisbursementType, aFirm, aMatter, anEntry, aUser } from '../../../test/factories.ts';
import { request } from '../../../test/raw-http.ts';
import { minutes } from './clock.ts';

const test = useApp();
beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});

const closing = 'POST /exports';
const download = 'GET /download';
const reopening = 'PUT /exports/{id}/reopening';

/** What is asked of a firm, what no line of the firm can be kept before, and how those that found a place are answered. */
it.each([
  {
    what: closing,
    hold: `select pg_advisory_xact_lock(hashtextextended('closing exports ' || $1, 0))`,
    served: [201, ...many(9, 404)],
  },
  {
    what: download,
    hold: `select pg_advisory_xact_lock(hashtextextended('exports ' || $1, 0))`,
    served: many(10, 200),
  },
  {
    what: reopening,
    hold: `select from exports where firm_id = $1 for update`,
    served: [200, ...many(9, 409)],
  },
])(
  'leaves connections to other firms, however many of one firm wait with $what',
  async ({ what, hold, served }) => {
    const [busy, other] = [await aFirmWithAnEntry(), await aFirmWithAnEntry()];
    const [asking, elsewhere] = [await callOf(what, busy), await callOf(what, other)];
    const holder = await test.pool.connect();
    await holder.query('begin');
    await holder.query(hold, [busy.firmId]);
    const asked = Array.from({ length: 12 }, asking);
    const statuses: number[] = [];
    for (const answer of asked) void answer.then(({ statusCode }) => statuses.push(statusCode));
    await vi.waitFor(() => expect(statuses).toEqual([429, 429]), 10_000);
    const refused = (await Promise.race(asked)).json<{ code: string; message: string }>();
    const own = await elsewhere();
    await holder.query('commit');
    holder.release();
    await Promise.all(asked);

    expect(refused).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringContaining('You have 10 exports under way or waiting'),
    });
    expect(own.statusCode).toBe(served[0]);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...served, 429, 429]);
    // The line is empty again.
    expect((await (await callOf(download, busy))()).statusCode).toBe(200);
  },
);

function many(count: number, status: number): number[] {
  return Array<number>(count).fill(status);
}

async function callOf(what: string, { token }: { token: string }) {
  if (what !== reopening)
    return async () => test.call(what, { token, headers: { accept: fileTypes.csv } });
  const closed = exportEndpoints.createExport.replies[201].parse(
    (await test.call(closing, { token })).json(),
  );
  return async () =>
    test.call(what.replace('{id}', closed.data._id), { token, body: { reason: 'A wrong rate' } });
}

const aFile = (row: number) => ({ fileStream: `Ref,Name\n${row},x\n` });
const upload = async (token: string, row: number) =>
  test.call('POST /upload', { token, body: aFile(row) });

/** Until it ends no file of the firm is taken in. */
async function holdFiles({ firmId }: { firmId: string }): Promise<{ end(): Promise<void> }> {
  const holder = await test.pool.connect();
  await holder.query('begin');
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('imports ' || $1, 0))`, [
    firmId,
  ]);
  return {
    async end() {
      await holder.query('commit');
      holder.release();
    },
  };
}

/** Somebody of the firm is at work, and waits for the lock that `holdFiles` has. */
async function untilAtWork(): Promise<void> {
  const lock = sql<{
    count: number;
  }>`select count(*) from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await vi.waitFor(
    async () => expect((await lock.execute(test.db)).rows).toEqual([{ count: 1 }]),
    10_000,
  );
}

it('leaves both places of files to other firms, however many of one firm wait', async () => {
  const [busy, other] = [await aFirmWithAnEntry(), await aFirmWithAnEntry()];
  const held = await holdFiles(busy);
  const asked = Array.from({ length: 12 }, async (_, row) => upload(busy.token, row));
  const statuses: number[] = [];
  for (const answer of asked) void answer.then(({ statusCode }) => statuses.push(statusCode));
  await vi.waitFor(() => expect(statuses).toEqual([429, 429]), 10_000);
  const refused = (await Promise.race(asked)).json<{ message: string }>();
  const own = await upload(other.token, 1);
  await held.end();
  await Promise.all(asked);

  expect(refused.message).toContain('You have 10 files under way or waiting');
  expect(own.statusCode).toBe(200);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...many(10, 200), 429, 429]);
});

it('keeps no place for who has gone away, and does nothing for them', async () => {
  const busy = await aFirmWithAnEntry();
  const held = await holdFiles(busy);
  const first = upload(busy.token, 1);
  await untilAtWork();
  const answered: string[] = [];
  const open = async (_: unknown, row: number) => {
    const socket = await aSocket(rawUpload(busy.token, row + 2));
    return socket
      .setEncoding('utf8')
      .on('data', (text: string) => answered.push(text.slice(0, 12)));
  };
  const sockets = await Promise.all(Array.from({ length: 10 }, open));
  // Ten places: the tenth of them found none, so all the others stand in line.
  await vi.waitFor(() => expect(answered).toEqual(['HTTP/1.1 429']), 10_000);
  for (const socket of sockets) socket.destroy();
  await untilAllLeft();
  const last = upload(busy.token, 99);
  await held.end();
  expect([(await first).statusCode, (await last).statusCode]).toEqual([200, 200]);
  expect((await test.call('GET /imports', { token: busy.token })).json()).toMatchObject({
    count: 2,
  });
});

it('does nothing for who has gone away before an earlier answer of the connection', async () => {
  const busy = await aFirmWithAnEntry();
  const held = await holdFiles(busy);
  const first = upload(busy.token, 1);
  await untilAtWork();
  const came = vi.fn<() => void>();
  test.app.server.on('request', came);
  const socket = await aSocket(rawUpload(busy.token, 2) + rawUpload(busy.token, 3));
  await vi.waitFor(() => expect(came).toHaveBeenCalledTimes(2), 10_000);
  test.app.server.off('request', came);
  socket.destroy();
  await untilAllLeft();
  await held.end();
  expect([(await first).statusCode, (await upload(busy.token, 99)).statusCode]).toEqual([200, 200]);
  expect((await test.call('GET /imports', { token: busy.token })).json()).toMatchObject({
    count: 2,
  });
});

it('frees the place of a download whose client disconnected before it began', async () => {
  const busy = await aFirmWithAnEntry();
  const closed = exportEndpoints.createExport.replies[201].parse(
    (await test.call(closing, { token: busy.token })).json(),
  );
  const address = `/exports/${closed.data._id}/file`;
  const raw = request(`GET /core/api${address}`, {
    authorization: `Bearer ${busy.token}`,
    accept: fileTypes.csv,
  });
  // A user has ten places for downloads, and three connections to the database.
  for (let round = 0; round < 4; round += 1) {
    const holder = await test.pool.connect();
    await holder.query('begin');
    await holder.query('lock table exports');
    const sockets = await Promise.all([aSocket(raw), aSocket(raw), aSocket(raw)]);
    await untilWaiting(3);
    for (const socket of sockets) socket.destroy();
    await untilAllLeft();
    await holder.query('commit');
    holder.release();
    await untilWaiting(0);
  }
  expect((await test.call(`GET ${address}`, { token: busy.token })).statusCode).toBe(200);
});

async function untilWaiting(count: number): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(
    async () => expect((await waiting.execute(test.db)).rows).toHaveLength(count),
    10_000,
  );
}

function rawUpload(token: string, row: number): string {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    connection: 'keep-alive',
  };
  return request('POST /core/api/upload', headers, JSON.stringify(aFile(row)));
}

async function aSocket(bytes: string): Promise<Socket> {
  const { server } = test.app;
  const { port } = server.address() as AddressInfo; // it listens on a port
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => resolve(socket)));
  });
}

async function untilAllLeft(): Promise<void> {
  const { server } = test.app;
  await vi.waitFor(
    async () => expect(await promisify(server.getConnections.bind(server))()).toBe(0),
    10_000,
  );
}

it.each([
  ['blocked', async () => ({ status: userStatus.blocked }), 401],
  ['no admin any more', async () => ({ role: role.attorney }), 403],
  ['of another firm', async () => ({ firmId: (await aFirm(test.db)).id }), 401],
])('asks who has waited once more whether they may: %s', async (_, changed, status) => {
  const busy = await aFirmWithAnEntry();
  const colleague = await aUser(test.db, { firm: busy.firm, role: role.attorneyAdmin });
  const token = await test.signIn(colleague);
  const held = await holdFiles(busy);
  const first = upload(busy.token, 1);
  await untilAtWork();
  // The session is marked as used once the door is behind the request, and the line is next.
  test.clock.advance(minutes(2));
  const waited = upload(token, 2);
  const used = test.db.selectFrom('sessions').select('seenAt').where('userId', '=', colleague.id);
  await vi.waitFor(
    async () => expect(await used.execute()).toEqual([{ seenAt: test.clock.now() }]),
    10_000,
  );
  await test.db
    .updateTable('users')
    .set(await changed())
    .where('id', '=', colleague.id)
    .execute();
  await held.end();
  expect((await first).statusCode).toBe(200);
  expect((await waited).statusCode).toBe(status);
  expect((await test.call('GET /imports', { token: busy.token })).json()).toMatchObject({
    count: 1,
  });
});

async function aFirmWithAnEntry(): Promise<{
  firm: { id: string; domain: string };
  firmId: string;
  token: string;
}> {
  const firm = await aFirm(test.db);
  const admin = await aUser(test.db, { firm, role: role.attorneyAdmin });
  await anEntry(test.db, {
    firm,
    attorney: admin,
    matter: await aMatter(test.db, firm),
    type: await aDisbursementType(test.db, firm),
  });
  return { firm, firmId: firm.id, token: await test.signIn(admin) };
}
