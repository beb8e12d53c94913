import type { LayoutForm } from '@recoup/contract/posting/layouts';
import type { RejectedRow } from '@recoup/contract/core/errors';
import { createFindings } from './engine/findings.ts';
import { createLayoutWriter } from './engine/layout-writer.ts';
import type { LineVat, PostingLine } from './engine/posting-line.ts';

const typeId = '00000000-0000-7000-8000-000000000001';

/** An entry of no firm, for the editor of layouts. */
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
const cents = { netCents: 123_450, vatCents: 18_518, grossCents: 141_968 };
const sampleVat: LineVat = { treatment: 'cost', percent: 15, ...cents };

/** The sample as a layout writes it; with VAT for a firm that is a vendor. */
export function writeSample(
  layout: LayoutForm,
  { hasVat }: { hasVat: boolean },
): { lines: string[]; problems: Pick<RejectedRow, 'column' | 'message'>[] } {
  const findings = createFindings();
  findings.begin(1);
  const line = { ...sample, vat: hasVat ? sampleVat : null };
  const file = { exportNumber: 17, exportDay: '2026-03-31', firmName: 'Sample Attorneys' };
  const settings = {
    accounts: { [typeId]: '4000000' },
    contraAccount: '7000000',
    firmId: 'FIRM1',
    clientIds: { [sample.client ?? '']: 'C001' },
    invoiceNumber: 'INV',
    taxTypes: { none: '0', cost: '1' },
  };
  const { grossCents, vatCents } = { ...cents, ...(hasVat ? {} : { vatCents: 0 }) };
  const invoice = {
    grossCents: BigInt(hasVat ? grossCents : line.amountCents),
    vatCents: BigInt(vatCents),
    firstDay: line.date,
    lastDay: line.date,
  };
  const invoices = new Map([[line.matterNumber, invoice]]);
  const writer = createLayoutWriter(layout, { file: { ...file, settings, invoices }, findings });
  const end = layout.lineEnd === 'crlf' ? '\r\n' : '\n';
  const lines = (writer.head + writer.write(line, 1)).split(end).slice(0, -1);
  return { lines, problems: findings.rows.map(({ column, message }) => ({ column, message })) };
}
