import { folded } from '@recoup/contract/core/folded';
import { unescapeFormula } from '@recoup/contract/core/formula-escaping';
import { withoutMarks } from '@recoup/contract/core/visible-text';
import { createPauses } from '../platform/core/pauses.ts';
import type { Problem } from '../platform/csv/problems.ts';
import type { FileCell } from './compare-matrix.ts';
import type { MatrixRecord } from './matrix-file.ts';
import { readFees } from './matrix-row.ts';
import { createDayReader } from './valid-from.ts';
import type { MatrixAttorney } from './fee-matrix.repository.ts';

type Found<T> = { found: T } | { message: string };

/**
 * The attorneys, types and fees that the rows name; each cell once a day. Yields to other requests.
 */
export async function findCells(
  records: readonly MatrixRecord[],
  { attorneys, today }: { attorneys: readonly MatrixAttorney[]; today: string },
): Promise<{ given: FileCell[]; problems: Problem[] }> {
  const pause = createPauses();
  const readDay = await createDayReader(records, { today, pause });
  const byEmail = new Map(attorneys.map((attorney) => [attorney.email.toLowerCase(), attorney]));
  const firstRows = new Map<string, number>();
  const given: FileCell[] = [];
  const problems: Problem[] = [];
  for (const record of records) {
    await pause();
    const { row, cells } = record;
    const attorney = findAttorney(byEmail, cells.attorney);
    const type = 'found' in attorney ? findType(attorney.found, cells.type) : undefined;
    const { fees, problems: ofFees } = readFees(record, readDay);
    if ('message' in attorney) problems.push({ row, column: 'attorney', ...attorney });
    if (type && 'message' in type) problems.push({ row, column: 'type', ...type });
    problems.push(...ofFees);
    if (!('found' in attorney) || !type || !('found' in type) || !fees) continue;
    const key = `${attorney.found.id} ${type.found.id} ${fees.validFrom}`;
    const first = firstRows.get(key);
    if (first === undefined) firstRows.set(key, row);
    else problems.push({ row, column: '', message: repeatedMessage(first, row) });
    given.push({ row, attorney: attorney.found, type: type.found, fees });
  }
  return { given, problems };
}

/** The e-mails as they are compared. */
export function recordEmailKey({ cells }: MatrixRecord): string {
  return emailKey(cells.attorney);
}

function findAttorney(
  byEmail: ReadonlyMap<string, MatrixAttorney>,
  cell: string,
): Found<MatrixAttorney> {
  const key = emailKey(cell);
  if (key === '') return { message: 'The email of the attorney is missing.' };
  const found = byEmail.get(key);
  if (found) return { found };
  return { message: `“${shorten(cell)}” is not the email of an attorney of this firm.` };
}

/** Folded, and without marks, unless the attorney has types that differ in no more. */
function findType(
  { types, name }: MatrixAttorney,
  cell: string,
): Found<MatrixAttorney['types'][number]> {
  const title = unescapeFormula(cell);
  const key = titleKey(title);
  if (key === '') return { message: 'The disbursement type is missing.' };
  const exact = types.find((type) => type.title === title);
  const alike = exact ? [exact] : types.filter((type) => titleKey(type.title) === key);
  const [found, second] = alike;
  if (second) return { message: `“${shorten(cell)}” is the name of several types of ${name}.` };
  if (found) return { found };
  return { message: `“${shorten(cell)}” is not a disbursement type of ${name}.` };
}

function repeatedMessage(first: number, row: number): string {
  return `Rows ${first} and ${row} have the same attorney, type and day. Remove one of them.`;
}

function emailKey(cell: string): string {
  return oneSpaced(unescapeFormula(cell)).normalize('NFC').toLowerCase();
}

function titleKey(title: string): string {
  return folded(oneSpaced(title));
}

function oneSpaced(text: string): string {
  return withoutMarks(text).replaceAll(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  const shown = text.trim();
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
