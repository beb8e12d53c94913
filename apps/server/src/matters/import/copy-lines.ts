import { randomBytes } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import { copyCell as cell } from '../../platform/database/copy-rows.ts';
import type { MatterRow } from '../csv/parser-types.ts';

/** Rows in the text format of COPY. */
export function toCopyLines(rows: readonly MatterRow[]): string {
  const ids = newIds(rows.length);
  return rows.map((row, at) => toLine(row, ids[at] ?? newId())).join('');
}

function toLine(row: MatterRow, id: string): string {
  const { number, description, client, attorneyId, status, opened, openedMonthFirst, phones } = row;
  const cells = [
    cell(number),
    cell(description),
    cell(client),
    cell(attorneyId),
    cell(status),
    cell(opened),
    cell(openedMonthFirst),
    `{${phones.join(',')}}`,
  ];
  return `${row.row}\t${id}\t${cells.join('\t')}\n`;
}

/** As `newId`, for many rows at once: ten times as fast. */
function newIds(count: number): string[] {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = randomBytes(10 * count).toString('hex');
  return Array.from({ length: count }, (_, at) => {
    const hex = random.slice(20 * at, 20 * at + 20);
    const variant = '89ab'[Number.parseInt(hex.charAt(3), 16) & 3] ?? '8';
    const rest = `7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(7, 19)}`;
    return `${time.slice(0, 8)}-${time.slice(8)}-${rest}`;
  });
}
