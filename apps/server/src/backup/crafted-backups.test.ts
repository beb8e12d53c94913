import { expect, it } from 'vitest';
import { crafted, rewritten } from '../../test/backup-files.ts';
import { useBackupOfDemo } from '../../test/backup-of-demo.ts';

const { refusalOf } = useBackupOfDemo();
const session = ['id', 'user_id', 'token_hash', 'kind'];

// Others: `crafted-backups.deep.test.ts`.
it.each([
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
      rows
        .get('audit_log')
        ?.push(
          ...(rows.get('audit_log') ?? []).map((row) => row.replace(/^\d+/, (id) => `9${id}`)),
        );
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
      const [first = '', ...others] = rows.get('audit_log') ?? [];
      rows.set('audit_log', [first.replace('one', 'o\\\nne'), ...others]);
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
])('rejects a file that %s, and restores nothing of it', async (_, change, words) => {
  expect(await refusalOf(change)).toMatch(words);
});
