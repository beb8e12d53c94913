import { expect, it } from 'vitest';
import { crafted, digestOf, onEmpty } from '../../test/backup-files.ts';
import { useBackupAtBounds } from '../../test/backup-at-bounds.ts';
import { restore } from './backup.ts';
import { deepIt } from '../../test/deep.ts';

const { test, file, refusalOf, restored } = useBackupAtBounds();

deepIt('restores values that earlier versions accepted', async () => {
  await onEmpty(async (url) => {
    await restore(url, { file: file() });
    expect(await digestOf(url)).toEqual(await digestOf(test.databaseUrl));
  });
});

// Other rows: `restore-bounds.deep.test.ts`.
it.each([
  ['entries', 'amount_cents', '1000010000000001'],
  ['entries', 'date', 'infinity'],
  ['exports', 'row_count', '-1'],
])('rejects a row of %s whose %s is %s, and restores nothing', async (table, column, value) => {
  const [words, row] = [
    `a row of ${table} that Recoup does not take: ${column} is `,
    / in the row [\da-f]{8}-.*\.$/,
  ];
  const failure = await restored({ table, column, value });
  expect(failure).toContain(words);
  expect(failure).toMatch(row);
});

it.each(['amount_cents'])(
  'rejects kept sums whose %s are not those of the entries',
  async (column) => {
    expect(await restored({ table: 'entry_days', column, value: '7' })).toMatch(
      / holds a row of entry_days whose sums are not those of the entries: the row [\da-f]{8}-/,
    );
  },
);

it('rejects entries without kept sums', async () => {
  const words = await refusalOf(
    crafted(({ rows, said }) => {
      rows.set('entry_days', []);
      said.entry_days = 0;
    }),
  );
  expect(words).toContain('a row of entry_days whose sums are not those of the entries');
});
