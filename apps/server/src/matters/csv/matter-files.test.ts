import { role } from '@recoup/contract/core/access';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aFirm, aUser } from '../../../test/factories.ts';

const test = useApp();
type Firm = { token: string; id: string };
const seen = { other: '' };

/** A firm with an administrator and one attorney, Thabo Mokoena. */
async function anOffice(): Promise<Firm> {
  const firm = await aFirm(test.db);
  await aUser(test.db, { firm, name: 'Thabo Mokoena' });
  return {
    token: await test.signIn(await aUser(test.db, { firm, role: role.attorneyAdmin })),
    id: firm.id,
  };
}

beforeAll(async () => {
  seen.other = (await anOffice()).token;
});

const csv = { 'content-type': 'text/csv' };
const upload = (firm: Firm, fileStream: string, more: object = {}) =>
  test.call('POST /upload', { token: firm.token, body: { fileStream, ...more } });
const send = (
  firm: { token: string },
  what: string,
  body: string,
  headers: Record<string, string> = csv,
) => test.call(what, { token: firm.token, body, headers });
const numbers = async (firm: Firm) =>
  (await test.call('GET /matters', { token: firm.token }))
    .json<{ data: { number: string }[] }>()
    .data.map(({ number }) => number);
const list = async (firm: Firm) =>
  (await test.call('GET /imports', { token: firm.token })).json<{
    data: { _id: string; number: number; isLast: boolean }[];
    count: number;
  }>();

describe('the preview', () => {
  type Preview = { data: Record<string, unknown> };
  const preview = async (firm: { token: string }, body: string, mapping?: object) => {
    const query =
      mapping === undefined ? '' : `?mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    return (await send(firm, `POST /imports/preview${query}`, body)).json<Preview>().data;
  };

  it('shows shape, mapping, counts, first rows and refused rows, and writes nothing', async () => {
    const firm = await anOffice();
    await upload(firm, 'Ref,Name\n1,A\n2,B\n');
    const file =
      'Ref;Name;Fee Earner;Opened;Colour\n1;A;;;x\n2;C;T Mokoena;15/01/2026;x\n3;D;;03/04/2026;x\n4;;;;x\n';
    expect(await preview(firm, file)).toEqual({
      created: 1,
      updated: 1,
      unchanged: 1,
      matters: 3,
      refused: 1,
      fault: null,
      isRemembered: false,
      layout: null,
      delimiter: ';',
      dateOrder: 'DMY',
      dateOrderReason: 'column',
      columns: ['Ref', 'Name', 'Fee Earner', 'Opened', 'Colour'],
      mapping: { number: 'Ref', description: 'Name', attorney: 'Fee Earner', opened: 'Opened' },
      rows: [
        {
          row: 2,
          number: '1',
          description: 'A',
          client: null,
          attorney: null,
          status: 'Open',
          opened: null,
        },
        {
          row: 3,
          number: '2',
          description: 'C',
          client: null,
          attorney: 'Thabo Mokoena',
          status: 'Open',
          opened: '2026-01-15',
        },
        {
          row: 4,
          number: '3',
          description: 'D',
          client: null,
          attorney: null,
          status: 'Open',
          opened: '2026-04-03',
        },
      ],
      refusedRows: [
        { row: 5, column: 'Name', message: 'The description is missing. Every matter needs one.' },
      ],
    });
    expect(await numbers(firm)).toEqual(['1', '2']);
  });

  it('reads the rows and counts in the month-first order that a column proves', async () => {
    const firm = await anOffice();
    const file = 'Ref,Name,Opened\n1,A,03/04/2026\n2,B,01/15/2026\n';
    expect(await preview(firm, file)).toMatchObject({
      created: 2,
      dateOrder: 'MDY',
      rows: [{ opened: '2026-03-04' }, { opened: '2026-01-15' }],
    });
    await send(firm, 'POST /imports', file);
    const { data } = (await test.call('GET /matters', { token: firm.token })).json<{
      data: { opened: string }[];
    }>();
    expect(data.map(({ opened }) => opened)).toEqual(['2026-03-04', '2026-01-15']);
  });

  it('names the columns even when they cannot be taken for matters, so that a person can say which is which', async () => {
    const firm = await anOffice();
    const file = 'A,B,C\n1,Divorce,Zulu\n';
    expect(await preview(firm, file)).toMatchObject({
      columns: ['A', 'B', 'C'],
      fault: expect.stringContaining('no column for the matter number'),
      rows: [],
    });
    expect(await preview(firm, file, { number: 'A' })).toMatchObject({
      fault: expect.any(String),
      mapping: { number: 'A' },
    });
    expect(await preview(firm, file, { number: 'A', description: 'B' })).toMatchObject({
      fault: null,
      created: 1,
    });
  });

  it('offers the mapping of an earlier upload for the same header line, to the same firm alone', async () => {
    const firm = await anOffice();
    const file = 'Ref,Name,Text\n1,A,Divorce\n';
    const mapping = { number: 'Ref', description: 'Text', client: '' };
    expect((await upload(firm, file, { mapping, dryRun: true })).statusCode).toBe(200);
    expect(await preview(firm, file)).toMatchObject({ isRemembered: false });
    await upload(firm, file, { mapping });
    expect(await preview(firm, 'Ref,Name,Text\n2,B,Lease\n')).toMatchObject({
      isRemembered: true,
      mapping: { number: 'Ref', description: 'Text' },
      rows: [{ description: 'Lease' }],
    });
    expect(await preview(firm, file, {})).toMatchObject({
      isRemembered: false,
      mapping: { description: 'Name' },
    });
    expect(await preview({ token: seen.other }, file)).toMatchObject({ isRemembered: false });
  });

  it('refuses what is no file of matters, no mapping, or no text/csv', async () => {
    const firm = await anOffice();
    expect((await send(firm, 'POST /imports/preview', 'hello')).json()).toMatchObject({
      code: 'invalid_input',
    });
    expect((await send(firm, 'POST /imports/preview?mapping=%7B', 'a,b\n')).json()).toMatchObject({
      fields: { mapping: expect.any(String) },
    });
    expect((await send(firm, 'POST /imports/preview', '{}', {})).statusCode).toBe(415);
    expect((await send(firm, 'POST /imports', '')).json()).toMatchObject({
      message: 'The file is empty.',
    });
    expect((await send(firm, 'POST /upload', 'a,b\n')).statusCode).toBe(415);
  });
});

describe('a file as the body', () => {
  it('is taken in like an upload, under its name', async () => {
    const firm = await anOffice();
    const reply = await send(
      firm,
      'POST /imports?fileName=big.csv',
      'Ref,Name\n1,Lévesque – “Unit 5”\n',
    );
    expect(reply.json()).toEqual({ data: { created: 1, updated: 0, unchanged: 0, matters: 1 } });
    expect((await list(firm)).data).toMatchObject([{ fileName: 'big.csv' }]);
    expect((await upload(firm, 'Ref,Name\n1,Lévesque – “Unit 5”\n')).json()).toMatchObject({
      data: { unchanged: 1 },
    });
    const hashes = await test.db
      .selectFrom('imports')
      .where('firmId', '=', firm.id)
      .select('sha256')
      .execute();
    expect(new Set(hashes.map(({ sha256 }) => sha256.toString('hex'))).size).toBe(1);
  });

  it.each([
    ['windows-1252', Buffer.from('Ref,Name\n1,L\xe9vesque \x96 O\x92Brien\n', 'latin1'), 200],
    ['utf-16le', Buffer.from('\uFEFFRef,Name\n1,Lévesque – O’Brien\n', 'utf16le'), 200],
    ['utf-8', Buffer.from('Ref,Name\n1,L\xe9vesque\n', 'latin1'), 400],
    ['utf-16be', Buffer.from('\uFEFFRef,Name\n1,Lévesque – O’Brien\n', 'utf16le').swap16(), 200],
    ['utf-16', Buffer.from('\uFEFFRef,Name\n1,Lévesque – O’Brien\n', 'utf16le').swap16(), 200],
    ['constructor', Buffer.from('Ref,Name\n1,A\n'), 400],
    ['koi8-r', Buffer.from('Ref,Name\n1,A\n'), 400],
  ])('is read as %s when its charset says so', async (charset, bytes, status) => {
    const firm = await anOffice();
    const reply = await test.app.inject({
      method: 'POST',
      url: '/core/api/imports',
      headers: {
        authorization: `Bearer ${firm.token}`,
        'content-type': `text/csv; charset=${charset}`,
      },
      payload: bytes,
    });
    expect(reply.statusCode).toBe(status);
    const { data } = (await test.call('GET /matters', { token: firm.token })).json<{
      data: object[];
    }>();
    expect(data).toMatchObject(status === 200 ? [{ description: 'Lévesque – O’Brien' }] : []);
  });
});

describe('a number that comes twice', () => {
  it('is found in a very large file too, by the database', async () => {
    const firm = await anOffice();
    const rows = Array.from({ length: 100_001 }, (_, row) => `N${row},A\n`).join('');
    const reply = await send(firm, 'POST /imports', `Ref,Name\n${rows}n100000,B\n`);
    expect(reply.json()).toMatchObject({
      code: 'rows_refused',
      refused: 1,
      rows: [{ row: 100_003, column: 'Ref' }],
    });
    expect(reply.json<{ rows: { message: string }[] }>().rows[0]?.message).toContain(
      'is in row 100002 already',
    );
    expect(await numbers(firm)).toEqual([]);
  });
});

describe('the file of refused rows', () => {
  const refusedRows = async (firm: Firm, fileStream: string, more: object = {}) =>
    (
      await test.call('POST /imports/refused-rows', {
        token: firm.token,
        body: { fileStream, ...more },
      })
    ).json<{
      data: { fileName: string; fileContent: string };
    }>().data;

  it('has the layout and the delimiter of the file and one more column that says why', async () => {
    const firm = await anOffice();
    const file =
      'Ref;Name;Status\r\n1;A;Open\r\n;"No ; number";Maybe\r\n2;"=1+1\nx";Nope\r\n3;C;Open\r\n4;\uFF1D1+1;Nope\r\n5;\'=1+1;Nope\r\n6; -1;Nope\r\n';
    const { fileName, fileContent } = await refusedRows(firm, file, {
      fileName: 'matters 2026.csv',
    });
    expect(fileName).toBe('matters 2026-refused.csv');
    expect(parse(fileContent, { delimiter: ';', bom: true })).toEqual([
      ['Ref', 'Name', 'Status', 'Why it was refused'],
      [
        '',
        'No ; number',
        'Maybe',
        expect.stringMatching(
          /^Ref: The matter number is missing.*Status: The status "Maybe" is not known/,
        ),
      ],
      ['2', "'=1+1\nx", 'Nope', expect.stringContaining('Status: ')],
      ['4', "'\uFF1D1+1", 'Nope', expect.stringContaining('Status: ')],
      ['5', "'=1+1", 'Nope', expect.stringContaining('Status: ')],
      ['6', "' -1", 'Nope', expect.stringContaining('Status: ')],
    ]);
  });

  it('is taken in as it is once its rows are mended: the reasons are no column of ours', async () => {
    const firm = await anOffice();
    const { fileContent } = await refusedRows(
      firm,
      'Ref,Name,Opened\n1,A,soon\n2,B,13/01/2026\n3,C,01/14/2026\n',
    );
    const mended = fileContent.replace('soon', '2026-01-12').replace('01/14/2026', '2026-01-14');
    expect((await upload(firm, mended)).json()).toMatchObject({ data: { created: 2 } });
  });
});

describe('the matters as a file', () => {
  it('changes nothing when it is taken in again, whatever the cells hold', async () => {
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
    expect((await upload(firm, awkward)).json()).toMatchObject({ data: { created: 6 } });
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
    expect(reply.body).toContain(`6,"Smit;'=1+1\n'- b;'",`);
    expect((await upload(firm, reply.body)).json()).toEqual({
      data: { created: 0, updated: 0, unchanged: 6, matters: 6 },
    });
  });

  it.each([
    ['text/*', 'text/csv'],
    ['application/json, text/csv;q=0.5', 'application/json'],
    ['text/csv;q=0, */*', 'application/json'],
    ['*/*', 'application/json'],
  ])('answers Accept %s with %s', async (accept, type) => {
    const { headers } = await test.call('GET /matters', { token: seen.other, headers: { accept } });
    expect(headers['content-type']).toContain(type);
  });

  it('holds the header line alone when there are none, and only what the filter lets through', async () => {
    const firm = await anOffice();
    const file = async (query = '') =>
      (
        await test.call(`GET /matters${query}`, {
          token: firm.token,
          headers: { accept: 'text/csv' },
        })
      ).body;
    expect(await file()).toBe('\uFEFFMatter Number,Description,Client,Attorney,Status,Opened\r\n');
    await upload(firm, 'Ref,Name,Status\n1,A,Open\n2,B,Closed\n');
    expect(await file('?status=Closed')).toContain('2,B,,,Closed,');
    expect(await file('?status=Closed')).not.toContain('1,A');
  });
});
