import type { FileWord, ImportPreview } from '@recoup/contract/matters/import-endpoints';
import { expect, it } from 'vitest';
import { useMatterImports } from '../../../test/matter-imports.ts';

const { anOffice, send, test, upload } = useMatterImports();
type Firm = Awaited<ReturnType<typeof anOffice>>;

const file = 'Ref,Name,Attorney,Status\n1,A,J Smith,Dormant\n2,B,j smith,DORMANT\n3,C,,Open\n';

const save = (firm: Firm, body: object) =>
  test.call('PUT /import-words', { token: firm.token, body });
const preview = async (firm: Firm): Promise<ImportPreview> =>
  (await send(firm, 'POST /imports/preview', file)).json<{ data: ImportPreview }>().data;
const matters = async (firm: Firm) =>
  (await test.call('GET /matters', { token: firm.token })).json<{
    data: { number: string; status: string; attorney: { name: string } | null }[];
  }>().data;

const status: FileWord = { field: 'status', word: 'Dormant', rows: 2, value: null };
const attorney: FileWord = { field: 'attorney', word: 'J Smith', rows: 2, value: null };

it('asks for words that are no status and no attorney, and reads them as explained', async () => {
  const firm = await anOffice();
  expect(await preview(firm)).toMatchObject({ refused: 2, words: [attorney, status] });
  expect(await upload(firm, file)).toAnswer(422, { code: 'rows_refused' });
  const explained = { field: 'attorney', word: 'J Smith', value: firm.attorney.id };
  expect(await save(firm, { field: 'status', word: 'dormant', value: 'Closed' })).toAnswer(200);
  expect(await save(firm, explained)).toAnswer(200, {
    data: [explained, { field: 'status', word: 'dormant', value: 'Closed' }],
  });
  expect(await preview(firm)).toMatchObject({
    refused: 0,
    created: 3,
    words: [
      { ...attorney, value: firm.attorney.id },
      { ...status, value: 'Closed' },
    ],
    notices: ['Read as your firm explained: “J Smith” as Thabo Mokoena, “Dormant” as Closed.'],
  });
  expect(await upload(firm, file)).toAnswer(200);
  expect(await matters(firm)).toMatchObject([
    { number: '1', status: 'Closed', attorney: { name: 'Thabo Mokoena' } },
    { number: '2', status: 'Closed', attorney: { name: 'Thabo Mokoena' } },
    { number: '3', status: 'Open', attorney: null },
  ]);
});

it('reads an attorney by name before what was explained, and forgets a word', async () => {
  const firm = await anOffice();
  const other = await test.aUser({ firm, name: 'John Smith' });
  await save(firm, { field: 'attorney', word: 'J Smith', value: firm.attorney.id });
  await save(firm, { field: 'status', word: 'Dormant', value: 'Pending' });
  const list = await preview(firm);
  expect(list.rows[0]).toMatchObject({ attorney: 'John Smith', status: 'Pending' });
  expect(list.words?.map(({ word }) => word)).toEqual(['Dormant']);
  const forgotten = await save(firm, { field: 'status', word: 'DORMANT ', value: null });
  expect(forgotten.json()).toMatchObject({ count: 1 });
  expect((await preview(firm)).words).toEqual([status]);
  expect(other.id).not.toBe(firm.attorney.id);
});

it('explains an ambiguous attorney', async () => {
  const firm = await anOffice();
  await test.aUser({ firm, name: 'John Smith' });
  await test.aUser({ firm, name: 'Jane Smith' });
  expect((await preview(firm)).words).toEqual([attorney, status]);
  await save(firm, { field: 'attorney', word: 'J Smith', value: firm.attorney.id });
  expect((await preview(firm)).words).toEqual([{ ...attorney, value: firm.attorney.id }, status]);
});

it('belongs to one firm, and is audited', async () => {
  const [firm, other] = [await anOffice(), await anOffice()];
  await save(firm, { field: 'status', word: 'Dormant', value: 'Closed' });
  await save(firm, { field: 'status', word: 'Dormant', value: null });
  expect((await preview(other)).words).toEqual([attorney, status]);
  const foreign = { field: 'attorney', word: 'J Smith', value: other.attorney.id };
  expect(await save(firm, foreign)).toAnswer(404);
  const log = await test.call('GET /audit?group=matters', { token: firm.token });
  const { data } = log.json<{ data: { sentence: string }[] }>();
  expect(data.map(({ sentence }) => sentence)).toEqual([
    'Forgot what the word Dormant of matter files means',
    'Explained the word Dormant of matter files as Closed',
  ]);
});

it.each([
  { field: 'status', word: 'Dormant', value: 'Asleep' },
  { field: 'attorney', word: 'J Smith', value: 'x' },
  { field: 'client', word: 'J Smith', value: 'x' },
  { field: 'status', word: '  ', value: 'Open' },
  { field: 'status', word: 'x'.repeat(201), value: 'Open' },
])('rejects %j', async (body) => {
  expect(await save(await anOffice(), body)).toAnswer(400);
});
