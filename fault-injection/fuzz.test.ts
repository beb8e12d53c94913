import { expect, it } from 'vitest';
import { useApp } from '../apps/server/test/app.ts';
import { isDeep } from '../apps/server/test/deep.ts';
import { fuzzRequests } from './support/fuzz-requests.ts';
import { fuzzValues } from './support/fuzz-values.ts';

/** Fixed, so that what is red once is red again; `npm run fuzz -- --seed 2` tries others. */
const seed = 1;
const { requests, values } = isDeep
  ? { requests: 1_000, values: 2_000 }
  : { requests: 100, values: 100 };
const test = useApp();

it(`answers ${requests} random requests according to the contract (seed ${seed})`, {
  timeout: 120_000,
}, async () => {
  const prototype = Object.getOwnPropertyNames(Object.prototype);
  const figures = await fuzzRequests({
    app: test.app,
    db: test.db,
    now: () => test.clock.now(),
    requests,
    seed,
  });
  expect(figures.faults).toEqual([]);
  expect(figures.requests).toBe(requests);
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype);
});

it(`reads ${values} made-up values of each kind without a failure (seed ${seed})`, {
  timeout: 120_000,
}, async () => {
  const results = await fuzzValues({ values, seed });
  expect(results.map(({ kind, fault }) => [kind, fault])).toEqual(
    results.map(({ kind }) => [kind, undefined]),
  );
});
