import { role } from '@recoup/contract/access';
import { fileTypes } from '@recoup/contract/export-files';
import { expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aDisbursementType, aFirm, aMatter, anEntry, aUser } from '../../test/factories.ts';

const test = useApp();

it.each(['POST /exports', 'GET /download'])('leaves connections to other firms, however many of one firm wait with %s', async (what) => {
  const [busy, other] = [await aFirmWithAnEntry(), await aFirmWithAnEntry()];
  const holder = await test.pool.connect();
  await holder.query('begin');
  // No line of the firm can be kept before this ends.
  await holder.query(`select pg_advisory_xact_lock(hashtextextended($1 || $2, 0))`, [
    what === 'POST /exports' ? 'closing exports ' : 'exports ',
    busy.firmId,
  ]);
  const ask = { token: busy.token, headers: { accept: fileTypes.csv } };
  const asked = Array.from({ length: 12 }, async () => test.call(what, ask));
  const statuses: number[] = [];
  for (const answer of asked) void answer.then(({ statusCode }) => statuses.push(statusCode));
  await vi.waitFor(() => expect(statuses).toEqual([429, 429]), 10_000);
  const refused = (await Promise.race(asked)).json<{ code: string; message: string }>();
  const own = await test.call(what, { token: other.token, headers: ask.headers });
  await holder.query('commit');
  holder.release();
  await Promise.all(asked);

  expect(refused).toMatchObject({ code: 'too_many_requests', message: expect.stringContaining('10 exports under way or waiting') });
  expect(own.statusCode).toBe(what === 'POST /exports' ? 201 : 200);
  const served = what === 'POST /exports' ? [201, ...Array<number>(9).fill(404)] : Array<number>(10).fill(200);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...served, 429, 429]);
  // The line is empty again.
  expect((await test.call('GET /download', ask)).statusCode).toBe(200);
});

it('leaves both places of files to other firms, however many of one firm wait', async () => {
  const [busy, other] = [await aFirmWithAnEntry(), await aFirmWithAnEntry()];
  const holder = await test.pool.connect();
  await holder.query('begin');
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('imports ' || $1, 0))`, [busy.firmId]);
  const upload = async (token: string, row: number) => test.call('POST /upload', { token, body: { fileStream: `Ref,Name\n${row},x\n` } });
  const asked = Array.from({ length: 12 }, async (_, row) => upload(busy.token, row));
  const statuses: number[] = [];
  for (const answer of asked) void answer.then(({ statusCode }) => statuses.push(statusCode));
  await vi.waitFor(() => expect(statuses).toEqual([429, 429]), 10_000);
  const refused = (await Promise.race(asked)).json<{ message: string }>();
  const own = await upload(other.token, 1);
  await holder.query('commit');
  holder.release();
  await Promise.all(asked);

  expect(refused.message).toContain('10 files under way or waiting');
  expect(own.statusCode).toBe(200);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(10).fill(200), 429, 429]);
});

async function aFirmWithAnEntry(): Promise<{ firmId: string; token: string }> {
  const firm = await aFirm(test.db);
  const admin = await aUser(test.db, { firm, role: role.attorneyAdmin });
  await anEntry(test.db, { firm, attorney: admin, matter: await aMatter(test.db, firm), type: await aDisbursementType(test.db, firm) });
  return { firmId: firm.id, token: await test.signIn(admin) };
}
