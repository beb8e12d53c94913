import { formatRand } from '@recoup/contract/core/money';
import type { getExportSummary } from '../exports/exports.service.ts';

export type MailedExport = Awaited<ReturnType<typeof getExportSummary>>;

/** The text of a mail with an empty body. */
export function exportSummary(facts: MailedExport, days: { first: string; last: string }): string {
  const { firmName, number, rowCount, sumCents } = facts;
  return [
    firmName,
    `Disbursements, export ${number}`,
    days.first === days.last ? `Day: ${days.first}` : `Days: ${days.first} to ${days.last}`,
    `Lines: ${rowCount}`,
    `Sum: ${formatRand(BigInt(sumCents))}`,
  ].join('\n');
}
