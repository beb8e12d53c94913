import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { countFailure, giveBack, take } from './limits.repository.ts';

const test = useApp();
const rule = { from: 5, firstWaitMs: 5_000, longestWaitMs: 60_000, windowMs: 60_000 };

it('lets nothing else of a transaction be forgotten by a power cut', async () => {
  const [key, now] = ['network:192.0.2.7', test.clock.now()];
  const shown = await test.db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = on`.execute(trx);
    await take(trx, { key, now, max: 3, windowMs: 60_000 });
    await countFailure(trx, { key, now, rule });
    await giveBack(trx, key);
    return sql<{ value: string }>`select current_setting('synchronous_commit') as value`.execute(trx);
  });
  expect(shown.rows).toEqual([{ value: 'on' }]);
});

it('leaves nothing behind on a connection for those who come after it', async () => {
  const [key, now] = ['network:192.0.2.8', test.clock.now()];
  await test.db.connection().execute(async (one) => {
    await sql`set synchronous_commit = on`.execute(one);
    await take(one, { key, now, max: 3, windowMs: 60_000 });
    await countFailure(one, { key, now, rule });
    await giveBack(one, key);
    const { rows } = await sql<{ value: string }>`select current_setting('synchronous_commit') as value`.execute(one);
    expect(rows).toEqual([{ value: 'on' }]);
    await sql`reset synchronous_commit`.execute(one);
  });
});
