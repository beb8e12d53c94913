import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { crafted, digestOf, onEmpty, useBackup } from '../../test/backup-files.ts';
import { type TestApp, useApp } from '../../test/app.ts';
import { aBusyFirm } from '../../test/busy-firm.ts';
import { aFirmOfSums } from '../../test/firm-of-sums.ts';
import { createBackup, restore } from './backup.ts';
import { deepIt } from '../../test/deep.ts';

/** The bounds of earlier versions. */
const before = {
  amountCents: 1_000_010_000_000_000n,
  minutes: 100_000,
  quantity: 100_000,
  times: 2,
};

const test = useApp();
/** The backup of a firm with the largest values. */
const { file, refusalOf } = useBackup(async (place) => {
  const busy = await aBusyFirm(test, 'Naledi');
  await reverse(test, busy.entry.id);
  await aFirmOfSums(test, [
    { ...before, date: '0001-01-01' },
    { ...before, date: '9999-12-31' },
  ]);
  await createBackup(test.databaseUrl, { file: place, now: test.clock.now() });
});

const noValue = String.raw`\N`;

/** The error for a file whose first row of the table, that is no reversal, has another value. */
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
      const columns = head.tables.find(({ name }) => name === table)?.columns ?? [];
      const cells = (rows.get(table) ?? []).map((line) => line.split('\t'));
      const isReversal = (row: readonly string[]) =>
        (row[columns.indexOf('reverses')] ?? noValue) !== noValue;
      const chosen = cells.findIndex((row) => !isReversal(row));
      const changed = cells.map((row, at) =>
        at === chosen ? row.with(columns.indexOf(column), value) : row,
      );
      rows.set(
        table,
        changed.map((row) => row.join('\t')),
      );
    }),
  );

async function reverse({ db }: TestApp, id: string): Promise<void> {
  await sql`
    insert into entries (id, firm_id, attorney_id, matter_id, disbursement_type_id, date, minutes,
      quantity, amount_cents, created_by, reverses, reversal_reason)
    select ${newId()}, firm_id, attorney_id, matter_id, disbursement_type_id, date, -minutes,
      -quantity, -amount_cents, created_by, id, 'Not ours'
    from entries where id = ${id}`.execute(db);
}

deepIt('restores values that earlier versions accepted', async () => {
  await onEmpty(async (url) => {
    await restore(url, { file: file() });
    expect(await digestOf(url)).toEqual(await digestOf(test.databaseUrl));
  });
});

async function rejectsRow(table: string, column: string, value: string): Promise<void> {
  const failure = await restored({ table, column, value });
  expect(failure).toContain(`a row of ${table} that Recoup does not take: ${column} is `);
  expect(failure).toMatch(/ in the row [\da-f]{8}-.*\.$/);
}
it.each([
  ['entries', 'amount_cents', '1000010000000001'],
  ['entries', 'date', 'infinity'],
  ['exports', 'row_count', '-1'],
])('rejects a row of %s whose %s is %s, and restores nothing', rejectsRow);
deepIt.each([
  ['entries', 'amount_cents', '9223372036854775807'],
  ['entries', 'minutes', '100001'],
  ['entries', 'quantity', '100001'],
  ['entries', 'date', '294276-01-01'],
  ['entries', 'date', '0044-03-15 BC'],
  ['entries', 'created_at', 'infinity'],
  ['matters', 'created_at', '-infinity'],
  ['call_fee_bands', 'charge_cents', '10000000001'],
  ['call_fee_bands', 'additional_minutes', '2147483647'],
  ['rate_change_entries', 'amount_cents', '1000010000000001'],
  ['exports', 'sum_cents', '9'.repeat(40)],
  ['extensions', 'valid_until', '294276-01-01'],
])('rejects a row of %s whose %s is %s, and restores nothing', rejectsRow);

async function rejectsSums(column: string): Promise<void> {
  expect(await restored({ table: 'entry_days', column, value: '7' })).toMatch(
    / holds a row of entry_days whose sums are not those of the entries: the row [\da-f]{8}-/,
  );
}
it.each(['amount_cents'])('rejects kept sums whose %s are not those of the entries', rejectsSums);
deepIt.each(['minutes', 'count'])(
  'rejects kept sums whose %s are not those of the entries',
  rejectsSums,
);

it('rejects entries without kept sums', async () => {
  const text = await refusalOf(
    crafted(({ rows, said }) => {
      rows.set('entry_days', []);
      said.entry_days = 0;
    }),
  );
  expect(text).toContain('a row of entry_days whose sums are not those of the entries');
});

deepIt.each([
  ['amount_cents', '-1'],
  ['vat_included', 't'],
])('rejects a reversal of another %s than its entry has', async (column, value) => {
  const message = await refusalOf(
    crafted(({ head, rows }) => {
      const columns = head.tables.find(({ name }) => name === 'entries')?.columns ?? [];
      const reverses = columns.indexOf('reverses');
      const changed = (rows.get('entries') ?? []).map((row) => {
        const cells = row.split('\t');
        return cells[reverses] === '\\N'
          ? row
          : cells.with(columns.indexOf(column), value).join('\t');
      });
      rows.set('entries', changed);
    }),
  );
  expect(message).toMatch(/takes back another sum than that of its entry in the row [\da-f]{8}-/);
});
