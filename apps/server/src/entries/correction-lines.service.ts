import { formatRand } from '@recoup/contract/core/money';
import { shortDay } from '@recoup/contract/entries/rules';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';
import { type CorrectedLine, listCorrectionLines, saveCorrections } from './entries.repository.ts';
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
function correctionText(original: CorrectedLine, replacement: CorrectedLine | undefined): string {
  const opening = `Correction of ${shortDay(original.date)}: `;
  if (replacement === undefined) return `${opening}taken back`;
  const found = differences(original, replacement);
  const all = found.length === 0 ? ['recorded again'] : found;
  let text = opening + (all[0] ?? '');
  for (const next of all.slice(1))
    if (text.length + next.length + 2 <= maxLength) text += `, ${next}`;
  return text.slice(0, maxLength);
}

/** The causes of the correction: minutes and quantity explain another amount. */
function differences(was: CorrectedLine, is: CorrectedLine): string[] {
  return [
    ...instead(was.matter, is.matter, 'matter '),
    ...instead(was.type, is.type),
    ...instead(was.attorney, is.attorney),
    ...instead(shortDay(priceDay(was)), shortDay(priceDay(is)), 'of '),
    ...lengthDifferences(was, is),
    ...amountDifferences(was, is),
    ...(was.voucher === is.voucher ? [] : ['another voucher']),
  ];
}

function instead(was: string, is: string, before = ''): string[] {
  return was === is ? [] : [`${before}${is} instead of ${was}`];
}

function lengthDifferences(was: CorrectedLine, is: CorrectedLine): string[] {
  const quantity = instead(String(was.quantity ?? 1), String(is.quantity ?? 1));
  if (was.minutes === null || is.minutes === null) return quantity;
  const minutes = instead(String(was.minutes), String(is.minutes));
  return [...minutes.map((text) => `${text} min`), ...quantity];
}

function amountDifferences(was: CorrectedLine, is: CorrectedLine): string[] {
  if (was.amountCents === is.amountCents)
    return instead(randText(was.vatCents), randText(is.vatCents), 'VAT ');
  if (isExplained(was, is)) return [];
  return instead(randText(was.amountCents), randText(is.amountCents));
}

function isExplained(was: CorrectedLine, is: CorrectedLine): boolean {
  const [before, after] = [was.quantity ?? 1, is.quantity ?? 1];
  if (before !== after) return was.amountCents * after === is.amountCents * before;
  return is.isByCallFees && was.minutes !== null && was.minutes !== is.minutes;
}

/** An amount with plain spaces: files of accounting programs may have no other. */
function randText(cents: number): string {
  return formatRand(cents).replaceAll('\u00A0', ' ');
}
