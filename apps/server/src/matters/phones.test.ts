import type { Matter } from '@recoup/contract/matters/endpoints';
import type { ImportPreview } from '@recoup/contract/matters/import-endpoints';
import { notAPhone } from '@recoup/contract/matters/phones';
import { expect, it, describe } from 'vitest';
import { earlierDatabase } from '../../test/earlier-database.ts';
import { aFirm } from '../../test/factories.ts';
import { useMatterImports } from '../../test/matter-imports.ts';
import { insertRows } from '../../test/rows.ts';

const { anOffice, list, send, test, upload } = useMatterImports();
type Firm = Awaited<ReturnType<typeof anOffice>>;

const first = async (firm: Firm) => {
  const reply = await test.call('GET /matters', { token: firm.token });
  const [matter] = reply.json<{ data: Matter[] }>().data;
  if (!matter) throw new Error('no matter');
  return matter;
};
const put = async (firm: Firm, phones: unknown, token = firm.token) =>
  test.call(`PUT /matters/${(await first(firm))._id}`, { token, body: { phones } });
const changesOf = async (firm: Firm, file: string) =>
  (await send(firm, 'POST /imports/preview', file)).json<{ data: ImportPreview }>().data.changes;
const undoLast = async (firm: Firm) =>
  test.call(`DELETE /imports/${(await list(firm)).data.find(({ isLast }) => isLast)?._id}`, {
    token: firm.token,
  });

it('keeps numbers in any spelling, each once, and leaves the cap', async () => {
  const firm = await anOffice();
  await upload(firm, 'Ref,Name\n1,A\n');
  await test.call(`PUT /matters/${(await first(firm))._id}`, {
    token: firm.token,
    body: { cap: 100 },
  });
  const reply = await put(firm, ['082 555 0101', '+27 (0)82-555-0101', '0044 20 7946 0018']);
  const phones = ['+27825550101', '+442079460018'];
  expect(reply).toAnswer(200, { data: { cap: 100, phones } });
  expect(await put(firm, [])).toAnswer({ data: { phones: [] } });
  const changes = await test.listRows('auditLog', { subjectId: (await first(firm))._id }, [
    'details',
  ]);
  expect(changes.map(({ details }) => details)).toEqual([
    { cap: [null, 100] },
    { phones: [[], phones] },
    { phones: [phones, []] },
  ]);
});

it.each([
  [['102'], { 'phones.0': notAPhone }],
  [['', '0825550101'], { 'phones.0': notAPhone }],
  [Array.from({ length: 21 }, () => '0825550101'), { phones: 'At most 20 numbers are kept.' }],
])('rejects %j', async (phones, fields) => {
  const firm = await anOffice();
  await upload(firm, 'Ref,Name\n1,A\n');
  expect(await put(firm, phones)).toAnswer({ code: 'invalid_input', fields });
});

it('takes them from a file, shows the change before, and gives them back by an undo', async () => {
  const firm = await anOffice();
  await upload(firm, 'Ref,Name,Phone\n1,A,011 555 0142\n');
  expect((await first(firm)).phones).toEqual(['+27115550142']);
  const file = 'Ref,Name,Phone\n1,A,082 555 0101; 082 555 0102\n';
  expect(await changesOf(firm, file)).toEqual([
    {
      row: 2,
      number: '1',
      fields: [{ field: 'phones', before: '+27115550142', after: '+27825550101, +27825550102' }],
    },
  ]);
  await upload(firm, file);
  expect((await first(firm)).phones).toEqual(['+27825550101', '+27825550102']);
  await upload(firm, 'Ref,Name\n1,Changed\n');
  expect((await first(firm)).phones).toEqual(['+27825550101', '+27825550102']);
  expect([(await undoLast(firm)).statusCode, (await undoLast(firm)).statusCode]).toEqual([
    200, 200,
  ]);
  expect((await first(firm)).phones).toEqual(['+27115550142']);
});

it('does not undo an import whose matters got other numbers by hand', async () => {
  const firm = await anOffice();
  await upload(firm, 'Ref,Name,Phone\n1,A,011 555 0142\n');
  test.clock.advance(1000);
  await put(firm, ['082 555 0101']);
  expect(await undoLast(firm)).toAnswer({ code: 'changed_meanwhile' });
});

it('finds a matter by one of its numbers in any spelling', async () => {
  const firm = await anOffice();
  await upload(firm, 'Ref,Name,Phone\n1,A,082 555 0101\n2,B,011 555 0142\n3,C +27825550101,\n');
  const found = async (search: string) => {
    const query = new URLSearchParams({ search });
    const reply = await test.call(`GET /matters?${query.toString()}`, { token: firm.token });
    return reply.json<{ data: Matter[] }>().data.map(({ number }) => number);
  };
  expect(await found('+27 82 555 0101')).toEqual(['1']);
  expect(await found('+27825550101')).toEqual(['1', '3']);
  expect(await found('0825550102')).toEqual([]);
});

it('writes them into the file of matters as they are dialled, and reads them back', async () => {
  const firm = await anOffice();
  await upload(firm, 'Ref,Name,Phone\n1,A,+27825550101; +442079460018\n');
  const headers = { accept: 'text/csv' };
  const { body } = await test.call('GET /matters', { token: firm.token, headers });
  expect(body).toContain('1,A,,,Open,,082 555 0101 / +442079460018\r\n');
  expect(await upload(firm, body)).toAnswer({ data: { unchanged: 1 } });
});

it('leaves numbers out of files whose columns were chosen before numbers were read', async () => {
  const { db, upgrade } = await earlierDatabase('0052');
  const firm = await aFirm(db);
  const row = { firmId: firm.id, headerHash: Buffer.alloc(32), updatedAt: new Date() };
  await insertRows(db, 'importMappings', {
    ...row,
    mapping: JSON.stringify({ number: 'Ref', description: 'Name' }),
  });
  await upgrade();
  const { mapping } = await db
    .selectFrom('importMappings')
    .select('mapping')
    .executeTakeFirstOrThrow();
  expect(mapping).toEqual({ number: 'Ref', description: 'Name', phones: '' });
});

describe('the matters as a file', () => {
  it('changes nothing when it is imported again, for any content of cells', async () => {
    const firm = await anOffice();
    const awkward = `Ref,Name,Client,Attorney,Status,Opened
=1+1,"=SUM(A1)",@Smit,Thabo Mokoena,Open,2026-01-15
'-2,"A ""quoted"", matter
over two lines",+27 Trading,,Closed,
-3,Lévesque – “Unit 5” 👍,,,Pending,2024-02-29
5,\uFF1D1+1,'\uFF20A1,,,
4,"Sale of business
and stock",,,,
6,"Smit;=1+1
- b;",,,,
`;
    expect(await upload(firm, awkward)).toAnswer({ data: { created: 6 } });
    const reply = await test.call('GET /matters', {
      token: firm.token,
      headers: { accept: 'text/csv' },
    });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('matters.csv'),
    });
    expect(reply.body).toContain("'=SUM(A1)");
    expect(reply.body).toContain("'\uFF1D1+1,'\uFF20A1");
    expect(reply.body).toContain(`6,"Smit;'=1+1\n'- b;",`);
    expect((await upload(firm, reply.body)).json()).toEqual({
      data: { created: 0, updated: 0, unchanged: 6, matters: 6 },
    });
  });

  it.each([
    ['text/*', 'text/csv'],
    ['text/csv; charset=utf-8', 'text/csv'],
    ['application/json, text/csv;q=0.5', 'application/json'],
    ['text/csv;q=0, */*', 'application/json'],
    ['*/*', 'application/json'],
  ])('answers Accept %s with %s', async (accept, type) => {
    const { headers } = await test.call('GET /matters', {
      token: (await anOffice()).token,
      headers: { accept },
    });
    expect(headers['content-type']).toContain(type);
  });

  it('contains the matters of the filter, or the header line alone', async () => {
    const firm = await anOffice();
    const file = async (query = '') =>
      (
        await test.call(`GET /matters${query}`, {
          token: firm.token,
          headers: { accept: 'text/csv' },
        })
      ).body;
    expect(await file()).toBe(
      '\uFEFFMatter Number,Description,Client,Attorney,Status,Opened,Phones\r\n',
    );
    await upload(firm, 'Ref,Name,Status\n1,A,Open\n2,B,Closed\n');
    expect(await file('?status=Closed')).toContain('2,B,,,Closed,');
    expect(await file('?status=Closed')).not.toContain('1,A');
  });
});
