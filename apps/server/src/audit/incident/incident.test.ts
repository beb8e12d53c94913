import type { IncidentPack } from '@recoup/contract/audit/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { preparedBy } from '../../../test/prepared.ts';
import { aBusyFirm, type BusyFirm } from '../../../test/busy-firm.ts';
import { readPdf } from '../../../test/pdf-text.ts';
import { unzip } from '../../../test/spreadsheet.ts';

const test = useApp();
const ctx: { other?: BusyFirm } = {};
const busy = preparedBy(beforeAll, async () => aBusyFirm(test, 'Alpha'));
const period = 'from=2026-03-18&to=2026-03-19';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

beforeAll(async () => {
  ctx.other = await aBusyFirm(test, 'Bravo');
  await get(`exports/${busy().exportId}/file`, 'text/csv');
  await get(`matters/${busy().matter.id}/statement`, 'application/pdf');
  await get('entries', 'text/csv');
});

async function get(path: string, accept = 'application/json', token = busy().admin.token) {
  return test.call(`GET /${path}`, { token, headers: { accept } });
}

async function packOf(query: string): Promise<IncidentPack> {
  const reply = await get(`incident-pack?${period}&${query}`);
  expect(reply).toAnswer(200);
  return reply.json<{ data: IncidentPack }>().data;
}

const answerTo = ({ fields }: IncidentPack, question: string) =>
  fields.find((field) => field.question.startsWith(question));

it('answers every question of the form that Recoup can know, and names the others', async () => {
  const pack = await packOf(`actor=${busy().admin.id}`);
  expect(pack.fields.map(({ question, isKnown }) => [question.split(':')[0], isKnown])).toEqual([
    ['Responsible party', true],
    ['Information officer', false],
    ['Date of the security compromise', true],
    ['Date on which it is reported', false],
    ['Reason for a delay in reporting', false],
    ['Whether the compromise is confirmed or alleged', false],
    ['Kind of compromise', false],
    ['Description', true],
    ['Kinds of personal information', true],
    ['Number of people concerned', true],
    ['How the people concerned were or will be told', false],
    ['Possible consequences for the people concerned', false],
    ['Measures that were taken', false],
  ]);
  const left = pack.fields.filter(({ isKnown }) => !isKnown);
  expect(left.every(({ answer }) => answer.startsWith('The firm fills this in.'))).toBe(true);
  expect(answerTo(pack, 'Responsible party')?.answer).toBe('Attorneys Alpha');
  expect(answerTo(pack, 'Date of')?.answer).toContain('2026-03-18 10:00:00');
  expect(pack.timeline).toHaveLength(pack.count);
  expect(pack.timeline.map(({ _id }) => Number(_id))).toEqual(
    pack.timeline.map(({ _id }) => Number(_id)).toSorted((a, b) => a - b),
  );
});

it('counts the attorneys and clients in the files that were sent', async () => {
  const pack = await packOf(`actor=${busy().admin.id}`);
  // And one row of a page, perhaps of a third one.
  expect(pack.people).toBe(3);
  expect(answerTo(pack, 'Number of people')?.answer).toMatch(/^2 people and clients stand in/);
  expect(pack.kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Lines of exports', 'Lines of statements', 'Entries']),
  );
});

it('counts the people of an export that was reopened since', async () => {
  const { exportId, admin } = busy();
  const session = async () => {
    const token = await test.signIn(admin);
    await get(`exports/${exportId}/file`, 'text/csv', token);
    const { data } = (await get('sessions', undefined, token)).json<{
      data: { _id: string; isCurrent: boolean }[];
    }>();
    return data.find(({ isCurrent }) => isCurrent)?._id;
  };
  const inFiles = async (id?: string) =>
    answerTo(await packOf(`session=${id}`), 'Number of people')?.answer;
  const id = await session();
  const before = await inFiles(id);
  expect(before).toMatch(/^[1-9]/);
  const { token } = admin;
  const reopened = await test.call(`PUT /exports/${exportId}/reopening`, {
    token,
    body: { reason: 'The wrong period' },
  });
  expect(reopened).toAnswer(200);
  expect(await inFiles(id)).toBe(before);
});

it('is bounded by the people and clients of the firm for what was read on pages', async () => {
  const process = await test.anotherProcess();
  for (let times = 0; times < 20; times += 1)
    await process.inject({
      url: '/core/api/entries',
      headers: { authorization: `Bearer ${busy().attorney.token}` },
    });
  await process.close();
  const pack = await packOf(`actor=${busy().attorney.id}`);
  expect(pack.people).toBe(4);
  expect(answerTo(pack, 'Number of people')?.answer).toContain('pages with 20 rows were read, ');
});

it('is of a session or an address, too', async () => {
  const [line] = (await packOf(`actor=${busy().admin.id}`)).timeline;
  expect((await packOf(`session=${line?.session}`)).count).toBeGreaterThan(5);
  expect((await packOf('address=127.0.0.1')).count).toBeGreaterThan(5);
  expect((await packOf('address=192.0.2.55')).count).toBe(0);
});

it('shows what was done about it since, and the information officer', async () => {
  const officer = { name: 'Zanele Dube', email: 'zanele@alpha.co.za', phone: '021 555 0101' };
  const saved = await test.call('PUT /firm-settings', {
    token: busy().admin.token,
    body: { informationOfficer: officer },
  });
  expect(saved.json<{ data: object }>().data).toMatchObject({ informationOfficer: officer });
  await test.call(`PUT /users/${busy().attorney.id}`, {
    token: busy().admin.token,
    body: { status: 1 },
  });
  const pack = await packOf(`actor=${busy().attorney.id}`);
  expect(answerTo(pack, 'Information officer')?.answer).toBe(
    'Zanele Dube, zanele@alpha.co.za, 021 555 0101',
  );
  expect(answerTo(pack, 'Measures')).toMatchObject({
    isKnown: true,
    answer: expect.stringMatching(/^Recorded in Recoup \(South African time\): 2026-03-18 /),
  });
});

it('is a PDF and an XLSX with the same answers', async () => {
  const pdf = await get(`incident-pack?${period}&actor=${busy().admin.id}`, 'application/pdf');
  const message = readPdf(pdf.rawPayload).flat().join(' ');
  for (const text of [
    'Attorneys Alpha',
    'Number of people',
    'Left to the firm',
    'Timeline in South African time',
  ])
    expect(message).toContain(text);
  const book = await get(`incident-pack?${period}&actor=${busy().admin.id}`, xlsx);
  expect(book.headers['content-disposition']).toContain('incident-2026-03-18.xlsx');
  const sheet = unzip(book.rawPayload).get('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('Number of people concerned');
  expect(sheet).toContain('South African time');
  expect(sheet).toContain('Closed Export 1 with 1 lines');
});

it('is itself a line of the log', async () => {
  await packOf('address=127.0.0.1');
  expect(await get('audit?itemsPerPage=1')).toAnswer({ data: [{ action: 'incident-pack.sent' }] });
});

it.each([
  ['', 400],
  ['actor=01a21490-3bd0-75cc-939e-c18cd9a9349d&address=x', 400],
  ['actor=01a21490-3bd0-75cc-939e-c18cd9a9349d', 404],
  ['actor=x', 400],
])('answers "%s" with %i', async (query, status) => {
  expect(await get(`incident-pack?${period}&${query}`)).toAnswer(status);
  expect(await get(`incident-pack?from=2026-03-19&to=2026-03-18&address=x`)).toAnswer(400);
});
