import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { fileTypes } from '@recoup/contract/exports/files';
import type { Statement } from '@recoup/contract/statements/endpoints';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { pdfWords } from '../../test/pdf-text.ts';
import { useReversals } from '../../test/reversal-firm.ts';

const test = useApp();
const ctx = useReversals(test);

const right = (more: object = {}) => {
  const { date: _, ...copies } = ctx.copies();
  return { ...copies, ...more };
};
const call = (minutes: number) => ({
  matter: ctx.ids.matter,
  disbursementType: ctx.ids.call,
  date: '2026-03-05',
  minutes,
});
const statement = async (matter = ctx.ids.matter) =>
  test.data<Statement>(`GET /matters/${matter}/statement?from=2026-03-06`, {
    token: ctx.token.admin,
  });
/** The texts of these corrections on the statement. */
const corrections = async (of: Pick<Entry, '_id'>[]) => {
  const all = (await statement()).costs.lines;
  return of.map(({ _id }) => all.find((line) => line._id === _id)?.correction);
};
const put = async ({ _id }: Pick<Entry, '_id'>, body: object) =>
  test.call(`PUT /entries/${_id}`, { token: ctx.token.attorney, body });
const file = async (id: string, accept = 'text/csv', profile = 'systems') =>
  test.call(`GET /exports/${id}/file?profile=${profile}`, {
    token: ctx.token.admin,
    headers: { accept },
  });

it.each([
  ['the quantity', () => ({ quantity: 2 }), '2 instead of 3'],
  ['the amount', () => ({ amount: 10 }), 'R 30.00 instead of R 37.50'],
  [
    'quantity and amount',
    () => ({ quantity: 2, amount: 10 }),
    '2 instead of 3, R 20.00 instead of R 37.50',
  ],
  [
    'the day of the call',
    () => ({ happenedOn: '2026-03-04' }),
    'of 4 Mar 2026 instead of 5 Mar 2026',
  ],
  ['nothing that is charged', () => ({ narration: 'Otherwise' }), 'recorded again'],
])('names %s that was corrected', async (_, more, text) => {
  const { reversal, replacement } = await ctx.reversed({ replacement: right(more()) });
  const expected = `Correction of 5 Mar 2026: ${text}`;
  expect(await corrections([reversal, replacement ?? reversal])).toEqual([expected, expected]);
});

it('names the minutes, without the amount that follows from them', async () => {
  ctx.original = await ctx.record(call(4));
  await ctx.close();
  const { date: _, ...replacement } = call(9);
  await test.callFees(
    {
      firm: { id: ctx.original.firm },
      attorney: { id: ctx.ids.attorney },
      type: { id: ctx.ids.call },
    },
    { upTo: { 5: 3300 }, validFrom: '2026-01-01', thereafter: [5, 1250] },
  );
  const { reversal } = await ctx.reversed({ replacement });
  expect(await corrections([reversal])).toEqual(['Correction of 5 Mar 2026: 9 instead of 4 min']);
});

it('names the matter on both, also on the statement of the other one', async () => {
  const other = await test.aMatter({ id: ctx.original.firm }, { number: 'M-2' });
  const { reversal } = await ctx.reversed({ replacement: right({ matter: other.id }) });
  const text = `Correction of 5 Mar 2026: matter M-2 instead of ${ctx.original.matter.number}`;
  expect(await corrections([reversal])).toEqual([text]);
  expect((await statement(other.id)).costs.lines).toMatchObject([
    { correction: text, reason: 'Not ours', particulars: `Copies: ${text}. Not ours. Bundle` },
  ]);
});

it('follows corrections of the replacement, its deletion and those of many entries', async () => {
  const { reversal, replacement = reversal } = await ctx.reversed({
    replacement: right({ quantity: 2 }),
  });
  const both = [reversal, replacement];
  expect(await put(replacement, { quantity: 4 })).toAnswer(200);
  const four = 'Correction of 5 Mar 2026: 4 instead of 3';
  expect(await corrections(both)).toEqual([four, four]);
  const other = await test.aMatter({ id: ctx.original.firm }, { number: 'M-9' });
  const body = { entries: [replacement._id], matter: other.id, reason: 'Wrong one' };
  const moved = await test.call('POST /entry-corrections', { token: ctx.token.admin, body });
  expect(moved).toAnswer(201);
  const [said] = await corrections([reversal]);
  expect(said).toBe(
    `Correction of 5 Mar 2026: matter M-9 instead of ${ctx.original.matter.number}, 4 instead of 3`,
  );
  const { _id } = moved.json<{ data: { _id: string } }>().data;
  await test.call(`DELETE /entry-corrections/${_id}`, { token: ctx.token.admin });
  expect(await corrections(both)).toEqual([four, four]);
  await ctx.remove(replacement._id);
  expect(await corrections([reversal])).toEqual(['Correction of 5 Mar 2026: taken back']);
});

it('leaves a line that an export holds as it went out', async () => {
  const { reversal, replacement = reversal } = await ctx.reversed({
    replacement: right({ quantity: 2, date: '2026-03-10' }),
  });
  // As before the two had to be of one day.
  await test.updateRows('entries', { id: replacement._id }, { date: '2026-03-18' });
  const body = { override: 'Tested', to: '2026-03-10' };
  const reply = await test.call('POST /exports', { token: ctx.token.admin, body });
  expect(reply).toAnswer(201);
  const { _id } = reply.json<{ data: { _id: string } }>().data;
  const before = (await file(_id)).body;
  await put(replacement, { quantity: 5 });
  const texts = ['2 instead of 3', '5 instead of 3'];
  expect(await corrections([reversal, replacement])).toEqual(
    texts.map((text) => `Correction of 5 Mar 2026: ${text}`),
  );
  await ctx.remove(replacement._id);
  expect((await corrections([reversal]))[0]).toContain('2 instead of 3');
  expect((await file(_id)).body).toBe(before);
});

it('begins both lines of every file of an export with it', async () => {
  await ctx.reversed({ replacement: right({ quantity: 2 }), reason: 'Counted wrongly!' });
  const { _id } = await ctx.close();
  const begun = 'Correction of 5 Mar 2026: 2 instead of 3. Counted wrongly! Bundle';
  const rows: string[][] = parse((await file(_id)).body);
  expect(rows.slice(1).map((row) => row[9])).toEqual([begun, begun]);
  const { body: people } = await file(_id, 'text/csv', 'people');
  expect(people.split(begun)).toHaveLength(3);
  const xlsx = await readSheet((await file(_id, fileTypes.xlsx)).rawPayload);
  expect(xlsx.flat().filter((cell) => cell === begun)).toHaveLength(2);
  const pdf = pdfWords((await file(_id, fileTypes.pdf)).rawPayload).join(' ');
  expect(pdf.replaceAll(/\s+/g, ' ').match(/Correction of 5 Mar 2026: 2 instead/g)).toHaveLength(2);
  const layout = {
    name: 'Ledger',
    delimiter: ';',
    columns: [{ title: 'Text', field: 'narration', width: 28, fit: 'cut' }],
  };
  const own = await test.call('POST /posting-layouts', { token: ctx.token.admin, body: layout });
  expect(own).toAnswer(201);
  const { _id: layoutId } = own.json<{ data: { _id: string } }>().data;
  const posting = await test.call(`GET /exports/${_id}/file?layout=${layoutId}`, {
    token: ctx.token.admin,
  });
  expect(posting.body.split('Correction of 5 Mar 2026: 2')).toHaveLength(3);
  const list = await test.call('GET /entries?exported=true&from=2026-03-06', {
    token: ctx.token.admin,
    headers: { accept: 'text/csv' },
  });
  expect(list.body).toContain(begun);
  expect(await ctx.read(ctx.original._id)).toMatchObject({ narration: 'Bundle' });
});

it('writes lines of before as they were', async () => {
  const { reversal, replacement = reversal } = await ctx.reversed({ replacement: right() });
  const ids = [reversal._id, replacement._id];
  await test.updateRows('entries', { id: ids }, { correction: null, correctionReason: null });
  expect(await corrections([reversal, replacement])).toEqual([undefined, undefined]);
  const rows: string[][] = parse((await file((await ctx.close())._id)).body);
  const narrations = new Set(rows.slice(1).map((row) => row[9]));
  expect(narrations).toEqual(new Set(['Bundle', 'Reversal of 2026-03-05: Bundle']));
});

it('is no longer than a narration may be', async () => {
  const narration = `${'x'.repeat(999)}y`;
  const replacement = right({ narration, quantity: 2 });
  await ctx.reversed({ replacement, reason: 'r'.repeat(500) });
  const rows: string[][] = parse((await file((await ctx.close())._id)).body);
  const written = rows.map((row) => row[9] ?? '').find((text) => text.endsWith('x...'));
  expect(written).toHaveLength(1000);
  expect(written).toContain('r. xxx');
});

it('adds a corrected statement up to what is right', async () => {
  const before = (await statement()).total;
  const { reversal, replacement = reversal } = await ctx.reversed({
    replacement: right({ quantity: 2 }),
  });
  const { costs, total } = await statement();
  const at = costs.lines.findIndex(({ _id }) => _id === reversal._id);
  expect(costs.lines.slice(at, at + 2)).toMatchObject([
    { _id: reversal._id, date: '2026-03-18', amount: -37.5, reason: 'Not ours' },
    { _id: replacement._id, date: '2026-03-18', amount: 25, reason: 'Not ours' },
  ]);
  // −43.13 and 28.75 with VAT.
  expect(Math.round((Number(total) - Number(before)) * 100)).toBe(-1438);
});
