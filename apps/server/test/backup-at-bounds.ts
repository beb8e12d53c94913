import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import { createBackup } from '../src/backup/backup.ts';
import { type TestApp, useApp } from './app.ts';
import { crafted, useBackup } from './backup-files.ts';
import { aBusyFirm } from './busy-firm.ts';
import { aFirmOfSums } from './firm-of-sums.ts';

/** The bounds of earlier versions. */
const before = {
  amountCents: 1_000_010_000_000_000n,
  minutes: 100_000,
  quantity: 100_000,
  times: 2,
};

/** The backup of a firm with the largest values, and what a changed copy of it is answered. */
export function useBackupAtBounds() {
  const test = useApp();
  const { file, refusalOf } = useBackup(async (place) => {
    const busy = await aBusyFirm(test, 'Naledi');
    await reverse(test, busy.entry.id);
    await aFirmOfSums(test, [
      { ...before, date: '0001-01-01' },
      { ...before, date: '9999-12-31' },
    ]);
    await createBackup(test.databaseUrl, { file: place, now: test.clock.now() });
  });

  /** The error for a file whose first row of the table has another value. */
  const restored = async ({
    table,
    column,
    value,
  }: {
    table: string;
    column: string;
    value: string;
  }): Promise<string> =>
    refusalOf(
      crafted(({ head, rows }) => {
        const at = head.tables.find(({ name }) => name === table)?.columns.indexOf(column) ?? -1;
        const [first = '', ...others] = rows.get(table) ?? [];
        rows.set(table, [first.split('\t').with(at, value).join('\t'), ...others]);
      }),
    );

  return { test, file, refusalOf, restored };
}

async function reverse({ db }: TestApp, id: string): Promise<void> {
  await sql`
    insert into entries (id, firm_id, attorney_id, matter_id, disbursement_type_id, date, minutes,
      quantity, amount_cents, created_by, reverses, reversal_reason)
    select ${newId()}, firm_id, attorney_id, matter_id, disbursement_type_id, date, -minutes,
      -quantity, -amount_cents, created_by, id, 'Not ours'
    from entries where id = ${id}`.execute(db);
}
