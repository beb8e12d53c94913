import { describe, expect, it } from 'vitest';
import { useMatterImports } from '../../test/matter-imports.ts';

const { anOffice, test, upload } = useMatterImports();

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
