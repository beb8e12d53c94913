import { expect, it, onTestFinished } from 'vitest';
import { keyRequests } from '../../test/api-keys.ts';
import { useApp } from '../../test/app.ts';
import { aBusyFirm } from '../../test/busy-firm.ts';
import { countLockWaits } from '../../test/lock-waits.ts';

const test = useApp();
const { make, ask } = keyRequests(test);

it('leaves the people of a firm their turns beside its busy keys', async () => {
  const { admin, attorney, firm, entry } = await aBusyFirm(test, 'Alpha');
  const keys = [await make(admin.token), await make(admin.token), await make(admin.token)];
  const holder = await test.pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin');
  await holder.query('select from entries where firm_id = $1 for update', [firm.id]);
  const correction = { narration: 'Another word', reason: 'A wrong word' };
  const requested = keys.flatMap(({ key }) =>
    Array.from({ length: 4 }, () => ask(key, `PUT /entries/${entry.id}`, correction)),
  );
  // As many as one person has: three of the eight connections of a process.
  await expect.poll(() => countLockWaits(test.db)).toBe(3);
  for (const token of [admin.token, attorney.token])
    expect(await ask(token, 'GET /entries')).toBe(200);
  expect(await countLockWaits(test.db)).toBe(3);
  await holder.query('rollback');
  // The lines of an export cannot be corrected.
  expect(new Set(await Promise.all(requested))).toEqual(new Set(['entry_is_locked']));
});
