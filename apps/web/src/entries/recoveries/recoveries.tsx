import { useQuery } from '@tanstack/react-query';
import type { MonthlyRecovery } from '@recoup/contract/entries/endpoints';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { recoveriesQuery } from '../lists/firm-entries.queries.ts';
import {
  type MonthBar,
  monthBars,
  monthName,
  monthsBefore,
  type Recovered,
  recoveredTypes,
} from './recoveries.data.ts';
import { axisLabel } from '../../ui/layout/axis-label.tsx';
import styles from './recoveries.module.css';
import { useElementSize } from '@mantine/hooks';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale';
import { BarStack } from '@visx/shape';

/** The last months by type, this one included, as a picture and as a table. */
export function Recoveries({ months = 12 }: { months?: number }) {
  const from = monthsBefore(months - 1);
  return (
    <div className={styles.recoveries}>
      <Loaded query={useQuery(recoveriesQuery(from))} what="The months">
        {({ data, count }) =>
          count === 0 ? (
            <EmptyState title="No recoveries yet">Your first entry appears here.</EmptyState>
          ) : (
            <Months rows={data} from={from} months={months} />
          )
        }
      </Loaded>
    </div>
  );
}

type MonthsProps = { rows: readonly MonthlyRecovery[]; from: string; months: number };

function Months({ rows, from, months }: MonthsProps) {
  const types = recoveredTypes(rows);
  const bars = monthBars(rows, { types, from, months });
  return (
    <>
      <div className={styles.picture}>
        <RecoveriesChart bars={bars} types={types} />
        <ul className={styles.legend}>
          {types.map(({ key, name }, index) => (
            <li key={key} title={name}>
              <span className={styles[`colour${index}`]} />
              {name}
            </li>
          ))}
        </ul>
      </div>
      <details className={styles.table}>
        <summary>Show as a table</summary>
        <MonthTable bars={bars} types={types} hasVat={rows.some(({ vat }) => vat !== undefined)} />
      </details>
    </>
  );
}

type Column = { key: string; title: string; of: (bar: MonthBar) => bigint };
const totalColumn: Column = { key: 'total', title: 'Total', of: (bar) => bar.total };
const ofVat: readonly Column[] = [
  { key: 'net', title: 'Net', of: ({ gross, vat }) => gross - vat },
  { key: 'vat', title: 'VAT', of: ({ vat }) => vat },
  { key: 'gross', title: 'Gross', of: ({ gross }) => gross },
];

type Props = { bars: readonly MonthBar[]; types: readonly Recovered[]; hasVat: boolean };

function MonthTable({ bars, types, hasVat }: Props) {
  const columns = [...types.map(ofType), totalColumn, ...(hasVat ? ofVat : [])];
  return (
    <div className={styles.scroll} {...scrolling}>
      <table>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map((bar) => (
            <tr key={bar.month}>
              <th scope="row">{monthName(bar.month)}</th>
              {columns.map(({ key, of }) => (
                <td key={key}>{formatRand(of(bar))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ofType({ key, name }: Recovered): Column {
  return { key, title: name, of: ({ cents }) => cents[key] ?? 0n };
}

/** The table scrolls sideways on a phone, and has to be reached by keys for that. */
const scrolling = { tabIndex: 0, role: 'region', 'aria-label': 'Recoveries by month, table' };

const margin = { top: 8, right: 0, bottom: 28, left: 76 };
const narrow = 480;

type Datum = { month: string } & Readonly<Record<string, number | string>>;

/** One bar per month, stacked by type. The table below holds the same figures. */
function RecoveriesChart({
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
        tickComponent={axisLabel}
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
        tickComponent={axisLabel}
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
