import { fileTypes } from '@recoup/contract/exports/files';
import { exportEndpoints } from '@recoup/contract/exports/endpoints';
import { beforeAll, expect, it, vi } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { request } from '../../../test/raw-http.ts';

import { aFirmWithAnEntry, aSocket, many, untilAllLeft } from '../../../test/limited-requests.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';

const test = useApp();
beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});

const closing = 'POST /exports';
const download = 'GET /download';
const reopening = 'PUT /exports/{id}/reopening';

/** The request, the lock that it waits for, and the status of those that got a place. */
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
  'leaves connections for other firms while many of one firm wait with $what',
  async ({ what, hold, served }) => {
    const [busy, other] = [await aFirmWithAnEntry(test), await aFirmWithAnEntry(test)];
    const [asking, elsewhere] = [await callOf(what, busy), await callOf(what, other)];
    const holder = await test.pool.connect();
    await holder.query('begin');
    await holder.query(hold, [busy.firmId]);
    const requested = Array.from({ length: 12 }, asking);
    const statuses: number[] = [];
    for (const answer of requested) void answer.then(({ statusCode }) => statuses.push(statusCode));
    await vi.waitFor(() => expect(statuses).toEqual([429, 429]), 10_000);
    const refused = (await Promise.race(requested)).json<{ code: string; message: string }>();
    const own = await elsewhere();
    await holder.query('commit');
    holder.release();
    await Promise.all(requested);

    expect(refused).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringContaining('You have 10 exports in progress or waiting'),
    });
    expect(own.statusCode).toBe(served[0]);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...served, 429, 429]);
    // The line is empty again.
    expect(await (await callOf(download, busy))()).toAnswer(200);
  },
);

async function callOf(what: string, { token }: { token: string }) {
  if (what !== reopening)
    return async () => test.call(what, { token, headers: { accept: fileTypes.csv } });
  const closed = exportEndpoints.createExport.replies[201].parse(
    (await test.call(closing, { token })).json(),
  );
  return async () =>
    test.call(what.replace('{id}', closed.data._id), { token, body: { reason: 'A wrong rate' } });
}

it('frees the place of a download whose client disconnected before it began', async () => {
  const busy = await aFirmWithAnEntry(test);
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
    const sockets = await Promise.all([aSocket(test, raw), aSocket(test, raw), aSocket(test, raw)]);
    await expect.poll(() => countLockWaits(test.db)).toBe(3);
    for (const socket of sockets) socket.destroy();
    await untilAllLeft(test);
    await holder.query('commit');
    holder.release();
    await expect.poll(() => countLockWaits(test.db)).toBe(0);
  }
  expect(await test.call(`GET ${address}`, { token: busy.token })).toAnswer(200);
});
