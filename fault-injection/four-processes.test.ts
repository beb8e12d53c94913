import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApp } from '../apps/server/test/app.ts';
import { deepIt, isDeep } from '../apps/server/test/deep.ts';
import { sendTwice } from './support/duplicates.ts';
import { runConcurrentClients } from './support/consistency-checks.ts';
import { inTurn, type Processes } from './support/processes.ts';
import { revokeEverywhere } from './support/revocations.ts';

const test = useApp();
const apps: { close(): Promise<unknown> }[] = [];
const { posts, operations } = isDeep
  ? { posts: 40, operations: 300 }
  : { posts: 8, operations: 60 };
/** Four servers on one database, which take requests in turn. */
let on: Processes;

beforeAll(async () => {
  // The sessions are opened by the drill's clock.
  test.clock.set(new Date());
  const urls: string[] = [];
  while (urls.length < 4) {
    const app = await test.anotherProcess();
    apps.push(app);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo; // it listens on TCP
    urls.push(`http://127.0.0.1:${port}/core/api`);
  }
  on = { urls, next: inTurn(urls), db: test.db, codeFor };
});

afterAll(async () => {
  for (const app of apps) await app.close();
});

deepIt('revokes everywhere at once, in eleven ways', async () => {
  const results = await revokeEverywhere(on);
  expect(results).toHaveLength(11);
  expect(results.filter(({ tooLate, idle }) => tooLate + idle > 0)).toEqual([]);
});

it('applies a repeated request once', async () => {
  expect(await sendTwice(on, posts)).toEqual({ posts, faults: [] });
});

it('loses no change of many clients at once, and fails none', async () => {
  const history = await runConcurrentClients(on, {
    clients: 16,
    seed: 1,
    isOver: (done) => done >= operations,
  });
  expect({ ...history, operations: 0 }).toEqual({ operations: 0, serverErrors: 0, violations: [] });
});

async function codeFor(cell: string): Promise<string> {
  const texts = (await test.sms())
    .filter(({ to }) => to === cell)
    .map(({ text }) => /\b\d{8}\b/.exec(text)?.[0]);
  return texts.findLast((code) => code !== undefined) ?? '';
}
