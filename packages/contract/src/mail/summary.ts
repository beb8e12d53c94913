import { formatRand, toCentsTotal } from '../core/money.ts';
import { totalsText } from '../vat/totals.ts';
import type { MailPreview } from './endpoints.ts';

type Described = Pick<
  MailPreview,
  'firmName' | 'number' | 'rows' | 'sum' | 'vat' | 'firstDay' | 'lastDay'
>;

/**
 * What an export is, for the text of its mail: the form fills it in, and the server writes it where
 * the text was left empty. Never both.
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
