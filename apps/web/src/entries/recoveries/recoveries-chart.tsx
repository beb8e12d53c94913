import { useElementSize } from '@mantine/hooks';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { type MonthBar, monthName, type Recovered } from './recoveries.data.ts';
import styles from './recoveries.module.css';

const margin = { top: 8, right: 0, bottom: 28, left: 76 };
const narrow = 480;

type Datum = { month: string } & Readonly<Record<string, number | string>>;

/** Bars of the months, stacked by type. Who reads rather than looks has the table below. */
export function RecoveriesChart({
  bars,
  types,
}: {
  bars: readonly MonthBar[];
  types: readonly Recovered[];
}) {
  const { ref, width, height } = useElementSize();
  const months = scaleBand({
    domain: bars.map(({ month }) => month),
    range: [margin.left, width - margin.right],
    padding: 0.25,
  });
  const most = Math.max(1, ...bars.map(({ total }) => heightOf(total)));
  const rand = scaleLinear({
    domain: [0, most],
    range: [height - margin.bottom, margin.top],
    nice: 4,
  });
  const keys = types.map(({ key }) => key);
  const colour = scaleOrdinal({
    domain: keys,
    range: keys.map((_, index) => `var(--chart-${index})`),
  });
  const data = bars.map((bar) => datumOf(bar, keys));
  const isNarrow = width < narrow;
  const label = { fill: 'var(--muted)', fontSize: 12 };
  return (
    <div ref={ref} className={styles.chart}>
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} {...pictureOf(bars)}>
          <AxisLeft
            scale={rand}
            left={margin.left}
            numTicks={4}
            hideAxisLine
            tickStroke="var(--line)"
            tickFormat={(value) => axisText(Math.round(Number(value)))}
            tickLabelProps={{ ...label, textAnchor: 'end', dx: -4, dy: 4 }}
          />
          <AxisBottom
            scale={months}
            top={height - margin.bottom}
            stroke="var(--line-strong)"
            hideTicks
            tickValues={bars
              .filter((_, index) => !isNarrow || index % 3 === 2)
              .map(({ month }) => month)}
            tickFormat={(month) => monthName(month).slice(0, 3)}
            tickLabelProps={{ ...label, textAnchor: 'middle' }}
          />
          <BarStack<Datum, string>
            data={data}
            keys={keys}
            x={({ month }) => month}
            xScale={months}
            yScale={rand}
            color={colour}
          />
        </svg>
      )}
    </div>
  );
}

function datumOf({ month, cents }: MonthBar, keys: readonly string[]): Datum {
  return { ...Object.fromEntries(keys.map((key) => [key, heightOf(cents[key] ?? 0n)])), month };
}

/** In Rand: a bar needs no exact number. */
function heightOf(cents: bigint): number {
  return Number(cents) / 100;
}

/** Millions in short: there is no room for their digits beside the bars. */
function axisText(rand: number): string {
  const isMillions = rand >= 1_000_000;
  const text = formatRand(toCents(isMillions ? Math.round(rand / 100_000) / 10 : rand)).replace(
    /\.00$/,
    '',
  );
  return isMillions ? `${text.replace(/(\.\d)0$/, '$1')}\u00A0m` : text;
}

function pictureOf(bars: readonly MonthBar[]): { role: 'img'; 'aria-label': string } {
  return { role: 'img', 'aria-label': summaryOf(bars) };
}

function summaryOf(bars: readonly MonthBar[]): string {
  const best = bars.reduce<MonthBar | undefined>(
    (top, bar) => (!top || bar.total > top.total ? bar : top),
    undefined,
  );
  const last = bars.at(-1);
  if (!best || !last) return 'Recoveries by month';
  const said = ({ month, total }: MonthBar) => `${formatRand(total)} in ${monthName(month)}`;
  return `Recoveries of ${bars.length} months, stacked by type: most ${said(best)}, now ${said(last)}. The table below has every figure.`;
}
