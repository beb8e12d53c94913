import { readdir } from 'node:fs/promises';
import { allEndpoints } from '@recoup/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApp } from '../app.ts';
import { accessCases, accessCasesByPart, oneOfEachWrite, type Part } from './cases.ts';
import { forgeries } from './forgeries.ts';
import { isolationCases } from './isolation-cases.ts';
import { type Matrix, openMatrix } from './run.ts';

/** The tests of one part of the table. They must send at least so many cells. */
export function testAccessMatrix(part: Part, atLeast: number): void {
  const cases = accessCasesByPart[part];
  const test = useApp();
  let matrix: Matrix | undefined;

  beforeAll(async () => {
    matrix = await openMatrix({
      db: test.db,
      now: () => test.clock.now(),
      send: async (what, request) => {
        const reply = await test.call(what, request);
        await test.settled();
        return reply;
      },
    });
  });

  it('covers every endpoint of the contract', () => {
    const requested = new Set(accessCases.map(({ call }) => call));
    expect(Object.keys(allEndpoints).filter((call) => !requested.has(call))).toEqual([]);
  });

  it('has a test file for each part', async () => {
    const files = await readdir(new URL('../promises', import.meta.url));
    const parts = Object.keys(accessCasesByPart);
    expect(files).toEqual(
      expect.arrayContaining(parts.map((each) => `access-matrix-${each}.test.ts`)),
    );
  });

  it.each(cases.map((accessCase) => [accessCase.call, accessCase.at, accessCase] as const))(
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
      for (const accessCase of oneOfEachWrite(cases))
        await matrix?.forge(accessCase, forgery, (fault) => faults.push(fault));
      expect(faults).toEqual([]);
    },
  );

  // A few, for which one file is enough.
  const isolated = part === 'firms' ? isolationCases : [];
  it.each(isolated.map((inner) => [inner.room, inner.name, inner] as const))(
    'reads and changes nothing of firm A where %s calls %s with the scope of firm B',
    async (_, __, inner) => {
      const faults: string[] = [];
      await matrix?.open(inner, (fault) => faults.push(fault));
      expect(faults).toEqual([]);
    },
  );

  it.runIf(part === 'people')('answers SCIM to keys with the scope provision alone', async () => {
    const faults: string[] = [];
    await matrix?.askDirectory((fault) => faults.push(fault));
    expect(faults).toEqual([]);
  });

  it(`has sent at least ${atLeast} cells`, () => {
    expect(matrix?.figures.cells).toBeGreaterThanOrEqual(atLeast);
  });

  afterAll(() => {
    // Figures for docs/security.md.
    process.stdout.write(`access matrix, ${part}: ${JSON.stringify(matrix?.figures)}\n`);
  });
}
