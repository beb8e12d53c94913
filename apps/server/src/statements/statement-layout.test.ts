import { fileTypes } from '@recoup/contract/exports/files';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, expect, it } from 'vitest';
import { deepIt } from '../../test/deep.ts';
import { useApp } from '../../test/app.ts';
import { preparedBy } from '../../test/prepared.ts';
import { pdfWords, readPdf } from '../../test/pdf-text.ts';
import { aStatementFirm } from '../../test/statement-firm.ts';

const test = useApp();
const of = preparedBy(beforeEach, async () => {
  const firm = await aStatementFirm(test, { isVatVendor: true });
  await firm.recordThree();
  return firm;
});

it('shows the cap of a price as the sheet of an entry does', async () => {
  const { firm, attorney, types, matters, record } = of();
  const type = types.call;
  await test.callFees(
    { firm, attorney, type },
    { upTo: { 10: 11_300 }, validFrom: '2026-03-10', thereafter: [5, 0] },
  );
  await record(type, { minutes: 60, date: '2026-03-11' }, matters.third);
  const pdf = pdfWords((await of().file(fileTypes.pdf, '', matters.third)).rawPayload);
  const xlsx = await readSheet((await of().file(fileTypes.xlsx, '', matters.third)).rawPayload);
  for (const words of [pdf, xlsx.flat().map((cell) => String(cell).replaceAll('\u00A0', ' '))]) {
    expect(words).toEqual(expect.arrayContaining(['thereafter', 'capped at R 113.00']));
    expect(words.join('\n')).not.toContain('or part thereof');
  }
});

it('names files for taxation otherwise than those for the client', async () => {
  const named = async (reply: Promise<{ headers: Record<string, unknown> }>) =>
    /filename="([^"]+)"/.exec(String((await reply).headers['content-disposition']))?.[1];
  const { file, ask } = of();
  const march = '?from=2026-03-01';
  expect(await named(file(fileTypes.pdf, `${march}&for=client`))).toBe(
    'statement-B-1-from-2026-03-01.pdf',
  );
  expect(await named(file(fileTypes.pdf, `${march}&for=taxation`))).toBe(
    'statement-taxation-B-1-from-2026-03-01.pdf',
  );
  const zip = { accept: 'application/zip' };
  expect(await named(ask('GET /statements?for=taxation', zip))).toBe('statements-taxation.zip');
});

it('writes a workbook for taxation with its facts beside the wide column', async () => {
  const rows = await readSheet((await of().file(fileTypes.xlsx, '?for=taxation')).rawPayload);
  expect(rows.find(([first]) => first === 'Matter')?.slice(0, 3)).toEqual([
    'Matter',
    null,
    'B/1   Sale of a house',
  ]);
  expect(rows.find(([first]) => first === 'Item')?.at(-1)).toBe('Taxed off');
  expect(rows.filter(([item]) => typeof item === 'number').map(([item]) => item)).toEqual([
    1, 2, 3,
  ]);
  expect(rows.find((row) => row[2] === 'Total')?.slice(7)).toEqual([503, 7.96, 510.96, null]);
});

it('draws the longest narration of one line whole, with the attorney below it', async () => {
  const narration = `${'Particulars of claim '.repeat(47)}end`;
  await of().record(of().types.copies, { amount: 1, narration });
  for (const query of ['', '?for=taxation']) {
    const words = pdfWords((await of().file(fileTypes.pdf, query)).rawPayload);
    expect(words.join(' ')).toMatch(/of claim end Thabo Mokoena/);
    expect(words.join(' ')).not.toContain('…');
  }
});

deepIt('keeps a price table on one page, and continues the lines under their title', async () => {
  const { firm, attorney, types, matters, record } = of();
  const { other } = matters;
  const upTo = { 5: 500, 10: 1000, 15: 1500, 20: 2000 };
  await test.callFees(
    { firm, attorney, type: types.call },
    { upTo, validFrom: '2026-02-01', thereafter: [5, 1250] },
  );
  await record(types.call, { minutes: 7 }, other);
  for (let count = 12; count <= 32; count += 1) {
    await insertCopies(other, count === 12 ? 12 : 1);
    const pages = readPdf((await of().file(fileTypes.pdf, '', other)).rawPayload);
    const pageOf = (start: string) =>
      pages.findIndex((page) => page.some((text) => text.startsWith(start)));
    expect([count, pageOf('Prices: Call')]).toEqual([count, pageOf('thereafter, per')]);
    const isContinued = pageOf('Costs recovered (continued)') === 1;
    const hasLine = (page: readonly string[]) => page.some((text) => text === '5 Mar 2026');
    expect([count, isContinued]).toEqual([count, pages.findLastIndex(hasLine) === 1]);
  }
});

it('writes the minus of a reversal as amounts do', async () => {
  const { types, record, matters } = of();
  const id = await record(types.copies, { amount: 2, quantity: 3 }, matters.third);
  const call = await record(types.call, { minutes: 7 }, matters.third);
  const { admin, attorney } = of().token;
  await test.call('POST /exports', { token: admin, body: { override: 'Tested' } });
  for (const entry of [id, call])
    await test.call(`POST /entries/${entry}/reversal`, {
      token: attorney,
      body: { reason: 'Not ours' },
    });
  const words = async (query: string) =>
    pdfWords((await of().file(fileTypes.pdf, query, matters.third)).rawPayload);
  expect(await words('')).toEqual(expect.arrayContaining(['−3', '−7']));
  expect(await words('?for=taxation')).toContain('−7');
});

it('says what a correction corrects, and what that means', async () => {
  const { types, record, matters, token } = of();
  const copies = { amount: 2, quantity: 3, narration: 'Bundle' };
  const id = await record(types.copies, copies, matters.third);
  await test.call('POST /exports', { token: token.admin, body: { override: 'Tested' } });
  const replacement = {
    ...copies,
    matter: matters.third.id,
    disbursementType: types.copies.id,
    quantity: 2,
  };
  const body = { reason: 'Counted wrongly', replacement };
  const reply = await test.call(`POST /entries/${id}/reversal`, { token: token.attorney, body });
  expect(reply).toAnswer(201);
  const { rawPayload } = await of().file(fileTypes.pdf, '', matters.third);
  const words = pdfWords(rawPayload);
  const text = words.join(' ').replaceAll(/\s+/g, ' ');
  const begun = 'Copies: Correction of 5 Mar 2026: 2 instead of 3. Counted wrongly. Bundle';
  expect(text.split(begun)).toHaveLength(3);
  expect(text).toContain('puts right what an earlier line charged');
  expect(words.filter((word) => word.startsWith('Total'))).toEqual(['Total']);
  expect(words).not.toContain('By type');
  expect(words.filter((word) => word === '18 Mar 2026')).toHaveLength(2);
  const rows = await readSheet((await of().file(fileTypes.xlsx, '', matters.third)).rawPayload);
  expect(rows.filter((row) => row[1] === begun)).toHaveLength(2);
  expect(rows.filter(([, name]) => String(name).startsWith('Total'))).toHaveLength(1);
});

/** Each of one cent. */
async function insertCopies({ id }: { id: string }, count: number): Promise<void> {
  const { firm, attorney, types } = of();
  await sql`insert into entries
    (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id, date, amount_cents)
    select gen_random_uuid(), ${firm.id}, ${attorney.id}, ${attorney.id}, ${id},
      ${types.copies.id}, '2026-03-05', 1 from generate_series(1, ${count}::integer)`.execute(
    test.db,
  );
}
