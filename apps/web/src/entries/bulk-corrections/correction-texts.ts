import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type {
  EntryCorrectionPreview,
  SavedEntryCorrection,
} from '@recoup/contract/entries/entry-corrections';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { countOf, formatCount, formatDate } from '../../ui/lib/format.ts';
import { reachedSentence } from '../caps/cap-texts.ts';

export function entriesText(count: number): string {
  return countOf(count, 'entry', 'entries');
}

/** '12 of 14 entries change. The total becomes R 520.00 (before: R 400.00).' */
export function previewText({ entries, changed, amount }: EntryCorrectionPreview): string {
  const [before, after] = [toCentsTotal(amount.before), toCentsTotal(amount.after)];
  const verb = changed === 1 ? 'changes' : 'change';
  const which =
    changed === entries.length
      ? `${entriesText(changed)} ${verb}`
      : `${formatCount(changed)} of ${entriesText(entries.length)} ${verb}`;
  if (changed === 0) return `${which}.`;
  return before === after
    ? `${which}. The total stays ${formatRand(before)}.`
    : `${which}. The total becomes ${formatRand(after)} (before: ${formatRand(before)}).`;
}

/** '2 entries cannot be corrected, so that nothing can be saved.' */
export function problemsText(count: number): string {
  return `${entriesText(count)} cannot be corrected, so that nothing can be saved.`;
}

/** '2 selected entries were deleted, so that nothing can be saved: Call on …; Copies on …' */
export function deletedText(deleted: readonly Entry[]): string {
  const named = deleted.slice(0, 5).map(entryName);
  const more = deleted.length - named.length;
  const names = [...named, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join('; ');
  const which = countOf(deleted.length, 'selected entry was', 'selected entries were');
  return `${which} deleted, so that nothing can be saved: ${names}.`;
}

/** 'Call on NP0001, 3 Oct 2026' */
export function entryName({ disbursementType, matter, date }: Entry): string {
  return `${disbursementType.name} on ${matter.number}, ${formatDate(date)}`;
}

export function correctedText({ entries, caps }: SavedEntryCorrection): string {
  const reached = caps.map((cap) => ` ${reachedSentence(cap.matter.number, cap)}`);
  return `${entriesText(entries)} corrected.${reached.slice(0, 3).join('')}`;
}

export function takenBackText(entries: number): string {
  return `${entriesText(entries)} ${entries === 1 ? 'is' : 'are'} as before the correction.`;
}
