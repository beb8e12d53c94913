import { expect, it } from 'vitest';
import { crafted } from '../../test/backup-files.ts';
import { useBackupAtBounds } from '../../test/backup-at-bounds.ts';

const { refusalOf, restored } = useBackupAtBounds();

it.each([
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
])('rejects a row of %s whose %s is %s, and restores nothing', async (table, column, value) => {
  const [words, row] = [
    `a row of ${table} that Recoup does not take: ${column} is `,
    / in the row [\da-f]{8}-.*\.$/,
  ];
  const failure = await restored({ table, column, value });
  expect(failure).toContain(words);
  expect(failure).toMatch(row);
});

it.each(['minutes', 'count'])(
  'rejects kept sums whose %s are not those of the entries',
  async (column) => {
    expect(await restored({ table: 'entry_days', column, value: '7' })).toMatch(
      / holds a row of entry_days whose sums are not those of the entries: the row [\da-f]{8}-/,
    );
  },
);

it.each([
  ['amount_cents', '-1'],
  ['vat_included', 't'],
])('rejects a reversal of another %s than its entry has', async (column, value) => {
  const words = await refusalOf(
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
  expect(words).toMatch(/takes back another sum than that of its entry in the row [\da-f]{8}-/);
});
