import { expect, it } from 'vitest';
import { testManyClients, openFourProcesses } from './support/four-processes-tests.ts';
import { revokeEverywhere } from './support/revocations.ts';

const processes = openFourProcesses();

it('revokes everywhere at once, in ten ways', { timeout: 120_000 }, async () => {
  const results = await revokeEverywhere(processes());
  expect(results).toHaveLength(10);
  expect(results.filter(({ tooLate, idle }) => tooLate + idle > 0)).toEqual([]);
});

testManyClients(processes, { posts: 40, operations: 300 });
