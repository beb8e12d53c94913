import { formatRand, toCents } from '@recoup/contract/core/money';
import { type MonthBar, monthName } from './recoveries.data.ts';

/** Millions in short: there is no room for their digits beside the bars. */
export function axisText(rand: number): string {
  const isMillions = rand >= 1000000;
  const text = formatRand(toCents(isMillions ? Math.round(rand / 100000) / 10 : rand)).replace(
    /\.00$/,
    '',
  );
  return isMillions ? `${text.replace(/(\.\d)0$/, '$1')}\u00A0m` : text;
}

export function chartSummary(bars: readonly MonthBar[]): string {
  const best = bars.reduce<MonthBar | undefined>(
    (top, bar) => (!top || bar.total > top.total ? bar : top),
    undefined,
  );
  const last = bars.at(-1);
  if (!best || !last) return 'Recoveries by month';
  const said = ({ month, total }: MonthBar) => `${formatRand(total)} in ${monthName(month)}`;
  const extremes = `most ${said(best)}, now ${said(last)}. The table below has every figure.`;
  return `Recoveries of ${bars.length} months, stacked by type: ${extremes}`;
}
