import { role, userStatus } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { request } from '../../../test/raw-http.ts';
import { minutes } from './clock.ts';

import { aFirmWithAnEntry, aSocket, many, untilAllLeft } from '../../../test/limited-requests.ts';

const test = useApp();
beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});

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

/** A user of the firm sends a request that waits for the lock of `holdFiles`. */
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

it('leaves both places of files for other firms while many of one firm wait', async () => {
  const [busy, other] = [await aFirmWithAnEntry(test), await aFirmWithAnEntry(test)];
  const held = await holdFiles(busy);
  const requested = Array.from({ length: 12 }, async (_, row) => upload(busy.token, row));
  const statuses: number[] = [];
  for (const answer of requested) void answer.then(({ statusCode }) => statuses.push(statusCode));
  await vi.waitFor(() => expect(statuses).toEqual([429, 429]), 10_000);
  const refused = (await Promise.race(requested)).json<{ message: string }>();
  const own = await upload(other.token, 1);
  await held.end();
  await Promise.all(requested);

  expect(refused.message).toContain('You have 10 files in progress or waiting');
  expect(own).toAnswer(200);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...many(10, 200), 429, 429]);
});

it('keeps no place and does nothing for a disconnected client', async () => {
  const busy = await aFirmWithAnEntry(test);
  const held = await holdFiles(busy);
  const first = upload(busy.token, 1);
  await untilAtWork();
  const answered: string[] = [];
  const open = async (_: unknown, row: number) => {
    const socket = await aSocket(test, rawUpload(busy.token, row + 2));
    return socket
      .setEncoding('utf8')
      .on('data', (text: string) => answered.push(text.slice(0, 12)));
  };
  const sockets = await Promise.all(Array.from({ length: 10 }, open));
  // Ten places: the tenth of them found none, so all the others stand in line.
  await vi.waitFor(() => expect(answered).toEqual(['HTTP/1.1 429']), 10_000);
  for (const socket of sockets) socket.destroy();
  await untilAllLeft(test);
  const last = upload(busy.token, 99);
  await held.end();
  expect([(await first).statusCode, (await last).statusCode]).toEqual([200, 200]);
  expect(await test.call('GET /imports', { token: busy.token })).toAnswer({ count: 2 });
});

it('does nothing for a client that disconnected before an earlier response', async () => {
  const busy = await aFirmWithAnEntry(test);
  const held = await holdFiles(busy);
  const first = upload(busy.token, 1);
  await untilAtWork();
  const came = vi.fn<() => void>();
  test.app.server.on('request', came);
  const socket = await aSocket(test, rawUpload(busy.token, 2) + rawUpload(busy.token, 3));
  await vi.waitFor(() => expect(came).toHaveBeenCalledTimes(2), 10_000);
  test.app.server.off('request', came);
  socket.destroy();
  await untilAllLeft(test);
  await held.end();
  expect([(await first).statusCode, (await upload(busy.token, 99)).statusCode]).toEqual([200, 200]);
  expect(await test.call('GET /imports', { token: busy.token })).toAnswer({ count: 2 });
});

function rawUpload(token: string, row: number): string {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    connection: 'keep-alive',
  };
  return request('POST /core/api/upload', headers, JSON.stringify(aFile(row)));
}

it.each([
  ['blocked', async () => ({ status: userStatus.blocked }), 401],
  ['no admin any more', async () => ({ role: role.attorney }), 403],
  ['of another firm', async () => ({ firmId: (await test.aFirm()).id }), 401],
])('checks the rights again after a wait: %s', async (_, changed, status) => {
  const busy = await aFirmWithAnEntry(test);
  const colleague = await test.anAdmin({ firm: busy.firm });
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
  await test.updateRows('users', { id: colleague.id }, await changed());
  await held.end();
  expect(await first).toAnswer(200);
  expect(await waited).toAnswer(status);
  expect(await test.call('GET /imports', { token: busy.token })).toAnswer({ count: 1 });
});
