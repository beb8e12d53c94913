import type { FeeChange } from '@recoup/contract/fee-changes/endpoints';
import { localDay } from '../../platform/browser/local-day.ts';
import { formatCount, formatDate } from '../../ui/lib/format.ts';
import { formatChange, formatPercent, oppositePercent } from '../../call-fees/preview/percent.ts';
import { counted, roundingNames } from '../fee-change-texts.ts';

/** `+6 % from 1 Mar 2027`. */
export function changeText({ percent, validFrom }: Pick<FeeChange, 'percent' | 'validFrom'>) {
  return `${formatChange(percent)} from ${formatDate(validFrom)}`;
}

/** `R 1, nearest`. */
export function roundingText({ roundTo, mode }: Pick<FeeChange, 'roundTo' | 'mode'>): string {
  const names = Object.entries(roundingNames);
  const name = names.find(([step]) => Number(step) === roundTo)?.[1] ?? String(roundTo);
  return `${name}, ${mode === 'up' ? 'always up' : 'nearest'}`;
}

export function changeState(
  change: Pick<FeeChange, 'validFrom' | 'liveCells' | 'undoneAt' | 'undoneBy'>,
  today: string,
): { label: string; tone: 'good' | 'warn' | 'plain' } {
  const { validFrom, liveCells, undoneAt, undoneBy } = change;
  if (undoneAt !== null) {
    const by = undoneBy === null ? '' : ` by ${undoneBy.name}`;
    return {
      label: `Undone on ${formatDate(localDay(new Date(undoneAt)))}${by}`,
      tone: 'plain',
    };
  }
  const from = formatDate(validFrom);
  if (liveCells === 0) return { label: `Replaced from ${from}`, tone: 'plain' };
  return validFrom > today
    ? { label: `Planned from ${from}`, tone: 'warn' }
    : { label: `In force from ${from}`, tone: 'good' };
}

/** The effect of undoing a change. */
export function takeBackQuestion(change: FeeChange): string {
  const entries = 'Entries with its prices get their earlier price.';
  return `This undoes ${changeText(change)}: ${restoredText(change)} ${entries}`;
}

/** Reports that a change was undone. */
export function takenBackText(change: FeeChange): string {
  const { liveCells, cells } = change;
  const done = 'The fee change was undone';
  if (liveCells === cells) return `${done}.`;
  return `${done}: ${restoredText(change)}`;
}

/** Fees that were changed again from the same day stay as they are. */
function restoredText({ cells, liveCells }: Pick<FeeChange, 'cells' | 'liveCells'>): string {
  const again = 'changed again from that day';
  if (liveCells === 0)
    return cells === 1
      ? `its call fee stays as it is, because it was ${again}.`
      : `its call fees stay as they are, because all ${formatCount(cells)} were ${again}.`;
  const verb = liveCells === 1 ? 'returns to its earlier price' : 'return to their earlier prices';
  const restored = `${counted(liveCells, 'call fee')} ${verb}.`;
  const others = cells - liveCells;
  if (others === 0) return restored;
  const [was, stay] = others === 1 ? ['was', 'stays as it is'] : ['were', 'stay as they are'];
  return `${restored} ${counted(others, 'other')} ${was} ${again}, and ${stay}.`;
}

/** The alternative if a closed export contains an entry of the change. */
export function wayOut(percent: number): string {
  const opposite = oppositePercent(percent) ?? 0;
  const verb = opposite > 0 ? 'raise' : 'lower';
  const by = formatPercent(Math.abs(opposite));
  const change = opposite === 0 ? '' : `${verb} the fees by ${by} from today, or `;
  return `Instead, ${change}set new fees from today. Entries of closed exports keep their price.`;
}

export function repricedText(repriced: number): string {
  if (repriced === 0) return 'No entries';
  return `${counted(repriced, 'entry', 'entries')} re-priced`;
}

/** How many call fees a change changed, and how many of them it still decides. */
export function changedText({ cells, liveCells, undoneAt }: Changed): string {
  const all = counted(cells, 'call fee');
  if (liveCells === cells) return all;
  return `${all}, ${formatCount(liveCells)} ${undoneAt === null ? 'still valid' : 'undone'}`;
}

type Changed = Pick<FeeChange, 'cells' | 'liveCells' | 'undoneAt'>;
