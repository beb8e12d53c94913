import { formatRand } from '@recoup/contract/core/money';
import { shortDay } from '@recoup/contract/entries/rules';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';
import {
  type CorrectedLine,
  listCorrectionLines,
  saveCorrections,
} from './correction-lines.repository.ts';
import { priceDay } from './entry-price.ts';

/**
 * Writes what the lines of a reversal and its replacement begin with in files and statements, of
 * each of these reversed entries. A line that an export holds stays as it went out.
 */
export async function refreshCorrections(
  trx: Trx,
  firm: FirmScope,
  reversed: readonly (string | null)[],
): Promise<void> {
  const ids = reversed.filter((id) => id !== null);
  if (ids.length === 0) return;
  const lines = await listCorrectionLines(trx, firm, ids);
  const texts = lines.map(({ original, replacement, ...line }) => ({
    ...line,
    text: correctionText(original, replacement),
  }));
  await saveCorrections(trx, firm, texts);
}

/** The column has room for so much. */
const maxLength = 300;

/** `Correction of 30 Oct 2026: 9 instead of 22 min`. */
export function correctionText(
  original: CorrectedLine,
  replacement: CorrectedLine | undefined,
): string {
  const opening = `Correction of ${shortDay(original.date)}: `;
  if (replacement === undefined) return `${opening}taken back`;
  const found = differences(original, replacement);
  const all = found.length === 0 ? ['recorded again'] : found;
  let text = opening + (all[0] ?? '');
  for (const next of all.slice(1))
    if (text.length + next.length + 2 <= maxLength) text += `, ${next}`;
  return text.slice(0, maxLength);
}

/** What caused the correction: minutes and quantity explain another amount. */
function differences(was: CorrectedLine, is: CorrectedLine): string[] {
  const minutes = isOther(was.minutes, is.minutes);
  const quantity = isOther(was.quantity ?? 1, is.quantity ?? 1);
  const isExplained =
    (minutes && is.isByCallFees) || (quantity && centsOfOne(was) === centsOfOne(is));
  const found: (string | false)[] = [
    was.matter !== is.matter && `matter ${is.matter} instead of ${was.matter}`,
    was.type !== is.type && `${is.type} instead of ${was.type}`,
    was.attorney !== is.attorney && `${is.attorney} instead of ${was.attorney}`,
    priceDay(was) !== priceDay(is) &&
      `of ${shortDay(priceDay(is))} instead of ${shortDay(priceDay(was))}`,
    minutes && `${is.minutes} instead of ${was.minutes} min`,
    quantity && `${is.quantity ?? 1} instead of ${was.quantity ?? 1}`,
    was.amountCents !== is.amountCents &&
      !isExplained &&
      `${randText(is.amountCents)} instead of ${randText(was.amountCents)}`,
    was.amountCents === is.amountCents &&
      was.vatCents !== is.vatCents &&
      `VAT ${randText(is.vatCents)} instead of ${randText(was.vatCents)}`,
    was.voucher !== is.voucher && 'another voucher',
  ];
  return found.filter((each) => each !== false);
}

function isOther(was: number | null, is: number | null): boolean {
  return was !== null && is !== null && was !== is;
}

function centsOfOne({ amountCents, quantity }: CorrectedLine): number {
  return amountCents / (quantity ?? 1);
}

/** With plain spaces: files of accounting programs may have no other. */
function randText(cents: number): string {
  return formatRand(cents).replaceAll('\u00A0', ' ');
}
