import { useElementSize } from '@mantine/hooks';
import {
  type CallFeeBand,
  isThereafter,
  priceCents,
  type PricePoint,
} from '@recoup/contract/call-fees/rules';
import { formatRand } from '@recoup/contract/core/money';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { axisLabel } from '../ui/layout/axis-label.tsx';
import styles from './price-preview.module.css';

const height = 240;
const margin = { top: 20, right: 12, bottom: 44, left: 62 };

/** The price of a call by its length, in steps. The table beside it says the same in figures. */
export function PriceChart({ bands }: { bands: readonly CallFeeBand[] }) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  return (
    <figure className={styles.figure}>
      <div ref={ref} className={styles.chart}>
        {width > 0 && <PriceSteps bands={bands} width={width} />}
      </div>
      <figcaption>Price by call length</figcaption>
    </figure>
  );
}

function PriceSteps({ bands, width }: { bands: readonly CallFeeBand[]; width: number }) {
  const steps = priceSteps(bands);
  const until = steps.at(-1)?.minutes ?? 1;
  const top = Math.max(...steps.map(({ cents }) => cents), 100);
  const x = scaleLinear<number>({ domain: [0, until], range: [margin.left, width - margin.right] });
  const y = scaleLinear<number>({ domain: [0, top], range: [height - margin.bottom, margin.top] });
  const path = {
    data: corners(steps),
    x: ({ minutes }: { minutes: number }) => x(minutes),
    y: ({ cents }: { cents: number }) => y(cents),
  };
  return (
    <svg width={width} height={height} aria-hidden="true">
      <AxisLeft
        scale={y}
        left={margin.left}
        tickValues={roundTicks(top / 100).map((rand) => rand * 100)}
        tickFormat={(cents) => formatRand(Number(cents)).replace('.00', '')}
        axisClassName={styles.axis ?? ''}
        hideAxisLine
        tickComponent={axisLabel}
        tickLineProps={{ x1: 0, x2: width - margin.left - margin.right }}
      />
      <AxisBottom
        scale={x}
        top={height - margin.bottom}
        tickValues={roundTicks(until)}
        tickFormat={(minutes) => `${Number(minutes)}`}
        tickComponent={axisLabel}
        axisClassName={styles.axis ?? ''}
        label="minutes"
        labelOffset={14}
      />
      <AreaClosed {...path} yScale={y} className={styles.area ?? ''} />
      <LinePath {...path} className={styles.line ?? ''} />
      <BandLabels bands={bands} x={x} y={y} />
    </svg>
  );
}

/** A step goes up (or down) at its begin, then level to its end. */
function corners(steps: readonly PricePoint[]): PricePoint[] {
  return steps.flatMap((step, index) => [
    { minutes: steps[index - 1]?.minutes ?? 0, cents: step.cents },
    step,
  ]);
}

type Scale = (value: number) => number;

/** The price above the begin of each band, where there is room for it. */
function BandLabels({ bands, x, y }: { bands: readonly CallFeeBand[]; x: Scale; y: Scale }) {
  const timed = bands.filter((band) => !isThereafter(band));
  return timed
    .filter(({ startTime, endTime }) => x(endTime) - x(startTime) > 46)
    .map(({ startTime, chargeCents }) => (
      <text key={startTime} x={x(startTime) + 5} y={y(chargeCents) - 6} className={styles.label}>
        {formatRand(chargeCents).replace('.00', '')}
      </text>
    ));
}

/** More steps than these run together into a line. */
const maxThereafterSteps = 40;

/**
 * The steps of the price chart: each point ends a step whose price (cents) holds since the previous
 * one. Continues a little past the last band. The rows must pass `findScheduleErrors`.
 */
export function priceSteps(bands: readonly CallFeeBand[]): PricePoint[] {
  const ends = bands.filter((band) => !isThereafter(band)).map(({ endTime }) => endTime);
  const last = Math.max(...ends);
  const interval = bands.find(isThereafter)?.additionalTime ?? 0;
  const until = Math.max(Math.ceil(last * 1.5), last + Math.min(interval * 3, last * 2), last + 1);
  const beyond: number[] = [];
  if (interval > 0 && (until - last) / interval <= maxThereafterSteps) {
    for (let minutes = last + interval; minutes < until; minutes += interval) beyond.push(minutes);
  }
  const minutes = [...new Set([...ends, ...beyond, until])].toSorted((a, b) => a - b);
  const first = { minutes: 0, cents: priceCents(bands, 0) };
  return [first, ...minutes.map((each) => ({ minutes: each, cents: priceCents(bands, each) }))];
}

/** About five round figures from 0 to `most`, in steps of 1, 2 or 5 times a power of ten. */
export function roundTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}
