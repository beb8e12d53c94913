import { role } from '@recoup/contract/core/access';
import { csvLine } from '@recoup/contract/core/formula-escaping';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aDisbursementType, aFirm, assignTypes, aUser } from '../../test/factories.ts';
import { matrixHeader } from '../../test/matrix-firm.ts';

const test = useApp();
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
  const firm = await aFirm(test.db);
  const token = await test.signInAs({ firm, role: role.attorneyAdmin });
  for (const local of locals) await aUser(test.db, { firm, email: `${local}@${firm.domain}` });
  for (const title of titles) await aDisbursementType(test.db, firm, { title });
  await assignTypes(test.db, firm);
  const upload = async (fileStream: string) =>
    (await test.call('POST /rate-matrix', { token, body: { fileStream } })).json<object>();
  const download = async (on: string) => {
    const headers = { accept: 'text/csv' };
    return (await test.call(`GET /rate-matrix?on=${on}`, { token, headers })).body;
  };
  return { firm, upload, download };
}

function lineOf(of: { domain: string }, given: GivenChange): string {
  let minutes = 0;
  const timed = given.bands.flatMap((one) => [`${(minutes += one.minutes)}`, rand(one.cents)]);
  const empty = Array.from({ length: 8 - timed.length }, () => '');
  const last = given.bands.length > 0 ? given.thereafter : null;
  const thereafter = last ? [`${last.minutes}`, rand(last.cents)] : ['', ''];
  const validFrom = `2026-${`${given.month}`.padStart(2, '0')}-01`;
  const names = [`${given.attorney}@${of.domain}`, given.title];
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
  const property = fc.asyncProperty(changes, day, async (given, on) => {
    const lines = given.map((one) => lineOf(firm, one));
    expect(await upload([`${matrixHeader}\r\n`, ...lines].join(''))).toHaveProperty('data');
    const file = await download(on);
    expect(await upload(file)).toMatchObject({ data: unchanged });
    expect(await upload(savedBySpreadsheet(file))).toMatchObject({ data: unchanged });
    expect(await download(on)).toBe(file);
  });
  await fc.assert(property, { numRuns: 25 });
});
