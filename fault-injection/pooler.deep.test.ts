import { expect, it } from 'vitest';
import { workThroughPooler } from './pooler.ts';
import { hasPgBouncer, startPgBouncer } from './support/pgbouncer.ts';
import { startPostgres } from './support/postgres.ts';
import { freePort, startServer } from './support/server.ts';

it.skipIf(!hasPgBouncer)(
  'shows no firm anything of another through a pooler',
  { timeout: 180_000 },
  async () => {
    const options = { seconds: 10, clients: 16, firms: 5, connections: 3, servers: 2, seed: 1 };
    const { foreign, failed, mostToPostgres, transactions } = await workThroughPooler(options);
    expect({ foreign, failed }).toEqual({ foreign: [], failed: [] });
    expect(mostToPostgres).toBeLessThanOrEqual(3);
    expect(transactions).toBeGreaterThan(50);
  },
);

it.skipIf(!hasPgBouncer)('does not start on a pooler alone', async () => {
  const postgres = await startPostgres();
  const settings =
    'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits';
  for (const [ignores, sentence] of [
    ['', /A pooler refuses the settings .* Set DATABASE_DIRECT_URL/],
    [settings, /DATABASE_URL leads to a pooler in transaction mode\. Set DATABASE_DIRECT_URL/],
  ] as const) {
    const pooler = await startPgBouncer(postgres.socket, { connections: 3, ignores });
    const server = startServer({ DATABASE_URL: pooler.url }, await freePort());
    await expect(server.ready).rejects.toThrow(sentence);
    await pooler.stop();
  }
  await postgres.stop();
});
