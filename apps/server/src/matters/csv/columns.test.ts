import { describe, expect, it } from 'vitest';
import { countKnownHeaders, mapColumns } from './columns.ts';

const map = (headers: string, asked?: Parameters<typeof mapColumns>[1]) =>
  mapColumns(headers.split(','), asked);

describe('mapColumns', () => {
  it.each([
    [
      'Recoup',
      'Matter Number,Description,Client,Attorney,Status,Opened',
      { number: 0, description: 1, client: [[2]], attorney: 3, status: 4, opened: 5 },
    ],
    [
      'Excel',
      'File Ref,Client Name,Matter Name,Fee Earner,Status,Date Opened',
      { number: 0, description: 2, client: [[1]], attorney: 3, status: 4, opened: 5 },
    ],
    [
      'Casengine',
      'MatterNo,ClientCode,ClientName,Description_EN,Description_AR,Practice Area,' +
        'ResponsibleLawyer,Supervisor,OpeningDate,Status,ClosingDate',
      { number: 0, description: 3, client: [[2]], attorney: 6, status: 9, opened: 8 },
    ],
    [
      'Clio',
      'status,location,client_reference,description,open_date,close_date,pending_date,' +
        'custom_number,note,client_first_name,client_last_name,client_company_name',
      {
        number: 7,
        description: 3,
        client: [[11], [9, 10]],
        attorney: undefined,
        status: 0,
        opened: 4,
      },
    ],
    [
      'Clio report',
      'Client,Matter,Description,Practice area,Status,' +
        'Responsible solicitor,Originating solicitor,Billable',
      { number: 1, description: 2, client: [[0]], attorney: 5, status: 4, opened: undefined },
    ],
    [
      'Actionstep',
      'Matter Identifier,Matter Type,Matter Name,File Reference,Date Created,Date Closed,' +
        'Assigned to,Step tree node,Status',
      { number: 0, description: 2, client: [], attorney: 6, status: 8, opened: 4 },
    ],
    [
      'Matters.Cloud',
      'client_code,matter_code,name,status,open_date,matter_type,location,currency',
      { number: 1, description: 2, client: [[0]], attorney: undefined, status: 3, opened: 4 },
    ],
    [
      'CaseClock',
      'Client ID,Client Name,Matter ID,Matter Name,Jurisdiction,Law Practice Area,Hourly Rate',
      {
        number: 2,
        description: 3,
        client: [[1]],
        attorney: undefined,
        status: undefined,
        opened: undefined,
      },
    ],
    [
      null,
      'Matter No.,Matter,Who',
      {
        number: 0,
        description: 1,
        client: [],
        attorney: undefined,
        status: undefined,
        opened: undefined,
      },
    ],
  ])('knows the columns of %s', (name, headers, columns) => {
    const mapped = map(headers);
    expect(mapped).toMatchObject({ ok: true, columns });
    expect(mapped.ok && (mapped.layout?.name ?? null)).toBe(name);
  });

  it('has a date order of its own only for Clio', () => {
    const clio = map('description,open_date,custom_number,client_last_name,client_company_name');
    expect(clio).toMatchObject({ layout: { name: 'Clio', dateOrder: 'MDY' } });
    expect(map('File Ref,Client Name,Matter Name,Fee Earner')).toMatchObject({
      layout: { name: 'Excel' },
    });
  });

  it('lets a user map columns, in any case, and omit one', () => {
    const mapped = map('File Ref,Matter Name,Our Ref,Status', { number: 'our ref', status: '' });
    expect(mapped).toMatchObject({
      ok: true,
      columns: { number: 2, description: 1, status: undefined },
    });
    expect(mapped).toMatchObject({ mapping: { number: 'Our Ref', description: 'Matter Name' } });
    expect(map('Ref,Name,State', { status: null })).toMatchObject({
      columns: { status: undefined },
    });
  });

  it('does not use a requested column for another field', () => {
    expect(map('Matter,Name,Description', { client: 'Description' })).toMatchObject({
      columns: { number: 0, description: 1, client: [[2]] },
    });
  });

  it('accepts its own mapping as a request', () => {
    const headers =
      'custom_number,description,client_first_name,client_last_name,client_company_name';
    const first = map(headers);
    const mapping = first.ok ? first.mapping : {};
    expect(mapping.client).toBe('client_company_name | client_first_name + client_last_name');
    expect(map(headers, mapping)).toEqual(first);
  });

  it('rejects a column that is not there, naming those that are', () => {
    const message =
      'The file has no column "Reference" for the matter number. Its columns are: Ref, Name.';
    expect(map('Ref,Name', { number: 'Reference' })).toEqual({ ok: false, message });
    expect(map('Ref,Name', { client: 'Ref + Other' })).toMatchObject({ ok: false });
  });

  it.each([
    ['Ref,Status', 'no column for the description.'],
    ['Status,Description', 'no column for the matter number.'],
    [
      'SA0001,Divorce,Zulu',
      'no column for the matter number and the description. ' +
        'Its columns are: SA0001, Divorce, Zulu.',
    ],
  ])('rejects %s', (headers, part) => {
    expect(map(headers)).toMatchObject({ ok: false, message: expect.stringContaining(part) });
  });
});

describe('countKnownHeaders', () => {
  it('counts names in any spelling', () => {
    expect(countKnownHeaders(['MATTER_NO', 'Matter #', 'clïent', 'Colour', ''])).toBe(3);
  });
});
