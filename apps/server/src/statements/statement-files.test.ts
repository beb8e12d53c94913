import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { fileTypes } from '@recoup/contract/exports/files';
import { beforeEach, expect, it } from 'vitest';
import { deepIt } from '../../test/deep.ts';
import { useApp } from '../../test/app.ts';
import { preparedBy } from '../../test/prepared.ts';
import { type DrawnText, pagesOf, pdfWords } from '../../test/pdf-text.ts';
import { unzip, unzipFiles } from '../../test/spreadsheet.ts';
import { aStatementFirm } from '../../test/statement-firm.ts';

const test = useApp();
const of = preparedBy(beforeEach, async () => {
  const firm = await aStatementFirm(test, { isVatVendor: true });
  await firm.recordThree();
  return firm;
});
const zipType = 'application/zip';

it('draws the statement as a PDF of the firm', async () => {
  const reply = await of().file(fileTypes.pdf, '?from=2026-03-01&to=2026-03-31');
  expect(reply.headers['content-disposition']).toContain(
    'filename="statement-B-1-2026-03-01-to-2026-03-31.pdf"',
  );
  const words = pdfWords(reply.rawPayload);
  for (const text of [
    'Mokoena & Partners',
    'Statement of disbursements',
    '4123456789',
    'Botha',
    '1 March 2026 to 31 March 2026',
    'Costs recovered',
    'Call: With client',
    'Thabo Mokoena',
    '5 Mar 2026',
    'Min.',
    '7',
    'Total: costs recovered',
    'Disbursements paid as agent',
    'SH 12',
    'Standard rate, 15 %',
    'Prices: Call, from 1 January 2026',
    'R 60.96',
    'R 510.96',
    'Page 1 of 1',
  ])
    expect(words).toContain(text);
  expect(words).not.toContain('Taxed off');
});

it('writes sums of billions smaller before they reach into each other', async () => {
  const { types, matters, record } = of();
  for (let count = 0; count < 60; count += 1)
    await record(types.copies, { amount: 1e8 }, matters.third);
  for (const query of ['', '?for=taxation']) {
    const { rawPayload } = await of().file(fileTypes.pdf, query, matters.third);
    const [page = []] = pagesOf(rawPayload).slice(-1);
    const amounts = page.filter(({ text }) => /^R\s\d\s\d{3}\s/.test(text));
    expect(amounts.length).toBeGreaterThan(3);
    const reached = ({ x, y, width }: DrawnText) =>
      page.filter((other) => other.y === y && other.x > x && other.x < x + width);
    expect(amounts.flatMap(reached)).toEqual([]);
  }
});

it('draws item numbers, vouchers and a column for what is taxed off', async () => {
  const words = pdfWords((await of().file(fileTypes.pdf, '?for=taxation')).rawPayload);
  const heads = ['Item', 'Date', 'Particulars', 'Min.', 'Voucher', 'Incl. VAT', 'Taxed off'];
  expect(words.slice(words.indexOf('Item'), words.indexOf('Item') + heads.length)).toEqual(heads);
  expect(words).toContain('Statement of disbursements for taxation');
  expect(words).toEqual(expect.arrayContaining(['1', '2', '3', 'SH 12', 'R 450.00']));
});

it('writes the same sums into a workbook', async () => {
  const reply = await of().file(fileTypes.xlsx);
  expect(reply.headers['content-type']).toBe(fileTypes.xlsx);
  const rows = await readSheet(reply.rawPayload);
  expect(rowOf(rows, 'VAT number')?.[1]).toBe('4123456789');
  expect(rowOf(rows, 'Date', 'Particulars')?.join()).toBe(
    'Date,Particulars,Attorney,Voucher,Minutes,Quantity,Excl. VAT,VAT,Incl. VAT',
  );
  const lines = rows.filter(([day]) => day instanceof Date);
  expect(lines.map((line) => line.slice(1))).toEqual([
    ['Call: With client', 'Thabo Mokoena', null, 7, null, 45.5, 6.83, 52.33],
    ['Copies', 'Thabo Mokoena', null, null, 3, 7.5, 1.13, 8.63],
    ['Sheriff: Service', 'Thabo Mokoena', 'SH 12', null, null, 450, 0, 450],
  ]);
  const sums = (name: string) => rows.find((row) => row[1] === name)?.slice(6);
  expect(sums('Total: costs recovered')).toEqual([53, 7.96, 60.96]);
  expect(sums('Total: disbursements paid as agent')).toEqual([450, 0, 450]);
  expect(sums('Sheriff (paid as agent)')).toEqual([450, 0, 450]);
  expect(sums('Standard rate, 15 %')).toEqual([53, 7.96, 60.96]);
  expect(sums('Total')).toEqual([503, 7.96, 510.96]);
  for (const heading of ['By type', 'VAT by rate'])
    expect(rowOf(rows, heading)?.slice(6)).toEqual(['Excl. VAT', 'VAT', 'Incl. VAT']);
  expect(rows.slice(-4).map((row) => row.slice(1, 3))).toEqual([
    [null, null],
    ['Thabo Mokoena', null],
    ['up to 5\u00A0min', 33],
    ['thereafter, per 5\u00A0min or part thereof', 12.5],
  ]);
});

it('says in each file that an empty statement has no lines', async () => {
  const sentence = 'Nothing was recorded on this matter in this period';
  const pdf = await of().file(fileTypes.pdf, '?from=2027-01-01');
  expect(pdfWords(pdf.rawPayload).join('\n')).toContain(sentence);
  const rows = await readSheet((await of().file(fileTypes.xlsx, '?from=2027-01-01')).rawPayload);
  expect(rows.flat().join('\n')).toContain(sentence);
});

it('shows nothing of VAT in the files of a firm that is no vendor', async () => {
  const plain = await aStatementFirm(test);
  await plain.recordThree();
  const words = pdfWords((await plain.file(fileTypes.pdf)).rawPayload).join('\n');
  const cells = (await readSheet((await plain.file(fileTypes.xlsx)).rawPayload)).flat().join('\n');
  for (const text of [words, cells]) {
    expect(text).toContain('Disbursements paid as agent');
    expect(text).not.toMatch(/\bVAT\b/);
  }
  expect(words).toContain('R 503.00');
});

it('runs nothing of a narration, and shortens one that fills a page', async () => {
  await of().record(of().types.copies, { amount: 1, narration: '=1+1' });
  await of().record(of().types.copies, { amount: 1, narration: 'x\n'.repeat(490) });
  const reply = await of().file(fileTypes.xlsx);
  expect(unzip(reply.rawPayload).get('xl/worksheets/sheet1.xml')).not.toMatch(/<f[ >]/);
  const words = pdfWords((await of().file(fileTypes.pdf)).rawPayload);
  expect(words).toContain('Copies: =1+1');
  const cut = words.indexOf('x …');
  expect(words[cut + 1]).toBe('Thabo Mokoena');
  expect(words).toContain('Texts with … are shortened here. They are whole in the XLSX.');
});

deepIt('writes any number of lines as XLSX, and rejects too many for a PDF or JSON', async () => {
  const { other } = of().matters;
  await insertLines(other, 50_001);
  const path = `GET /matters/${other.id}/statement`;
  for (const [kind, accept, most] of [
    ['JSON', 'application/json', '20 000'],
    ['PDF', fileTypes.pdf, '50 000'],
  ]) {
    expect(await of().ask(path, { accept: accept ?? '' })).toAnswer(422, {
      code: 'too_many_lines',
      message:
        `This statement has more than ${most} lines, the limit for ${kind}. ` +
        'Choose XLSX, or a shorter period.',
    });
  }
  const sheet = unzip((await of().ask(path, { accept: fileTypes.xlsx })).rawPayload).get(
    'xl/worksheets/sheet1.xml',
  );
  expect(sheet?.match(/<is><t>Thabo Mokoena</g)).toHaveLength(50_001);
  expect(sheet).toContain('<v>500.01</v>');
  const zip = await of().ask('GET /statements', { accept: zipType });
  expect(zip).toAnswer(422, { code: 'too_many_lines' });
  expect(zip.json<{ message: string }>().message).toContain('The statement of B-1');
});

it('puts the statements of all matters, or of a client, into one ZIP', async () => {
  const { other, third } = of().matters;
  await of().record(of().types.copies, { amount: 1 }, other);
  await of().record(of().types.copies, { amount: 2, date: '2026-04-01' }, third);
  const reply = await of().ask('GET /statements?kind=xlsx', { accept: zipType });
  expect(reply.headers['content-type']).toBe(zipType);
  expect(reply.headers['content-disposition']).toContain('filename="statements.zip"');
  const files = unzipFiles(reply.rawPayload);
  expect([...files.keys()]).toEqual([
    'statement-B-1.xlsx',
    'statement-B-1-2.xlsx',
    'statement-D-7.xlsx',
  ]);
  const totals = [];
  for (const content of files.values()) totals.push(totalOf(await readSheet(content)));
  expect(totals).toEqual([1.15, 510.96, 2.3]);
  const march = await of().ask('GET /statements?client=botha&from=2026-03-01&to=2026-03-31', {
    accept: zipType,
  });
  const pdfs = [...unzipFiles(march.rawPayload)];
  expect(pdfs.map(([name]) => name)).toEqual([
    'statement-B-1-2026-03-01-to-2026-03-31.pdf',
    'statement-B-1-2026-03-01-to-2026-03-31-2.pdf',
  ]);
  expect(pdfWords(pdfs[1]?.[1] ?? Buffer.alloc(0))).toContain('R 510.96');
});

it('counts what a ZIP would hold, and says when that is nothing', async () => {
  const counted = await of().ask('GET /statements?client=Botha');
  expect(counted.json()).toEqual({ data: { matters: 1, lines: 3 } });
  expect((await of().ask('GET /statements?client=Nobody')).json()).toEqual({
    data: { matters: 0, lines: 0 },
  });
  expect(await of().ask('GET /statements?client=Nobody', { accept: zipType })).toAnswer(404, {
    code: 'nothing_to_export',
  });
});

it('rejects a ZIP of too many matters', async () => {
  await sql`insert into matters (id, firm_id, number, description, status)
    select gen_random_uuid(), ${of().firm.id}, 'Z' || n, 'Many', 'Open'
    from generate_series(1, 2000) n`.execute(test.db);
  await sql`insert into entries
    (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id, date, amount_cents)
    select gen_random_uuid(), ${of().firm.id}, ${of().attorney.id}, ${of().attorney.id}, m.id,
      ${of().types.copies.id}, '2026-03-05', 1
    from matters m where m.firm_id = ${of().firm.id}`.execute(test.db);
  expect(await of().ask('GET /statements', { accept: zipType })).toAnswer(422, {
    message:
      'These are more than 2 000 matters, the limit for one ZIP. ' +
      'Choose a client, or a shorter period.',
  });
});

it('gives a firm one ZIP at a time, and its turn back afterwards', async () => {
  const ask = async () => of().ask('GET /statements', { accept: zipType });
  const replies = await Promise.all([ask(), ask(), ask()]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await ask()).toAnswer(200);
});

/** Each of one cent. */
async function insertLines({ id }: { id: string }, count: number): Promise<void> {
  const { firm, attorney, types } = of();
  await sql`insert into entries
    (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id, date, amount_cents)
    select gen_random_uuid(), ${firm.id}, ${attorney.id}, ${attorney.id}, ${id},
      ${types.copies.id}, '2026-03-05', 1 from generate_series(1, ${count}::integer)`.execute(
    test.db,
  );
}

function totalOf(rows: readonly (readonly unknown[])[]) {
  return rows.find((row) => row[1] === 'Total')?.[8];
}

function rowOf(rows: readonly (readonly unknown[])[], ...first: string[]) {
  return rows.find((row) => first.every((text, index) => row[index] === text));
}
