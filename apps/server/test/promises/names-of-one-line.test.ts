import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../app.ts';
import { packageRoot } from '../../src/platform/core/package-root.ts';

const test = useApp();
const tokens = { system: '', admin: '' };
const firm = { id: '', domain: '', name: '' };
const notOneLine = 'Must be one line without control characters.';

beforeAll(async () => {
  Object.assign(firm, await test.aFirm());
  await test.aDisbursementType(firm, { title: 'Call' });
  tokens.system = await test.signInAs({ firm: null });
  tokens.admin = await test.signInAdmin({ firm });
});

const attorney = (name: string) => ({
  role: 0,
  firm: firm.id,
  name,
  email: `a${newId().slice(-12)}@${firm.domain}`,
  cell: '0825550111',
  password: 'lantern-harbour-quiet-7',
});

it.each([
  [
    'POST /firms',
    'system',
    (name: string) => ({ name, domains: [`d${newId().slice(-12)}.co.za`] }),
  ],
  ['POST /register', 'admin', attorney],
  ['POST /disbursements', 'admin', (title: string) => ({ title })],
  [
    'POST /upload',
    'admin',
    (fileName: string) => ({ fileStream: 'Matter Number,Description\nM1,Lease\n', fileName }),
  ],
] as const)(
  'rejects controls in the name of %s, and stores it without invisible marks',
  async (what, who, body) => {
    const token = tokens[who];
    for (const bad of [
      'Two\nlines',
      'Bell\u0007rings',
      '\u001b[2Jgone',
      'Line\u2028end',
      'No\uFFFExml',
    ]) {
      const reply = await test.call(what, { token, body: body(bad) });
      expect([reply.statusCode, Object.values(reply.json<{ fields: object }>().fields)]).toEqual([
        400,
        [notOneLine],
      ]);
    }
    const good = await test.call(what, {
      token,
      body: body(`\u202eMoko\u200bena\u2069 ${what.length}\ufeff`),
    });
    expect(good.statusCode).toBeLessThan(300);
    const stored = await sql<{
      name: string;
    }>`select name from firms union all select name from users
      union all select title from disbursement_types
    union all select file_name from imports`.execute(test.db);
    expect(stored.rows.map(({ name }) => name)).toContain(`Mokoena ${what.length}`);
  },
);

it.each([
  ['Call', 'Ca\u200bll\u200d'],
  ['Caf\u00e9', 'Cafe\u0301'],
])(
  'rejects a second type beside %s with invisible differences, and finds the first',
  async (title, same) => {
    await test.call('POST /disbursements', { token: tokens.admin, body: { title } });
    const reply = await test.call('POST /disbursements', {
      token: tokens.admin,
      body: { title: same },
    });
    expect(reply).toAnswer(409);
    const found = await test.call(
      `GET /disbursements?search=${encodeURIComponent(same.replaceAll(/[\u200b\u200d]/g, ''))}`,
      { token: tokens.admin },
    );
    expect(found).toAnswer({ count: 1, data: [{ title }] });
  },
);

it('rejects such names in the tables too', async () => {
  for (const name of ['Two\nlines', '\u202eReversed', 'Zero\u200bwidth', '     ']) {
    await expect(test.insertRows('firms', { id: newId(), name })).rejects.toThrow(
      /firms_name_is_one_line/,
    );
    await expect(test.updateRows('users', {}, { name })).rejects.toThrow(/users_name_is_one_line/);
    await expect(test.updateRows('disbursementTypes', {}, { title: name })).rejects.toThrow(
      /title_is_one_line/,
    );
  }
});

it('tidies the names that an earlier version has taken', async () => {
  const old = await test.aFirm();
  await sql`alter table firms drop constraint firms_name_is_one_line`.execute(test.db);
  await sql`alter table users drop constraint users_name_is_one_line`.execute(test.db);
  await sql`
    alter table disbursement_types
    drop constraint disbursement_types_title_is_one_line`.execute(test.db);
  await test.updateRows('firms', { id: old.id }, { name: '\u202eNkosi\nand Sons' });
  const unseen = await test.aUser({ firm: old, name: '\u200b\u200b\u200b' });
  for (const title of ['Copies', 'Cop\u200bies', '\u200b', 'Fa\tx'])
    await test.aDisbursementType(old, { title });
  await sql
    .raw(await readFile(join(packageRoot, 'migrations/0022-names-of-one-line.sql'), 'utf8'))
    .execute(test.db);
  const names = await test.listRows('firms', { id: old.id }, ['name']);
  expect(names).toEqual([{ name: 'Nkosi and Sons' }]);
  const user = await test.getRow('users', { id: unseen.id }, ['name']);
  expect(user.name).toBe(unseen.email.split('@')[0]);
  const titles = await test.db
    .selectFrom('disbursementTypes')
    .where('firmId', '=', old.id)
    .orderBy('title')
    .select('title')
    .execute();
  const made = expect.stringMatching(/^Type [0-9a-f]{12}$/);
  expect(titles.map(({ title }) => title)).toEqual(['Copies', 'Fa x', made, made]);
});
