import { allEndpoints } from '@recoup/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgeries } from '../test/access-matrix/forgeries.ts';
import { isolationCases } from '../test/access-matrix/isolation-cases.ts';
import { oneOfEachWrite, accessCases } from '../test/access-matrix/cases.ts';
import { type Matrix, openMatrix } from '../test/access-matrix/run.ts';
import { useApp } from '../test/app.ts';

const test = useApp();
let matrix: Matrix | undefined;

beforeAll(async () => {
  matrix = await openMatrix({
    db: test.db,
    now: () => test.clock.now(),
    send: (what, request) => test.call(what, request),
  });
});

it('covers every endpoint of the contract', () => {
  const asked = new Set(accessCases.map(({ call }) => call));
  expect(Object.keys(allEndpoints).filter((call) => !asked.has(call))).toEqual([]);
});

it.each(accessCases.map((accessCase) => [accessCase.call, accessCase.at, accessCase] as const))(
  'answers %s with an id in %s according to the access table',
  async (_, __, accessCase) => {
    const faults: string[] = [];
    await matrix?.ask(accessCase, (fault) => faults.push(fault));
    expect(faults).toEqual([]);
  },
);

it.each(forgeries.map((forgery) => [forgery.name, forgery] as const))(
  'rejects every write from a page of another site: %s',
  async (_, forgery) => {
    const faults: string[] = [];
    for (const accessCase of oneOfEachWrite())
      await matrix?.forge(accessCase, forgery, (fault) => faults.push(fault));
    expect(faults).toEqual([]);
  },
);

it.each(isolationCases.map((inner) => [inner.room, inner.name, inner] as const))(
  'reads and changes nothing of firm A where %s calls %s with the scope of firm B',
  async (_, __, inner) => {
    const faults: string[] = [];
    await matrix?.open(inner, (fault) => faults.push(fault));
    expect(faults).toEqual([]);
  },
);

it('has sent at least 1,500 cells', () => {
  expect(matrix?.figures.cells).toBeGreaterThanOrEqual(1500);
});

afterAll(() => {
  // Figures for docs/security.md.
  process.stdout.write(`access matrix: ${JSON.stringify(matrix?.figures)}\n`);
});
