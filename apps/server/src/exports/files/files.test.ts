import { createHash } from 'node:crypto';
import { exportColumns, fileTypes } from '@recoup/contract/exports/files';
import { escapeFormula, unescapeFormula } from '@recoup/contract/core/formula-escaping';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { formulaPayloads } from '../../../test/formulas.ts';

const test = useApp();
const ctx = { token: '', exportId: '', firmId: '', sumCents: 0 };
const textColumns = {
  'Matter Number': 1,
  Client: 2,
  Matter: 3,
  Attorney: 4,
  Disbursement: 5,
  Narration: 9,
} as const;

beforeAll(async () => {
  const firm = await test.aFirm({ name: '=Firm & Söhne' });
  ctx.firmId = firm.id;
  ctx.token = await test.signInAdmin({ firm });
  for (const [index, payload] of formulaPayloads.entries()) {
    const attorney = await test.aUser({ firm, name: oneLine(payload) });
    const type = await test.aDisbursementType(firm, { title: oneLine(payload) });
    const matter = await test.aMatter(firm, {
      number: payload,
      client: payload,
      description: payload,
    });
    const amountCents = 10 + index;
    await test.anEntry(
      { firm, attorney, matter, type },
      { date: dayOf(index), amountCents, narration: payload, minutes: index, quantity: 2 },
    );
    ctx.sumCents += amountCents;
  }
  const reply = await test.call('POST /exports', { token: ctx.token });
  ctx.exportId = reply.json<{ data: { _id: string } }>().data._id;
});

it('has sixty different payloads', () => {
  expect(new Set(formulaPayloads).size).toBe(60);
});

it('removes exactly the apostrophe that it set', () => {
  for (const payload of [
    ...formulaPayloads,
    "'",
    "''",
    'O’Brien',
    "'quoted'",
    '',
    ' =1',
    "' =1",
    '\u200B=1',
  ]) {
    const cell = escapeFormula(payload);
    expect(cell).not.toMatch(/^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/);
    expect(unescapeFormula(cell)).toBe(payload);
  }
});

it.each(['systems', 'people'] as const)(
  'disarms every field of the CSV for %s, and re-parses to the original',
  async (profile) => {
    const text = (await file('csv', `?profile=${profile}`)).body;
    const rows: string[][] = parse(text, {
      bom: true,
      from: 2,
      delimiter: profile === 'people' ? ';' : ',',
    });
    expect(rows).toHaveLength(formulaPayloads.length);
    for (const [index, row] of rows.entries()) {
      const payload = formulaPayloads[index] ?? '';
      for (const [name, column] of Object.entries(textColumns)) {
        const cell = row[column] ?? '';
        expect(cell).not.toMatch(/^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/);
        expect(unescapeFormula(cell)).toBe(
          name === 'Attorney' || name === 'Disbursement' ? oneLine(payload) : payload,
        );
      }
      const written = ((10 + index) / 100).toFixed(2);
      expect([row[0], row[6], row[7], row[8]]).toEqual([
        dayOf(index),
        String(index),
        '2',
        profile === 'people' ? written.replace('.', ',') : written,
      ]);
    }
  },
);

it('writes an XLSX in which texts stay texts, numbers numbers, and days days', async () => {
  const [header, ...lines] = await readSheet((await file('xlsx')).rawPayload, { trim: false });
  expect(header).toEqual([...exportColumns]);
  for (const [index, payload] of formulaPayloads.entries()) {
    const [text, name] = [payload.replaceAll('\r\n', '\n'), oneLine(payload)];
    expect(lines[index]).toEqual([
      new Date(dayOf(index)),
      text,
      text,
      text,
      name,
      name,
      index,
      2,
      (10 + index) / 100,
      text,
    ]);
  }
});

it('writes the total of an XLSX apart from the column of amounts', async () => {
  const rows = await readSheet((await file('xlsx')).rawPayload);
  const amounts = rows
    .slice(1)
    .map((row) => (typeof row[8] === 'number' ? Math.round(row[8] * 100) : 0));
  expect(amounts.reduce((sum, cents) => sum + cents, 0)).toBe(ctx.sumCents);
  expect(rows.slice(1 + formulaPayloads.length).map((row) => row.slice(0, 3))).toEqual([
    [null, null, null],
    ['Total', ctx.sumCents / 100, null],
  ]);
});

it('makes a PDF of pages without anything that acts', async () => {
  const bytes = (await file('pdf')).rawPayload.toString('latin1');
  expect(bytes.slice(0, 5)).toBe('%PDF-');
  expect(bytes.trimEnd().endsWith('%%EOF')).toBe(true);
  expect(bytes).not.toMatch(/\/(?:JavaScript|JS|OpenAction|AA|Launch|URI|EmbeddedFile|AcroForm)\b/);
});

it.each(['csv', 'xlsx', 'pdf'] as const)('writes the same bytes of %s each time', async (kind) => {
  const [first, second] = [await file(kind), await file(kind)];
  expect(first.headers['content-type']).toContain(fileTypes[kind]);
  expect(first.headers['content-disposition']).toBe(
    `attachment; filename="recoup-export-1.${kind}"; filename*=UTF-8''recoup-export-1.${kind}`,
  );
  expect(first.rawPayload.length).toBeGreaterThan(500);
  expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
});

it('keeps the hash, the sum and the number of the rows that went out', async () => {
  const { rawPayload } = await file('csv');
  const data = await test.data<Record<string, unknown>>(`GET /exports/${ctx.exportId}`, {
    token: ctx.token,
  });
  expect(data).toMatchObject({
    rows: 60,
    sum: ctx.sumCents / 100,
    sha256: createHash('sha256').update(rawPayload).digest('hex'),
  });
});

it('writes spreadsheet CSV with the firm’s delimiter, a BOM, and decimal commas', async () => {
  await test.updateRows('firms', { id: ctx.firmId }, { csvDelimiter: ';' });
  const text = (await file('csv', '?profile=people')).rawPayload.toString();
  await test.updateRows('firms', { id: ctx.firmId }, { csvDelimiter: ',' });
  expect(text.startsWith('\uFEFFDate;Matter Number;')).toBe(true);
  const rows: string[][] = parse(text, { bom: true, delimiter: ';', from: 2 });
  expect(rows.map((row) => unescapeFormula(row[9] ?? ''))).toEqual([...formulaPayloads]);
  expect(rows[0]?.[8]).toBe('0,10');
});

it.each([
  [
    'application/json',
    { byteCount: 20_000_001 },
    'These disbursements make more than 20 MB, the limit for JSON.',
  ],
  [
    fileTypes.xlsx,
    { rowCount: 1_048_574 },
    'These are more than 1048573 rows, the limit for XLSX.',
  ],
  [fileTypes.pdf, { rowCount: 50_001 }, 'These are more than 50000 rows, the limit for PDF.'],
])('reports an export that %s cannot hold', async (accept, size, words) => {
  const before = await test.getRow('exports', { id: ctx.exportId }, ['byteCount', 'rowCount']);
  await test.updateRows('exports', { id: ctx.exportId }, size);
  const reply = await test.call(`GET /exports/${ctx.exportId}/file`, {
    token: ctx.token,
    headers: { accept },
  });
  await test.updateRows('exports', { id: ctx.exportId }, before);
  expect(reply).toAnswer(413, { code: 'too_large', message: expect.stringContaining(words) });
});

async function file(kind: keyof typeof fileTypes, query = '') {
  const reply = await test.call(`GET /exports/${ctx.exportId}/file${query}`, {
    token: ctx.token,
    headers: { accept: fileTypes[kind] },
  });
  expect(reply).toAnswer(200);
  return reply;
}

/** Names and titles have one line; other texts of imported matters may contain line ends. */
function oneLine(text: string): string {
  return text.replaceAll(/[\t\r\n]/g, ' ');
}

function dayOf(index: number): string {
  return new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
}
