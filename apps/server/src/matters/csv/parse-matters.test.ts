import { describe, expect, it } from 'vitest';
import { cellsOf, readMatters } from '../../../test/matter-file.ts';

describe('readMatterFile', () => {
  it('treats columns that the header line does not name as absent', async () => {
    expect(cellsOf(await readMatters('Ref,Name\n1,Divorce\n'), 2)).toEqual([
      '1',
      'Divorce',
      null,
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['', null],
    ['ACTIVE', 'Open'],
    ['on hold', 'Pending'],
    ['Archived', 'Closed'],
    [' closed ', 'Closed'],
  ])('reads the status %j as %s', async (status, expected) => {
    expect((await readMatters(`Ref,Name,Status\n1,Divorce,${status}\n`)).rows[0]?.status).toBe(
      expected,
    );
  });

  it('reads an unproved column day first', async () => {
    const file = await readMatters('Ref,Name,Opened\n1,A,01/02/2026\n2,B,03/04/2026\n');
    expect(file.shape).toMatchObject({ dateOrder: 'DMY', dateOrderReason: 'habit' });
    expect(file.rows.map((matter) => matter.opened)).toEqual(['2026-02-01', '2026-04-03']);
  });

  it('reads the cells before the proof in the order that a later cell proves', async () => {
    const file = await readMatters('Ref,Name,Opened\n1,A,01/02/2026\n2,B,03/24/2026\n');
    expect(file.shape).toMatchObject({ dateOrder: 'MDY', dateOrderReason: 'column' });
    expect(file.rows.map((matter) => matter.opened)).toEqual(['2026-01-02', '2026-03-24']);
  });

  it('reads Clio month first unless the column proves the opposite', async () => {
    const clio = (date: string) =>
      readMatters(
        'custom_number,description,open_date,client_last_name,client_company_name\n' +
          `1,A,${date},B,\n`,
      );
    expect((await clio('03/04/2026')).rows[0]?.opened).toBe('2026-03-04');
    expect((await clio('23/04/2026')).rows[0]?.opened).toBe('2026-04-23');
  });

  it('rejects dates that contradict the column, in their rows and among the problems', async () => {
    const file = await readMatters(
      'Ref,Name,Opened\n1,A,13/02/2026\n2,B,02/13/2026\n3,,02/14/2026\n4,D,01/02/2026\n',
    );
    expect(file.rows.map((matter) => [matter.row, matter.opened])).toEqual([
      [2, '2026-02-13'],
      [5, '2026-02-01'],
    ]);
    expect(file.problems.map(({ row, column }) => [row, column])).toEqual([
      [3, 'Opened'],
      [4, 'Name'],
      [4, 'Opened'],
    ]);
    expect([file.problemCount, file.rejectedRows]).toEqual([3, 2]);
    expect(file.problems[0]?.message).toBe(
      '"02/13/2026" is not a date in this column, which reads as day/month/year. ' +
        'Write it as YYYY-MM-DD.',
    );
  });

  it('finds the same number again in any case, and names the first row', async () => {
    const file = await readMatters('Ref,Name\nab1,A\nAB1,B\nAb\u200B1,C\n');
    expect(
      file.problems.map(({ row, message }) => [row, message.includes('already appears in row 2')]),
    ).toEqual([
      [3, true],
      [4, true],
    ]);
  });

  it('names every problem of a row', async () => {
    const file = await readMatters('Ref,Name,Fee Earner,Status,Opened\n,,Nobody,Maybe,soon\n');
    expect(file.problems.map(({ column }) => column)).toEqual([
      'Ref',
      'Name',
      'Fee Earner',
      'Status',
      'Opened',
    ]);
    expect([file.problemCount, file.rejectedRows]).toEqual([5, 1]);
  });

  it.each([
    ['Ref', (excess: number) => `${'9'.repeat(60 + excess)},A,B`],
    ['Name', (excess: number) => `1,${'x'.repeat(500 + excess)},B`],
    ['Client', (excess: number) => `1,A,${'x'.repeat(200 + excess)}`],
  ])('accepts a %s of the maximum length, and rejects one more character', async (column, row) => {
    expect((await readMatters(`Ref,Name,Client\n${row(0)}\n`)).problemCount).toBe(0);
    expect((await readMatters(`Ref,Name,Client\n${row(1)}\n`)).problems).toMatchObject([
      { row: 2, column },
    ]);
  });

  it('counts blank rows as a spreadsheet does, and allows empty cells at the end', async () => {
    const file = await readMatters('\r\nRef;Name\r\n\r\n1;A;;\r\n;;\r\n2;B;;x\r\n3;C;;\r\n');
    expect(file.rows.map((matter) => matter.row)).toEqual([4, 7]);
    expect(file.problems).toMatchObject([{ row: 6, column: 'Name' }]);
  });

  it('reads by the mapping that a person gave', async () => {
    const file = await readMatters('A,B,C\n1,Divorce,Zulu\n', {
      number: 'A',
      description: 'B',
      client: 'C',
    });
    expect(file.shape.mapping).toEqual({ number: 'A', description: 'B', client: 'C' });
    expect(cellsOf(file, 2)).toEqual(['1', 'Divorce', 'Zulu', null, null, null]);
  });

  it('counts all problems and lists the first 200', async () => {
    const file = await readMatters(`Ref,Name,Opened\n${'x,,\n'.repeat(300)}`);
    expect([file.problems.length, file.problemCount, file.rejectedRows]).toEqual([200, 599, 300]);
  });

  it('yields to other work in a large file', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const rows = Array.from(
      { length: 20_000 },
      (_, index) => `K${index},Debt recovery,Zulu\n`,
    ).join('');
    const file = await readMatters(`Ref,Name,Client\n${rows}`);
    clearInterval(timer);
    expect(file.rows.length).toBe(20_000);
    expect(turns).toBeGreaterThan(5);
  });
});
