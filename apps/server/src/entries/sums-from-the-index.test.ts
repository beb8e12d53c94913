import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { useApp } from '../../test/app.ts';
import { aFirm } from '../../test/factories.ts';
import { createFirmScope } from '../platform/core/actor.ts';
import { entrySums } from './recoveries.repository.ts';

const test = useApp();

it('reads the sums of a firm from the index of its days alone', async () => {
  const firm = await aFirm(test.db);
  const sums = test.db
    .selectFrom('entryDays')
    .where('firmId', '=', firm.id)
    .select(entrySums(createFirmScope(firm.id), 'entry_days'))
    .compile();
  const plan = await test.db.transaction().execute(async (trx) => {
    // A table of few rows would be read as a whole.
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    return trx.executeQuery({ ...sums, sql: `explain ${sums.sql}` });
  });
  expect(JSON.stringify(plan.rows)).toContain('Index Only Scan using entry_days_pkey');
});
