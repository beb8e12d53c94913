import { describe, expect, it } from 'vitest';
import { newId } from '@recoup/contract/core/ids';
import { aMatter } from '../../../test/factories.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { useMatterImports } from '../../../test/matter-imports.ts';
import { aTaxationPack } from '../../../test/taxation-packs.ts';
import type { Matter } from '@recoup/contract/matters/endpoints';
import { parse } from 'csv-parse/sync';
import { createFirmScope } from '../../platform/core/actor.ts';
import { lockImports } from '../../platform/imports/imports.ts';

const { anOffice, list, numbers, test, upload, send } = useMatterImports();
type Firm = Awaited<ReturnType<typeof anOffice>>;

const undo = (token: string, id: string) => test.call(`DELETE /imports/${id}`, { token });
const lastImport = async (firm: Firm) => (await list(firm)).data[0]?._id ?? '';

describe('the history', () => {
  it('lists user, file, time and result of imports, latest first', async () => {
    const firm = await anOffice();
    await upload(firm, 'Ref,Name\n1,A\n2,B\n', { fileName: 'first.csv' });
    await upload(firm, 'Ref,Name\n1,A\n2,C\n3,D\n', { fileName: 'second.csv' });
    await upload(firm, 'Ref,Name\n4,A\n', { dryRun: true });
    expect(await list(firm)).toMatchObject({
      count: 2,
      data: [
        {
          number: 2,
          fileName: 'second.csv',
          created: 1,
          updated: 1,
          unchanged: 1,
          isLast: true,
          undoneAt: null,
        },
        {
          number: 1,
          fileName: 'first.csv',
          created: 2,
          updated: 0,
          unchanged: 0,
          isLast: false,
          user: { name: 'Amina Admin' },
        },
      ],
    });
    const paged = await test.call('GET /imports?page=2&itemsPerPage=1', { token: firm.token });
    expect(paged).toAnswer({ count: 2, data: [{ number: 1 }] });
  });
});

it('adds nothing that another import of the firm adds at the same time', async () => {
  const firm = await anOffice();
  const waiting: { reply?: ReturnType<typeof upload> } = {};
  await test.db.transaction().execute(async (trx) => {
    await lockImports(trx, createFirmScope(firm.id), 'matters');
    waiting.reply = upload(firm, 'Ref,Name\n1,A\n2,B\n');
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    await aMatter(trx, firm, { number: '1', description: 'A' });
  });
  expect(await waiting.reply).toAnswer({ data: { created: 1, unchanged: 1 } });
});

describe('undo', () => {
  it('removes new matters, and restores all earlier values of changed ones', async () => {
    const firm = await anOffice();
    await upload(
      firm,
      'Ref,Name,Client,Attorney,Status,Opened\n1,A,Zulu,Thabo Mokoena,Open,2026-01-15\n2,B,,,,\n',
    );
    const before = (await test.call('GET /matters', { token: firm.token })).body;
    await upload(
      firm,
      'Ref,Name,Client,Attorney,Status,Opened\n1,Other,,,Closed,\n' +
        '2,B,Xaba,Thabo Mokoena,Pending,2026-02-02\n3,New,,,,\n',
    );
    expect(await numbers(firm)).toEqual(['1', '2', '3']);
    expect(await undo(firm.token, await lastImport(firm))).toAnswer({
      data: {
        number: 2,
        undoneBy: 'Amina Admin',
        undoneAt: '2026-03-18T08:00:00.000Z',
        isLast: false,
      },
    });
    expect((await test.call('GET /matters', { token: firm.token })).body).toBe(before);
    const audit = await test.listRows('auditLog', { firmId: firm.id }, ['action']);
    expect(audit.map(({ action }) => action)).toEqual([
      'matters.imported',
      'matters.imported',
      'import.undone',
    ]);
  });

  it('undoes one after the other, the last first, and each once', async () => {
    const firm = await anOffice();
    await upload(firm, 'Ref,Name\n1,A\n');
    const first = await lastImport(firm);
    await upload(firm, 'Ref,Name\n1,B\n');
    expect(await undo(firm.token, first)).toAnswer({
      code: 'conflict',
      message: /Only the last import/,
    });
    const second = await lastImport(firm);
    expect(await undo(firm.token, second)).toAnswer(200);
    expect(await undo(firm.token, second)).toAnswer({
      code: 'conflict',
      message: /undone already/,
    });
    expect(await undo(firm.token, first)).toAnswer(200);
    expect(await numbers(firm)).toEqual([]);
  });

  it('undoes once for two requests at once', async () => {
    const firm = await anOffice();
    await upload(firm, 'Ref,Name\n1,A\n');
    const id = await lastImport(firm);
    const replies = await Promise.all([undo(firm.token, id), undo(firm.token, id)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
  });

  it('rejects the removal of a new matter that has entries, and changes nothing', async () => {
    const firm = await anOffice();
    await upload(firm, 'Ref,Name\nKM1,A\n');
    const type = await test.aDisbursementType({ id: firm.id });
    await test.assignTypes(firm);
    const matter = (await test.data<{ _id: string }[]>('GET /matters', { token: firm.token }))[0]
      ?._id;
    const entry = {
      matter,
      disbursementType: type.id,
      date: '2026-03-05',
      amount: 10,
      attorney: firm.attorney.id,
    };
    expect(await test.call('POST /entries', { token: firm.token, body: entry })).toAnswer(201);
    expect(await undo(firm.token, await lastImport(firm))).toAnswer(409, {
      code: 'conflict',
      message: /Entries were recorded against matter KM1/,
    });
    expect(await numbers(firm)).toEqual(['KM1']);
    expect((await list(firm)).data[0]?.isLast).toBe(true);
  });

  it('rejects the removal of a new matter of which a taxation pack was made', async () => {
    const firm = await anOffice();
    await upload(firm, 'Ref,Name\nKM2,A\n');
    const [matter] = await test.data<{ _id: string }[]>('GET /matters', { token: firm.token });
    await aTaxationPack(test.db, {
      firmId: firm.id,
      id: newId(),
      matterId: matter?._id ?? '',
      createdBy: firm.attorney.id,
      createdAt: test.clock.now(),
      mark: 'KM2',
    });
    expect(await undo(firm.token, await lastImport(firm))).toAnswer(409);
  });

  it('rejects when a matter has changed since', async () => {
    const firm = await anOffice();
    await upload(firm, 'Ref,Name\nKM1,A\n');
    await test.updateRows('matters', { firmId: firm.id }, { updatedAt: new Date('2026-03-19') });
    expect(await undo(firm.token, await lastImport(firm))).toAnswer({ code: 'changed_meanwhile' });
  });
});

type Reply = { data: { created: number; notices?: string[] } };

it('names new numbers that differ from existing ones only in leading zeros', async () => {
  const firm = await anOffice();
  await upload(firm, 'Ref,Name\n00777,A\n008a,B\n9,C\n10,D\n');
  const file = 'Ref,Name\n10,D\n777,A\n8A,B\n09,C\n11,E\n100,F\n';
  const notice =
    '3 new numbers differ from an existing one only in leading zeros, such as “777” in row 3 ' +
    'from “00777”. A spreadsheet drops such zeros. If these are the same matters, correct the ' +
    'numbers, or each becomes a second matter.';
  const preview = (await send(firm, 'POST /imports/preview', file)).json<Reply>();
  expect(preview.data).toMatchObject({ created: 5, notices: [notice] });
  expect((await upload(firm, file)).json<Reply>().data).toMatchObject({
    created: 5,
    notices: [notice],
  });
  expect((await upload(firm, file)).json<Reply>().data).not.toHaveProperty('notices');
});

it('compares with the numbers of the firm alone', async () => {
  const [firm, other] = [await anOffice(), await anOffice()];
  await upload(other, 'Ref,Name\n00777,A\n');
  expect((await upload(firm, 'Ref,Name\n777,A\n')).json<Reply>().data).not.toHaveProperty(
    'notices',
  );
});

const matters = async (firm: Firm) => test.data<Matter[]>('GET /matters', { token: firm.token });
const setCap = async (firm: Firm, number: string, cap: number | null) => {
  const id = (await matters(firm)).find((matter) => matter.number === number)?._id ?? '';
  expect(await test.call(`PUT /matters/${id}`, { token: firm.token, body: { cap } })).toAnswer(200);
};
const caps = async (firm: Firm) =>
  (await matters(firm)).map(({ number, description, cap }) => [number, description, cap]);
const undoLast = async (firm: Firm) => {
  const id = (await list(firm)).data[0]?._id ?? '';
  return test.call(`DELETE /imports/${id}`, { token: firm.token });
};

it('keeps caps when a file changes their matters, and when that import is undone', async () => {
  const firm = await anOffice();
  await upload(firm, 'Ref,Name\n1,A\n2,B\n');
  await setCap(firm, '1', 100);
  await upload(firm, 'Ref,Name\n1,Changed\n2,B\n3,New\n');
  expect(await caps(firm)).toEqual([
    ['1', 'Changed', 100],
    ['2', 'B', null],
    ['3', 'New', null],
  ]);
  await setCap(firm, '1', 250.5);
  expect(await undoLast(firm)).toAnswer(200);
  expect(await caps(firm)).toEqual([
    ['1', 'A', 250.5],
    ['2', 'B', null],
  ]);
});

it('does not undo an import whose new matters have a cap', async () => {
  const firm = await anOffice();
  await upload(firm, 'Ref,Name\n1,A\n2,B\n');
  await setCap(firm, '2', 100);
  expect(await undoLast(firm)).toAnswer({
    code: 'changed_meanwhile',
    message: '1 of its matters have changed since. The import cannot be undone.',
  });
  await setCap(firm, '2', null);
  expect(await undoLast(firm)).toAnswer(200);
});

it('writes and takes back the file of matters without their caps', async () => {
  const firm = await anOffice();
  await upload(firm, 'Matter Number,Description\n1,A\n2,B\n');
  await setCap(firm, '1', 100);
  const file = await test.call('GET /matters', {
    token: firm.token,
    headers: { accept: 'text/csv' },
  });
  expect(await upload(firm, file.body)).toAnswer({
    data: { created: 0, updated: 0, unchanged: 2 },
  });
  expect(await caps(firm)).toEqual([
    ['1', 'A', 100],
    ['2', 'B', null],
  ]);
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
    expect(await upload(firm, 'Ref,Name\n1,Lévesque – “Unit 5”\n')).toAnswer({
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
    expect(reply).toAnswer({
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
    expect(await upload(firm, corrected)).toAnswer({ data: { created: 2 } });
  });
});
