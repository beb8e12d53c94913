import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { admin: '', other: '', attorney: '' };
const recoup = readFileSync(new URL('./csv/fixtures/recoup.csv', import.meta.url), 'utf8');
const badRows = readFileSync(new URL('./csv/fixtures/bad-rows.csv', import.meta.url), 'utf8');

beforeAll(async () => {
  const firm = await test.aFirm({ domain: 'nkosi.co.za' });
  for (const [email, name] of [
    ['t.mokoena', 'Thabo Mokoena'],
    ['p.botha', 'Pieter Botha'],
    ['s.naidoo', 'Saras Naidoo'],
  ] as const) {
    await test.aUser({ firm, name, email: `${email}@nkosi.co.za` });
  }
  ctx.admin = await test.signInAdmin({ firm });
  ctx.attorney = await test.signInAs({ firm });
  ctx.other = await test.signInAdmin();
});

const upload = (fileStream: string, more: object = {}, token = ctx.admin) =>
  test.call('POST /upload', { token, body: { fileStream, ...more } });
const count = async (token = ctx.admin) =>
  (await test.call('GET /matters', { token })).json<{ count: number }>().count;

it('asks for a file', async () => {
  expect(await upload('')).toAnswer({
    code: 'invalid_input',
    fields: { fileStream: 'Please select file to upload.' },
  });
});

it('returns the result of a dryRun, and writes nothing', async () => {
  const before = await count();
  expect((await upload(recoup, { dryRun: true })).json()).toEqual({
    data: { created: 120, updated: 0, unchanged: 0, matters: before + 120 },
  });
  expect(await count()).toBe(before);
});

it('imports the file whole, once, and into the own firm alone', async () => {
  expect((await upload(recoup)).json()).toEqual({
    data: { created: 120, updated: 0, unchanged: 0, matters: 120 },
  });
  expect((await upload(recoup)).json()).toEqual({
    data: { created: 0, updated: 0, unchanged: 120, matters: 120 },
  });
  expect(await count(ctx.other)).toBe(0);
  const found = (await test.call('GET /matters?search=SA0001', { token: ctx.attorney })).json<{
    data: object[];
  }>();
  expect(found.data).toMatchObject([
    {
      number: 'SA0001',
      description: 'Lease dispute, "Shop 2473"',
      client: 'Smit',
      attorney: { name: 'Thabo Mokoena' },
      status: 'Open',
      opened: '2026-01-17',
    },
  ]);
});

it('updates changed matters, keeps earlier values for undo, and records the import', async () => {
  const changed = recoup.replace('SA0001,"Lease dispute, ""Shop 2473"""', 'sa0001,Lease settled');
  expect(await upload(changed, { fileName: 'november.csv' })).toAnswer({
    data: { created: 0, updated: 1, unchanged: 119 },
  });
  const rows = await test.db
    .selectFrom('importChanges')
    .innerJoin('imports', 'imports.id', 'importId')
    .where('fileName', '=', 'november.csv')
    .select('before')
    .execute();
  expect(rows).toMatchObject([{ before: { description: 'Lease dispute, "Shop 2473"' } }]);
});

it('imports nothing of a file with bad rows, and names rows and reasons', async () => {
  const before = await count();
  const reply = await upload(badRows);
  expect(reply).toAnswer(422);
  const { code, rows } = reply.json<{
    code: string;
    rows: { row: number; column: string; message: string }[];
  }>();
  expect(code).toBe('rows_refused');
  expect([...new Set(rows.map(({ row }) => row))]).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  expect(rows.every(({ message }) => message.length > 10)).toBe(true);
  expect(await count()).toBe(before);
});

it('makes two uploads of one file at once count its matters once', async () => {
  const replies = await Promise.all([upload(recoup, {}, ctx.other), upload(recoup, {}, ctx.other)]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([422, 422]);
  const plain = 'Matter Number,Description\nX1,One\nX2,Two\n';
  const both = await Promise.all([upload(plain, {}, ctx.other), upload(plain, {}, ctx.other)]);
  const created = both.map((reply) => reply.json<{ data: { created: number } }>().data.created);
  expect(created.toSorted((a, b) => a - b)).toEqual([0, 2]);
});

it('lists the number that was searched for first, then those that begin with it', async () => {
  const firm = await test.aFirm();
  const token = await test.signInAdmin({ firm });
  const rows = ['NP1,Dismissal', 'SA2,Lease', 'SA,Will', 'a_SA,Estate', 'SA1,Dismissal'];
  await upload(`Matter Number,Description\n${rows.join('\n')}\n`, {}, token);
  const numbers = async (query: string) =>
    (await test.data<{ number: string }[]>(`GET /matters?${query}`, { token })).map(
      ({ number }) => number,
    );
  expect(await numbers('search=sa')).toEqual(['SA', 'SA1', 'SA2', 'a_SA', 'NP1']);
  expect(await numbers('search=sa&page=2&itemsPerPage=2')).toEqual(['SA2', 'a_SA']);
  expect(await numbers('search=_')).toEqual(['a_SA']);
  expect(await numbers('search=')).toEqual(['a_SA', 'NP1', 'SA', 'SA1', 'SA2']);
});
