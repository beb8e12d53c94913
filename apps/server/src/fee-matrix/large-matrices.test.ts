import { turnsDuring } from '../../test/turns.ts';
import { type RateMatrixRow, matrixColumns } from '@recoup/contract/fee-matrix/endpoints';
import { expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.ts';
import { matrixHeader, type MatrixResult } from '../../test/matrix-firm.ts';
import { compareMatrix, findCells } from './compare-matrix.ts';
import { deepIt } from '../../test/deep.ts';
import { csvLine } from '@recoup/contract/core/formula-escaping';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

const test = useApp();

async function aFirmWithAttorneys(count: number) {
  const firm = await test.aFirm();
  const token = await test.signInAdmin({ firm });
  const attorneys = [];
  for (let index = 0; index < count; index += 1) attorneys.push(await test.aUser({ firm }));
  await test.aDisbursementType(firm, { title: 'Call' });
  await test.assignTypes(firm);
  const upload = async (lines: readonly string[], more: object = {}) => {
    const fileStream = [matrixHeader, ...lines].join('\n');
    return test.call('POST /rate-matrix', { token, body: { fileStream, ...more } });
  };
  return { firm, token, attorneys, upload };
}

const dayOf = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10);

deepIt('lists the first 2,000 changes, and saves all', async () => {
  const { token, attorneys, upload } = await aFirmWithAttorneys(3);
  const lines = attorneys.flatMap(({ email }) =>
    Array.from({ length: 700 }, (_, index) => `${email},Call,${dayOf(index)},5,${index},,,,,,,,`),
  );
  const { data } = (await upload(lines)).json<{ data: MatrixResult }>();
  expect([data.rows, data.unchanged, data.changed.length]).toEqual([2100, 0, 2000]);
  const on = await test.call(`GET /rate-matrix?on=${dayOf(699)}`, { token });
  const rows = on.json<{ data: RateMatrixRow[] }>().data;
  expect(rows.map(({ validFrom }) => validFrom)).toEqual(Array(3).fill(dayOf(699)));
  const again = (await upload(lines)).json<{ data: MatrixResult }>().data;
  expect(again.unchanged).toBe(2100);
});

it('yields to other requests while it reads and compares', async () => {
  const empty = Object.fromEntries(matrixColumns.map((column) => [column, '']));
  const cells = { ...empty, attorney: 'a@x.co.za', type: 'Call', to1: '5', price1: '33' };
  const records = Array.from({ length: 5000 }, (_, index) => ({
    row: index + 2,
    // Each column has its cell.
    cells: { ...cells, validFrom: dayOf(index) } as Parameters<typeof findCells>[0][0]['cells'],
  }));
  const attorney = { id: 'a', name: 'A', email: 'a@x.co.za', status: 1 as const, types: [] };
  const attorneys = [{ ...attorney, types: [{ id: 't', title: 'Call' }] }];
  const today = dayOf(0);
  const { given } = await findCells(records, { attorneys, today });
  expect(given).toHaveLength(5000);
  const many = Array.from({ length: 20 }, () => given).flat();
  for (const work of [
    async () => findCells([...records, ...records, ...records], { attorneys, today }),
    async () => compareMatrix(many, { schedules: [], today }),
  ])
    expect((await turnsDuring<unknown>(work)).turns).toBeGreaterThan(3);
});

it('leaves a place for other firms while the files of one firm wait', async () => {
  const [busy, other] = [await aFirmWithAttorneys(1), await aFirmWithAttorneys(1)];
  const onePrice = ({ attorneys }: typeof busy, price: number) => [
    `${attorneys[0]?.email},Call,,5,${price},,,,,,,,`,
  ];
  const holder = await test.pool.connect();
  await holder.query('begin');
  await holder.query('select from users where id = $1 for update', [busy.attorneys[0]?.id]);
  const answered = vi.fn<() => void>();
  const waiting = [33, 34, 35].map(async (price) => {
    const { statusCode } = await busy.upload(onePrice(busy, price));
    answered();
    return statusCode;
  });
  try {
    expect(await other.upload(onePrice(other, 33))).toAnswer(200);
    expect(answered).not.toHaveBeenCalled();
  } finally {
    await holder.query('commit');
    holder.release();
  }
  expect(await Promise.all(waiting)).toEqual([200, 200, 200]);
});

const titles = ['Call', '=1+1', "'-2", 'Ünder\u00A0"x"', 'a;b,c|d', "'t Hooft", '\uFF1D2 é'];
const locals = ['anna', '=cmd', '+27', "-o'neil", 'x|y'];
const cents = fc.integer({ min: 0, max: 10_000_000 });
const band = fc.record({ minutes: fc.integer({ min: 1, max: 999 }), cents });
const change = fc.record({
  attorney: fc.constantFrom(...locals),
  title: fc.constantFrom(...titles),
  month: fc.integer({ min: 4, max: 12 }),
  bands: fc.array(band, { maxLength: 4 }),
  thereafter: fc.option(band),
});
type GivenChange = typeof change extends fc.Arbitrary<infer T> ? T : never;
const day = fc
  .integer({ min: 1, max: 12 })
  .map((month) => `2026-${`${month}`.padStart(2, '0')}-15`);

async function aFirmWithOddNames() {
  const firm = await test.aFirm();
  const token = await test.signInAdmin({ firm });
  for (const local of locals) await test.aUser({ firm, email: `${local}@${firm.domain}` });
  for (const title of titles) await test.aDisbursementType(firm, { title });
  await test.assignTypes(firm);
  const upload = async (fileStream: string) =>
    (await test.call('POST /rate-matrix', { token, body: { fileStream } })).json<object>();
  const download = async (on: string) => {
    const headers = { accept: 'text/csv' };
    return (await test.call(`GET /rate-matrix?on=${on}`, { token, headers })).body;
  };
  return { firm, upload, download };
}

function feeLine(of: { domain: string }, input: GivenChange): string {
  let minutes = 0;
  const timed = input.bands.flatMap((one) => [`${(minutes += one.minutes)}`, rand(one.cents)]);
  const empty = Array.from({ length: 8 - timed.length }, () => '');
  const last = input.bands.length > 0 ? input.thereafter : null;
  const thereafter = last ? [`${last.minutes}`, rand(last.cents)] : ['', ''];
  const validFrom = `2026-${`${input.month}`.padStart(2, '0')}-01`;
  const names = [`${input.attorney}@${of.domain}`, input.title];
  return csvLine([...names, validFrom, ...timed, ...empty, ...thereafter]);
}

function rand(amount: number): string {
  return (amount / 100).toFixed(2);
}

/** As Excel with South African settings saves it. */
function savedBySpreadsheet(csv: string): string {
  const records = parse(csv);
  const cells = (record: string[]) =>
    record.map((cell, at) => (at < 3 ? cell : cell.replace(/\.(\d\d)$/, ',$1')));
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return records.map((record) => cells(record).map(quoted).join(';')).join('\n');
}

it('takes any matrix back unchanged, also after a spreadsheet has saved it', async () => {
  const { firm, upload, download } = await aFirmWithOddNames();
  const changes = fc.uniqueArray(change, {
    minLength: 1,
    maxLength: 12,
    selector: ({ attorney, title, month }) => `${attorney} ${title} ${month}`,
  });
  const unchanged = { rows: 35, unchanged: 35, changed: [] };
  const property = fc.asyncProperty(changes, day, async (value, on) => {
    const lines = value.map((one) => feeLine(firm, one));
    expect(await upload([`${matrixHeader}\r\n`, ...lines].join(''))).toHaveProperty('data');
    const file = await download(on);
    expect(await upload(file)).toMatchObject({ data: unchanged });
    expect(await upload(savedBySpreadsheet(file))).toMatchObject({ data: unchanged });
    expect(await download(on)).toBe(file);
  });
  await fc.assert(property, { numRuns: 25 });
});
