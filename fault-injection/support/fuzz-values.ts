import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import type { Reader } from './fuzz-reader.ts';
import { readers } from './fuzz-readers.ts';

export type ValueFigures = { kind: string; slowestMs: number; fault: string | undefined };

type Run = {
  values: number;
  seed: number;
  /** The longest that any value may take. */
  longestMs?: number;
  say?: (line: string) => void;
};

/** So many made-up values of each kind; a failure is shrunk to the smallest value that shows it. */
export async function fuzzValues(run: Run): Promise<ValueFigures[]> {
  const results: ValueFigures[] = [];
  for (const [kind, reader] of Object.entries(readers)) {
    const startedAt = performance.now();
    const result = fuzzOne(reader as Reader<unknown>, run); // each reader is given what it made
    results.push({ kind, ...result });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    run.say?.(
      `${kind.padEnd(9)} ${run.values} values in ${seconds} s, ` +
        `slowest ${result.slowestMs.toFixed(1)} ms: ${result.fault ?? 'no fault'}`,
    );
  }
  return results;
}

function fuzzOne<T>(
  reader: Reader<T>,
  { values, seed, longestMs = Number.POSITIVE_INFINITY }: Run,
): Omit<ValueFigures, 'kind'> {
  let slowestMs = 0;
  const property = fc.property(reader.made, (value) => {
    const ms = timed(reader, value, longestMs);
    slowestMs = Math.max(slowestMs, ms);
    if (ms > longestMs) throw new Error(`took ${ms.toFixed(0)} ms`);
  });
  const details = fc.check(property, { numRuns: values, seed });
  return { slowestMs, fault: details.failed ? fc.defaultReportMessage(details) : undefined };
}

/** Takes the best of three if slow: another program may have interrupted it. */
function timed<T>(reader: Reader<T>, value: T, longestMs: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && (tries === 0 || best > longestMs); tries += 1) {
    const startedAt = performance.now();
    reader.holds(value);
    best = Math.min(best, performance.now() - startedAt);
  }
  return best;
}
