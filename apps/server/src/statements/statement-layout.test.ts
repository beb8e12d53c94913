import { fileTypes } from '@recoup/contract/exports/files';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { callFees } from '../../test/factories.ts';
import { pdfWords } from '../../test/pdf-text.ts';
import { aStatementFirm, type StatementFirm } from '../../test/statement-firm.ts';

const test = useApp();
let vendor: StatementFirm | undefined;
const of = (): StatementFirm => vendor as StatementFirm; // set before each test

beforeEach(async () => {
  vendor = await aStatementFirm(test, { isVatVendor: true });
  await of().recordThree();
});

it('shows the cap of a price as the sheet of an entry does', async () => {
  const { firm, attorney, types, matters, record } = of();
  const type = types.call;
  await callFees(
    test.db,
    { firm, attorney, type },
    { bands: [[0, 10, 11_300]], validFrom: '2026-03-10', thereafter: [5, 0] },
  );
  await record(type, { minutes: 60, date: '2026-03-11' }, matters.third);
  const pdf = pdfWords((await of().file(fileTypes.pdf, '', matters.third)).rawPayload);
  const xlsx = await readSheet((await of().file(fileTypes.xlsx, '', matters.third)).rawPayload);
  for (const words of [pdf, xlsx.flat().map((cell) => String(cell).replaceAll('\u00A0', ' '))]) {
    expect(words).toEqual(expect.arrayContaining(['thereafter', 'capped at R 113.00']));
    expect(words.join('\n')).not.toContain('or part thereof');
  }
});
