import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { withCutConnection } from '../../../test/cut-connections.ts';
import { aDisbursementType, aFirm, aMatter, aUser } from '../../../test/factories.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import { connect } from '../../platform/database/connections.ts';
import { createPool } from '../../platform/database/pool.ts';
import { readExportLines } from './lines.repository.ts';
import { deepIt } from '../../../test/deep.ts';

const test = useApp();
const rows = 6_000;

deepIt('rejects a slow reader whose connection was cut, and nothing else', async () => {
  const firm = await aFirm(test.db);
  const attorney = await aUser(test.db, { firm });
  const [matter, type] = [await aMatter(test.db, firm), await aDisbursementType(test.db, firm)];
  await sql`insert into entries (id, firm_id, attorney_id, created_by, matter_id,
      disbursement_type_id, date, amount_cents)
    select gen_random_uuid(), ${firm.id}, ${attorney.id}, ${attorney.id}, ${matter.id}, ${type.id},
      '2026-03-01', n from generate_series(1, ${rows}::int) n`.execute(test.db);
  const read = async (): Promise<number> => {
    const db = connect(createPool(test.databaseUrl, { max: 1 }));
    let count = 0;
    try {
      await db.transaction().execute(async (trx) => {
        const what = { open: {}, extras: [] };
        for await (const lines of readExportLines(trx, createFirmScope(firm.id), what)) {
          count += lines.length;
          // Longer than a closed socket needs to be noticed.
          for (let turns = 0; turns < 100; turns += 1) await yieldToEventLoop();
        }
      });
    } catch {
      return -1;
    } finally {
      await db.destroy();
    }
    return count;
  };
  expect(await read()).toBe(rows);
  const found: number[] = [];
  for (let at = 1, isThere = true; isThere; at += 1)
    isThere = await withCutConnection({ at, when: 'before' }, async () => {
      found.push(await read());
    });
  // The last one had fewer statements.
  expect(found.at(-1)).toBe(rows);
  expect(new Set(found.slice(0, -1))).toEqual(new Set([-1]));
  expect(found.length).toBeGreaterThan(6);
});
