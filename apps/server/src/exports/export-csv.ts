import { toRand } from '@recoup/contract/money';
import { stringify } from 'csv-stringify/sync';
import type { ExportLine } from './exports.repository.ts';

const header = ['Date', 'Matter Number', 'Client', 'Matter', 'Attorney', 'Disbursement', 'Minutes', 'Quantity', 'Amount', 'Narration'];

/** CSV for systems: UTF-8, comma, CRLF, ISO dates, a point in amounts; what a spreadsheet would run is disarmed. */
export function linesAsCsv(lines: readonly ExportLine[]): string {
  const rows = lines.map((line) => [
    line.date,
    line.matterNumber,
    line.client,
    line.matterDescription,
    line.attorney,
    line.disbursementType,
    line.minutes,
    line.quantity,
    toRand(line.amountCents).toFixed(2),
    line.narration,
  ]);
  return stringify([header, ...rows], { record_delimiter: 'windows', escape_formulas: true });
}
