import { describe, expect, it } from 'vitest';
import { aDisbursementType, assignTypes } from '../../../test/factories.ts';
import { useMatterImports } from '../../../test/matter-imports.ts';

const { anOffice, list, numbers, test, upload } = useMatterImports();
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
    expect(paged.json()).toMatchObject({ count: 2, data: [{ number: 1 }] });
  });
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
    expect((await undo(firm.token, await lastImport(firm))).json()).toMatchObject({
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
    expect((await undo(firm.token, first)).json()).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Only the last import'),
    });
    const second = await lastImport(firm);
    expect(await undo(firm.token, second)).toAnswer(200);
    expect((await undo(firm.token, second)).json()).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('undone already'),
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
    const type = await aDisbursementType(test.db, { id: firm.id });
    await assignTypes(test.db, firm);
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
      message: expect.stringContaining('Entries were recorded against matter KM1'),
    });
    expect(await numbers(firm)).toEqual(['KM1']);
    expect((await list(firm)).data[0]?.isLast).toBe(true);
  });

  it('rejects when a matter has changed since', async () => {
    const firm = await anOffice();
    await upload(firm, 'Ref,Name\nKM1,A\n');
    await test.updateRows('matters', { firmId: firm.id }, { updatedAt: new Date('2026-03-19') });
    expect((await undo(firm.token, await lastImport(firm))).json()).toMatchObject({
      code: 'changed_meanwhile',
    });
  });
});
