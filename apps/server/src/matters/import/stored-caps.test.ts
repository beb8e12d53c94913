import type { Matter } from '@recoup/contract/matters/endpoints';
import { expect, it } from 'vitest';
import { useMatterImports } from '../../../test/matter-imports.ts';

const { anOffice, list, test, upload } = useMatterImports();
type Firm = Awaited<ReturnType<typeof anOffice>>;

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
  expect((await undoLast(firm)).json()).toMatchObject({
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
  expect((await upload(firm, file.body)).json()).toMatchObject({
    data: { created: 0, updated: 0, unchanged: 2 },
  });
  expect(await caps(firm)).toEqual([
    ['1', 'A', 100],
    ['2', 'B', null],
  ]);
});
