import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { crafted, rewritten, useBackup } from '../../test/backup-files.ts';
import { deepIt } from '../../test/deep.ts';
import { seedDemo } from '../seeds/demo.ts';
import { createBackup } from './backup.ts';

const test = useApp();
/** The backup of the demo. */
const { refusalOf } = useBackup(async (file) => {
  await test.db
    .transaction()
    .execute(async (trx) => seedDemo(trx, new Date('2026-03-18T08:00:00Z')));
  for (const action of ['one', 'two', 'three']) await test.insertRows('auditLog', { action });
  await createBackup(test.databaseUrl, { file, now: test.clock.now() });
});
const session = ['id', 'user_id', 'token_hash', 'kind'];

type Crafted = [name: string, change: (bytes: Buffer) => Buffer, message: RegExp];
async function rejects(...[, change, message]: Crafted): Promise<void> {
  expect(await refusalOf(change)).toMatch(message);
}

it.each<Crafted>([
  [
    'smuggles in sessions, and says nothing of them',
    crafted(({ head, rows }) => {
      head.tables.push({ name: 'sessions', columns: session });
      rows.set('sessions', ['a\tb\tc\tfull']);
    }),
    /holds the table sessions, which no backup of Recoup holds/,
  ],
  [
    'lacks a table',
    crafted(({ head, said }) => delete said[head.tables.pop()?.name ?? '']),
    /lacks the table webhooks/,
  ],
  [
    'has a row more than its last line says',
    crafted(({ rows }) => {
      const lines = rows.get('audit_log') ?? [];
      rows.set('audit_log', lines.concat(lines.map((row) => row.replace(/^/, '9'))));
    }),
    /holds 6 rows of audit_log, and its last line says 3/,
  ],
  [
    'does not count a table',
    crafted(({ said }) => delete said.users),
    /of users, and its last line says nothing of them/,
  ],
  [
    'has a row over two lines',
    crafted(({ rows, said }) => {
      const lines = rows.get('audit_log') ?? [];
      rows.set(
        'audit_log',
        lines.map((row) => row.replace('\tone\t', '\to\\\nne\t')),
      );
      said.audit_log = 4;
    }),
    /holds 3 rows of audit_log, and its last line says 4/,
  ],
  [
    'has bytes behind its end',
    (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x\n')]),
    /is cut off or was altered/,
  ],
  ['is no backup', () => Buffer.from('hello'), /is no backup of Recoup|cut off or was altered/],
  [
    'has another schema',
    rewritten((text) => text.replace(/"[^"]+"\],"tables"/, '"9999-later"],"tables"')),
    /is of schema 9999-later, and this Recoup has schema \d{4}-/,
  ],
  [
    'breaks a key',
    crafted(({ rows, said }) => {
      const others = (rows.get('users') ?? []).filter((row) => !row.includes('@nkosi'));
      said.users = others.length;
      rows.set('users', others);
    }),
    /holds rows that the database refuses: .*foreign key/,
  ],
])('rejects a file that %s, and restores nothing of it', rejects);

deepIt.each<Crafted>([
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
    crafted(({ head }) => head.tables.push(...head.tables.slice(0, 1))),
    /holds the table \w+ twice/,
  ],
  [
    'has a column more',
    crafted(({ head }) => head.tables[0]?.columns.push('pg_sleep')),
    /holds the column pg_sleep of \w+, which/,
  ],
  [
    'has a sequence more',
    crafted(({ head }) => head.sequences.push({ name: 'other', value: '1', isCalled: true })),
    /holds the sequence other, which/,
  ],
  [
    'counts a table that it does not hold',
    crafted(({ said }) => (said.sessions = 0)),
    /counts rows of sessions in its last line/,
  ],
  [
    'ends a table in a way of its own',
    crafted(({ rows }) => {
      const lines = rows.get('audit_log') ?? [];
      const ended = lines.flatMap((row, at) => [...(at === 1 ? ['\\.\r'] : []), `${row}\r`]);
      rows.set('audit_log', ended);
    }),
    /audit_log|refuses/,
  ],
  [
    'has a name with a control character',
    crafted(({ head }) => head.tables.push({ name: '\u001b[2J', columns: ['a'] })),
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
])('rejects a file that %s, and restores nothing of it', rejects);
