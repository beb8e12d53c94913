import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';

const test = useApp();

it('sends a code to the new cell if the request waits for a change of the cell', async () => {
  const cell = '0831000001';
  const user = await test.anAdmin({ cell });
  const change = await test.db.startTransaction().execute();
  await change.updateTable('users').set({ cell: '0849990001' }).where('id', '=', user.id).execute();
  const reply = test.call(`GET /v2/sendOtp?email=${user.email}`, { from: '10.9.0.1' });
  const waiting = async () =>
    (await sql`select from pg_locks where not granted`.execute(test.db)).rows;
  await expect.poll(waiting).not.toEqual([]);
  await change.commit().execute();
  expect(await reply).toAnswer(200);
  expect((await test.sms()).at(-1)?.to).toBe('0849990001');
});
