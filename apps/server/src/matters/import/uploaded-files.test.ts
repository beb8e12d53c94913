import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { useMatterImports } from '../../../test/matter-imports.ts';

const { anOffice, list, numbers, send, test, upload } = useMatterImports();
type Firm = Awaited<ReturnType<typeof anOffice>>;

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
    const hashes = await test.listRows('imports', { firmId: firm.id }, ['sha256']);
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
    expect(reply).toAnswer(status);
    const data = await test.data<object[]>('GET /matters', { token: firm.token });
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
      'already appears in row 100002',
    );
    expect(await numbers(firm)).toEqual([]);
  });
});

describe('the file of rejected rows', () => {
  const rejectedRowsOf = async (firm: Firm, fileStream: string, more: object = {}) =>
    test.data<{ fileName: string; fileContent: string }>('POST /imports/refused-rows', {
      token: firm.token,
      body: { fileStream, ...more },
    });

  it('has the layout and delimiter of the file, and one more column with the reason', async () => {
    const firm = await anOffice();
    const file =
      'Ref;Name;Status\r\n1;A;Open\r\n;"No ; number";Maybe\r\n2;"=1+1\nx";Nope\r\n' +
      "3;C;Open\r\n4;\uFF1D1+1;Nope\r\n5;'=1+1;Nope\r\n6; -1;Nope\r\n";
    const { fileName, fileContent } = await rejectedRowsOf(firm, file, {
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

  it('is accepted once its rows are corrected; the column of reasons is ignored', async () => {
    const firm = await anOffice();
    const { fileContent } = await rejectedRowsOf(
      firm,
      'Ref,Name,Opened\n1,A,soon\n2,B,13/01/2026\n3,C,01/14/2026\n',
    );
    const corrected = fileContent.replace('soon', '2026-01-12').replace('01/14/2026', '2026-01-14');
    expect((await upload(firm, corrected)).json()).toMatchObject({ data: { created: 2 } });
  });
});
