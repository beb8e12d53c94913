import type { LayoutForm } from '@recoup/contract/posting/layouts';
import type { RejectedRow } from '@recoup/contract/core/errors';
import { createFindings } from './engine/findings.ts';
import { createLayoutWriter } from './engine/layout-writer.ts';
import type { LineVat, PostingLine } from './engine/posting-line.ts';

const typeId = '00000000-0000-7000-8000-000000000001';

/** An entry of no firm, for the editor of layouts, which also shows its reversal. */
const sample: PostingLine = {
  date: '2026-03-05',
  matterNumber: 'BOT0017',
  client: 'Botha, P',
  matterDescription: 'Botha / Road Accident Fund',
  attorney: 'Lerato Nkosi',
  disbursementType: 'Call',
  minutes: 12,
  quantity: null,
  amountCents: 123_450,
  narration: 'Call with “Dr Müller”; report of 5 March',
  typeId,
  entryId: '00000000-0000-7000-8000-000000000002',
  vat: null,
  reverses: null,
  voucher: 'V-88',
};
const sampleVat: LineVat = {
  treatment: 'cost',
  percent: 15,
  netCents: 123_450,
  vatCents: 18_518,
  grossCents: 141_968,
};

const reversal = {
  minutes: -12,
  amountCents: -sample.amountCents,
  entryId: '00000000-0000-7000-8000-000000000003',
  reverses: sample.entryId,
};
const reversedVat = { netCents: -123_450, vatCents: -18_518, grossCents: -141_968 };

/** The sample and its reversal as a layout writes them; with VAT for a firm that is a vendor. */
export function writeSample(
  layout: LayoutForm,
  { hasVat }: { hasVat: boolean },
): { lines: string[]; problems: Pick<RejectedRow, 'column' | 'message'>[] } {
  const findings = createFindings();
  const entry = { ...sample, vat: hasVat ? sampleVat : null };
  const taken = { ...entry, ...reversal, vat: hasVat ? { ...sampleVat, ...reversedVat } : null };
  const file = { exportNumber: 17, exportDay: '2026-03-31', firmName: 'Sample Attorneys' };
  const settings = {
    accounts: { [typeId]: '4000000' },
    contraAccount: '7000000',
    firmId: 'FIRM1',
    clientIds: { [sample.client ?? '']: 'C001' },
    invoiceNumber: 'INV',
    taxTypes: { none: '0', cost: '1' },
  };
  const whole = { ...file, settings, invoices: new Map() };
  const writer = createLayoutWriter(layout, { file: whole, findings });
  const end = layout.lineEnd === 'crlf' ? '\r\n' : '\n';
  const rows = [entry, taken].map((line, index) => {
    findings.begin(index + 1);
    return writer.write(line, index + 1);
  });
  const lines = (writer.head + rows.join('')).split(end).slice(0, -1);
  return { lines, problems: distinct(findings.rows) };
}

/** The entry and its reversal share most problems. */
function distinct(rows: readonly RejectedRow[]): Pick<RejectedRow, 'column' | 'message'>[] {
  const known = new Map(
    rows.map(({ column, message }) => [`${column} ${message}`, { column, message }]),
  );
  return [...known.values()];
}
