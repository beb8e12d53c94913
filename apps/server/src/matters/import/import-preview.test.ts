import { describe, expect, it } from 'vitest';
import { useMatterImports } from '../../../test/matter-imports.ts';

const { anOffice, numbers, send, test, upload } = useMatterImports();

describe('the preview', () => {
  type Preview = { data: Record<string, unknown> };
  const preview = async (firm: { token: string }, body: string, mapping?: object) => {
    const query =
      mapping === undefined ? '' : `?mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    return (await send(firm, `POST /imports/preview${query}`, body)).json<Preview>().data;
  };

  it('tells what an upload does, also by the mapping that was saved', async () => {
    const firm = await anOffice();
    const mapping = { number: 'Matter number', description: 'Extra' };
    await upload(firm, 'Matter number,Description,Extra\nA1,Text one,e\n', { mapping });
    const file = 'Matter number,Description,Extra\nA2,Text two,e2\n';
    const { rows } = await preview(firm, file);
    expect(rows).toMatchObject([{ number: 'A2', description: 'e2' }]);
    expect(await upload(firm, file)).toAnswer(200);
    const matters = (await test.call('GET /matters', { token: firm.token })).json<Preview>();
    expect(matters.data).toMatchObject([{ description: 'e' }, { description: 'e2' }]);
    const columns = { number: 'No', description: 'Text' };
    await upload(firm, 'No,Text\nB1,One\n', { mapping: columns });
    const rejected = await test.call('POST /imports/refused-rows', {
      token: firm.token,
      body: { fileStream: 'No,Text\n,Two\n' },
    });
    expect(rejected).toAnswer(200);
  });

  it('shows layout, mapping, counts, first and rejected rows, and writes nothing', async () => {
    const firm = await anOffice();
    await upload(firm, 'Ref,Name\n1,A\n2,B\n');
    const file =
      'Ref;Name;Fee Earner;Opened;Colour\n1;A;;;x\n2;C;T Mokoena;15/01/2026;x\n' +
      '3;D;;03/04/2026;x\n4;;;;x\n';
    expect(await preview(firm, file)).toEqual({
      created: 1,
      updated: 1,
      unchanged: 1,
      matters: 3,
      refused: 1,
      fault: null,
      isRemembered: false,
      layout: null,
      notices: [],
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
          phones: [],
        },
        {
          row: 3,
          number: '2',
          description: 'C',
          client: null,
          attorney: 'Thabo Mokoena',
          status: 'Open',
          opened: '2026-01-15',
          phones: [],
        },
        {
          row: 4,
          number: '3',
          description: 'D',
          client: null,
          attorney: null,
          status: 'Open',
          opened: '2026-04-03',
          phones: [],
        },
      ],
      changes: [
        {
          row: 3,
          number: '2',
          fields: [
            { field: 'description', before: 'B', after: 'C' },
            { field: 'attorney', before: null, after: 'Thabo Mokoena' },
            { field: 'opened', before: null, after: '2026-01-15' },
          ],
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
    const data = await test.data<{ opened: string }[]>('GET /matters', { token: firm.token });
    expect(data.map(({ opened }) => opened)).toEqual(['2026-03-04', '2026-01-15']);
  });

  it('lists the first hundred changes in the order of the file, and counts all', async () => {
    const firm = await anOffice();
    const file = (text: string) =>
      ['Ref,Name', ...Array.from({ length: 105 }, (_, at) => `${999 - at},${text}`), ''].join('\n');
    await upload(firm, file('Old'));
    const { changes, updated } = await preview(firm, file('New'));
    expect(updated).toBe(105);
    expect(changes).toHaveLength(100);
    expect(changes).toMatchObject([
      { row: 2, number: '999', fields: [{ field: 'description', before: 'Old', after: 'New' }] },
      ...Array.from({ length: 99 }, (_, at) => ({ row: at + 3, number: String(998 - at) })),
    ]);
  });

  it('lists as changed only what an import would write', async () => {
    const firm = await anOffice();
    await upload(
      firm,
      'Ref,Name,Client,Attorney,Status,Opened\n' +
        'a1,A,Zulu,Thabo Mokoena,Closed,2026-01-15\nA2,B,Xaba,,Open,\n',
    );
    // The absent columns and the empty status keep their values; an empty client is cleared.
    expect(await preview(firm, 'Ref,Name,Client,Status\nA1,A,,\nA2,B,Xaba,Open\n')).toMatchObject({
      changes: [
        { row: 2, number: 'a1', fields: [{ field: 'client', before: 'Zulu', after: null }] },
      ],
    });
    expect(await preview(firm, 'Ref,Name\nA1,A\nA2,B\n')).toMatchObject({ changes: [] });
    const other = await anOffice();
    expect(await preview(other, 'Ref,Name\nA1,Other\n')).toMatchObject({ created: 1, changes: [] });
  });

  it('names columns that it cannot map, so that the user can map them', async () => {
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

  it('offers the mapping of an earlier upload of this firm with this header line', async () => {
    const firm = await anOffice();
    const file = 'Ref,Name,Text\n1,A,Divorce\n';
    const mapping = { number: 'Ref', description: 'Text', client: '' };
    expect(await upload(firm, file, { mapping, dryRun: true })).toAnswer(200);
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
    expect(await preview({ token: (await anOffice()).token }, file)).toMatchObject({
      isRemembered: false,
    });
  });

  it('rejects other files, invalid mappings and other media types', async () => {
    const firm = await anOffice();
    expect(await send(firm, 'POST /imports/preview', 'hello')).toAnswer({ code: 'invalid_input' });
    expect(await send(firm, 'POST /imports/preview?mapping=%7B', 'a,b\n')).toAnswer({
      fields: { mapping: expect.any(String) },
    });
    expect(await send(firm, 'POST /imports/preview', '{}', {})).toAnswer(415);
    expect(await send(firm, 'POST /imports', '')).toAnswer({ message: 'The file is empty.' });
    expect(await send(firm, 'POST /upload', 'a,b\n')).toAnswer(415);
  });
});
