import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { crafted, rewritten } from '../../test/backup-files.ts';
import { useBackupOfDemo } from '../../test/backup-of-demo.ts';

const { refusalOf } = useBackupOfDemo();

it.each([
  [
    'has a table more',
    crafted(({ head, said }) => {
      head.tables.push({ name: 'kysely_migration', columns: ['name'] });
      said.kysely_migration = 0;
    }),
    /holds the table kysely_migration, which this schema does not have/,
  ],
  [
    'has a table twice',
    crafted(({ head }) => {
      head.tables.push(...head.tables.slice(0, 1));
    }),
    /holds the table \w+ twice/,
  ],
  [
    'has a column more',
    crafted(({ head }) => {
      head.tables[0]?.columns.push('pg_sleep');
    }),
    /holds the column pg_sleep of \w+, which/,
  ],
  [
    'has a sequence more',
    crafted(({ head }) => {
      head.sequences.push({ name: 'other', value: '1', isCalled: true });
    }),
    /holds the sequence other, which/,
  ],
  [
    'counts a table that it does not hold',
    crafted(({ said }) => {
      said.sessions = 0;
    }),
    /counts rows of sessions in its last line/,
  ],
  [
    'ends a table in a way of its own',
    crafted(({ rows }) => {
      rows.set(
        'audit_log',
        (rows.get('audit_log') ?? []).flatMap((row, at) =>
          at === 1 ? ['\\.\r', `${row}\r`] : [`${row}\r`],
        ),
      );
    }),
    /audit_log|refuses/,
  ],
  [
    'has a name with a control character',
    crafted(({ head }) => {
      head.tables.push({ name: '\u001b[2J', columns: ['a'] });
    }),
    /is no backup of Recoup/,
  ],
  [
    'has a header without an end',
    () => gzipSync(Buffer.alloc(20 * 1024 * 1024, '{')),
    /is cut off or was altered/,
  ],
  [
    'has a row without an end',
    rewritten((text) => `${text.slice(0, text.indexOf('\n') + 1)}${'x'.repeat(65 * 1024 * 1024)}`),
    /is cut off or was altered/,
  ],
  [
    'has a second file behind it',
    (bytes: Buffer) => Buffer.concat([bytes, gzipSync('x\n')]),
    /is cut off or was altered/,
  ],
  ['is a gzip of something else', () => gzipSync('hello\n'), /is no backup of Recoup/],
  [
    'has a later format',
    rewritten((text) => text.replace('"version":1', '"version":2')),
    /has format 2, and this Recoup reads format 1/,
  ],
])('rejects a file that %s, and restores nothing of it', async (_, change, words) => {
  expect(await refusalOf(change)).toMatch(words);
});
