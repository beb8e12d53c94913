import type { ChangedRates, FeeChangePreview } from '@recoup/contract/fee-changes/endpoints';
import { nothingSaved } from '@recoup/contract/call-fees/messages';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { dayBefore, localDay, today } from '../platform/browser/local-day.ts';
import { formatCount, formatDate } from '../ui/lib/format.ts';
import type { Differences } from '../call-fees/preview/compare-fees.ts';
import { changeInPercent, formatChange, formatPercent } from '../call-fees/preview/percent.ts';
import type { RoundTo } from './fee-change-values.ts';

type Preview = Pick<
  FeeChangePreview,
  'cells' | 'lastThreeMonths' | 'entries' | 'exports' | keyof SameDay
>;

export const roundingNames: Readonly<Record<RoundTo, string>> = {
  0.01: '1c',
  0.1: '10c',
  0.5: '50c',
  1: 'R\u00A01',
  5: 'R\u00A05',
};

export function isEqual({ before, after }: Pick<ChangedRates, 'before' | 'after'>): boolean {
  return before.every((row, index) => row.charges === after[index]?.charges);
}

/** The change in figures: `attorneys` and `types` count those whose fees change. */
export function feeChangeSummary({ cells }: Pick<Preview, 'cells'>) {
  const changing = cells.filter((cell) => !isEqual(cell));
  const percents = cells.map(({ effectivePercent }) => effectivePercent);
  return {
    attorneys: new Set(changing.map(({ attorney }) => attorney._id)).size,
    types: new Set(changing.map(({ disbursementType }) => disbursementType._id)).size,
    fees: changing.length,
    equal: cells.length - changing.length,
    lowest: percents.reduce((low, each) => Math.min(low, each), percents[0] ?? 0),
    highest: percents.reduce((high, each) => Math.max(high, each), percents[0] ?? 0),
  };
}

/** `+4 % to +8.33 %`, or the one percentage. */
export function rangeText({ lowest, highest }: { lowest: number; highest: number }): string {
  return lowest === highest
    ? formatChange(lowest)
    : `${formatChange(lowest)} to ${formatChange(highest)}`;
}

/** The preview of a raise, announced to screen readers. */
export function announcementText(preview: Preview, percent: number): string {
  const { attorneys, types, fees, equal, ...range } = feeChangeSummary(preview);
  if (fees === 0) return 'Preview: no price would change.';
  const { unlocked } = preview.entries;
  const warnings = [reductionText(percent), sameDayText(preview)];
  return [
    ...warnings.flatMap((text) => text ?? []),
    `Preview: ${counted(attorneys, 'attorney')}, ${counted(types, 'type')}, ${rangeText(range)}.`,
    monthsText(preview),
    ...(equal === 0 ? [] : [`${counted(equal, 'call fee')} not changed.`]),
    ...(unlocked === 0 ? [] : [`${counted(unlocked, 'recorded entry', 'recorded entries')}.`]),
  ].join(' ');
}

export function monthsText({ lastThreeMonths }: Pick<Preview, 'lastThreeMonths'>): string {
  const before = toCentsTotal(lastThreeMonths.before);
  const after = toCentsTotal(lastThreeMonths.after);
  if (before === 0n && after === 0n) return 'The last three months have no such entries.';
  if (before === after)
    return `The last three months would have been the same: ${formatRand(before)}.`;
  const percent = changeInPercent(before, after);
  const change = percent === undefined ? '' : ` (${formatChange(percent)})`;
  return (
    `The last three months would have been ${formatRand(after)} ` +
    `instead of ${formatRand(before)}${change}.`
  );
}

/** A raise below zero in words; undefined for a raise. */
export function reductionText(percent: number): string | undefined {
  if (percent > 0) return undefined;
  if (percent === -100) return 'This makes all these calls free.';
  if (percent < 0) return `This lowers the fees by ${formatPercent(-percent)}.`;
  return `At ${formatPercent(0)} prices are only rounded.`;
}

/** Which entries keep their price in any case; undefined without any. */
export function lockedText({ entries, exports }: Pick<Preview, 'entries' | 'exports'>) {
  if (entries.locked === 0) return undefined;
  const what = counted(entries.locked, 'entry', 'entries');
  const verb =
    entries.locked === 1 ? 'is locked and keeps its price' : 'are locked and keep their prices';
  return `${what} of closed ${exportsText(exports)} ${verb}.`;
}

/** Which changes from the same day it comes on top of; undefined without any. */
export function sameDayText(preview: SameDay): string | undefined {
  const { sameDayChanges, sameDayFees, validFrom } = preview;
  const changes = sameDayChanges.map(({ percent, createdAt, createdBy }) => {
    const day = formatDate(localDay(new Date(createdAt)));
    return `${formatChange(percent)} by ${createdBy.name} on ${day}`;
  });
  if (sameDayFees > 0) changes.push(`${counted(sameDayFees, 'call fee')} by hand or by file`);
  if (changes.length === 0) return undefined;
  const from = formatDate(validFrom);
  return `Already changed from ${from}: ${changes.join('; ')}. This change comes on top.`;
}

type SameDay = Pick<FeeChangePreview, 'sameDayChanges' | 'sameDayFees' | 'validFrom'>;

/** Heads the list of entries that are not exported. */
export function listedText({ entries, unlockedEntries }: Listed): string {
  const all = counted(entries.unlocked, 'recorded entry', 'recorded entries');
  const listed = unlockedEntries.length;
  return listed < entries.unlocked ? `The latest ${formatCount(listed)} of ${all}` : all;
}

type Listed = Pick<FeeChangePreview, 'entries' | 'unlockedEntries'>;

/** The later fees are planned only if they are not yet in force. */
export function laterText({ next }: Pick<ChangedRates, 'next'>, now = today()): string | undefined {
  if (next === null) return undefined;
  const until = formatDate(dayBefore(next.validFrom));
  const from = next.validFrom > now ? 'planned from' : 'valid from';
  return `Until ${until}, then the fees ${from} ${formatDate(next.validFrom)}`;
}

/** The server's sentence, without its request for the preview that the dialog makes by itself. */
export function rejectionText(message: string): string {
  return message.replace(nothingSaved.makePreview, nothingSaved.alone);
}

/**
 * Names the differences to check after the server rejected a raise: another user has changed the
 * fees. Without a `button` there is nothing left to save.
 */
export function differencesText({ byCell, gone }: Differences, button?: string): string {
  const are = byCell.size === 1 ? 'is' : 'are';
  const marked =
    byCell.size === 0 ? [] : [`${counted(byCell.size, 'call fee')} below ${are} marked.`];
  const lost = gone.length === 0 ? [] : [`No longer part of it: ${listText(gone)}.`];
  const what = marked.length + lost.length === 0 ? 'check it' : 'check';
  const next = button === undefined ? [] : [`Please ${what}, then press ${button} again.`];
  return ['The preview was made again.', ...marked, ...lost, ...next].join(' ');
}

/** `Fees raised by 6 % from 1 Mar 2027.` */
export function appliedText({
  percent,
  validFrom,
}: {
  percent: number;
  validFrom: string;
}): string {
  const from = formatDate(validFrom);
  if (percent === 0) return `Fees rounded from ${from}.`;
  const verb = percent > 0 ? 'raised' : 'lowered';
  return `Fees ${verb} by ${formatPercent(Math.abs(percent))} from ${from}.`;
}

/** `1 entry`, `12 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)}\u00A0${count === 1 ? one : many}`;
}

const maxNamed = 5;

/** The first names, and how many there are beside. */
function listText(names: readonly string[]): string {
  const others = names.length - maxNamed;
  const shown = names.slice(0, maxNamed).join('; ');
  return others > 0 ? `${shown}; and ${formatCount(others)} more` : shown;
}

function exportsText(numbers: readonly number[]): string {
  const last = numbers.at(-1) ?? '';
  if (numbers.length < 2) return `export ${last}`;
  return `exports ${numbers.slice(0, -1).join(', ')} and ${last}`;
}
