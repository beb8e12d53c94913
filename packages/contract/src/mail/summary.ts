import { formatRand, toCentsTotal } from '../core/money.ts';
import { totalsText } from '../vat/totals.ts';
import type { MailPreview } from './endpoints.ts';

type Described = Pick<
  MailPreview,
  'firmName' | 'number' | 'rows' | 'sum' | 'vat' | 'firstDay' | 'lastDay'
>;

/**
 * Summary of an export for the text of its mail. The form fills it in. The server writes it only
 * if the user left the text empty.
 */
export function exportSummary({
  firmName,
  number,
  rows,
  sum,
  vat,
  firstDay,
  lastDay,
}: Described): string {
  return [
    firmName,
    `Disbursements, export ${number}`,
    firstDay === lastDay ? `Day: ${firstDay}` : `Days: ${firstDay} to ${lastDay}`,
    `Lines: ${rows}`,
    `Total: ${formatRand(toCentsTotal(sum))}`,
    ...(vat ? [`With VAT: ${totalsText(vat)}`] : []),
  ].join('\n');
}
