import { useElementSize } from '@mantine/hooks';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { type MonthBar, monthName, type Recovered } from './recoveries.data.ts';
import styles from './recoveries.module.css';
import { formatRand, toCents } from '@recoup/contract/core/money';

const margin = { top: 8, right: 0, bottom: 28, left: 76 };
const narrow = 480;

type Datum = { month: string } & Readonly<Record<string, number | string>>;

/** One bar per month, stacked by type. The table below holds the same figures. */
export function RecoveriesChart({
  bars,
  types,
}: {
  bars: readonly MonthBar[];
  types: readonly Recovered[];
}) {
  const { ref, width, height } = useElementSize();
  return (
    <div ref={ref} className={styles.chart}>
      {width > 0 && <Bars bars={bars} types={types} width={width} height={height} />}
    </div>
  );
}

type BarsProps = {
  bars: readonly MonthBar[];
  types: readonly Recovered[];
  width: number;
  height: number;
};

function Bars({ bars, types, width, height }: BarsProps) {
  const keys = types.map(({ key }) => key);
  const { months, rand, colour } = chartScales({ bars, keys, width, height });
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} {...imageProps(bars)}>
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
          .filter((_, index) => width >= narrow || (bars.length - 1 - index) % 3 === 0)
          .map(({ month }) => month)}
        tickFormat={(month) => monthName(month).slice(0, 3)}
        tickLabelProps={{ ...label, textAnchor: 'middle' }}
      />
      <BarStack<Datum, string>
        data={bars.map((bar) => toDatum(bar, keys))}
        keys={keys}
        x={({ month }) => month}
        xScale={months}
        yScale={rand}
        color={colour}
      />
    </svg>
  );
}

const label = { fill: 'var(--muted)', fontSize: 12 };

type Sized = Omit<BarsProps, 'types'> & { keys: string[] };

function chartScales({ bars, keys, width, height }: Sized) {
  const months = scaleBand({
    domain: bars.map(({ month }) => month),
    range: [margin.left, width - margin.right],
    padding: 0.25,
  });
  const most = Math.max(1, ...bars.map(({ total }) => barHeight(total)));
  const rand = scaleLinear({
    domain: [0, most],
    range: [height - margin.bottom, margin.top],
    nice: 4,
  });
  const colour = scaleOrdinal({
    domain: keys,
    range: keys.map((_, index) => `var(--chart-${index})`),
  });
  return { months, rand, colour };
}

function toDatum({ month, cents }: MonthBar, keys: readonly string[]): Datum {
  return { ...Object.fromEntries(keys.map((key) => [key, barHeight(cents[key] ?? 0n)])), month };
}

/** In Rand: a bar needs no exact number. */
function barHeight(cents: bigint): number {
  return Number(cents) / 100;
}

function imageProps(bars: readonly MonthBar[]): { role: 'img'; 'aria-label': string } {
  return { role: 'img', 'aria-label': chartSummary(bars) };
}

/** Millions in short: there is no room for their digits beside the bars. */
function axisText(rand: number): string {
  const isMillions = rand >= 1000000;
  const text = formatRand(toCents(isMillions ? Math.round(rand / 100000) / 10 : rand)).replace(
    /\.00$/,
    '',
  );
  return isMillions ? `${text.replace(/(\.\d)0$/, '$1')}\u00A0m` : text;
}

function chartSummary(bars: readonly MonthBar[]): string {
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
