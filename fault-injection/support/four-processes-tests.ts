import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, useApp } from '../../apps/server/test/app.ts';
import { sendTwice } from './duplicates.ts';
import { runConcurrentClients } from './consistency-checks.ts';
import { inTurn, type Processes } from './processes.ts';

/** Four servers on one database, which take requests in turn. */
export function openFourProcesses(): () => Processes {
  const test = useApp();
  const apps: { close(): Promise<unknown> }[] = [];
  let on: Processes | undefined;

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
    on = { urls, next: inTurn(urls), db: test.db, codeFor: async (cell) => codeFor(test, cell) };
  });

  afterAll(async () => {
    for (const app of apps) await app.close();
  });

  return () => {
    if (on === undefined) throw new Error('openFourProcesses() is ready inside of tests only');
    return on;
  };
}

type Size = { posts: number; operations: number };

export function testManyClients(processes: () => Processes, { posts, operations }: Size): void {
  it('applies a repeated request once', { timeout: 120_000 }, async () => {
    expect(await sendTwice(processes(), posts)).toEqual({ posts, faults: [] });
  });

  it('loses no change of many clients at once, and fails none', { timeout: 120_000 }, async () => {
    const history = await runConcurrentClients(processes(), {
      clients: 16,
      seed: 1,
      isOver: (done) => done >= operations,
    });
    expect({ ...history, operations: 0 }).toEqual({
      operations: 0,
      serverErrors: 0,
      violations: [],
    });
  });
}

async function codeFor(test: TestApp, cell: string): Promise<string> {
  const texts = (await test.sms())
    .filter(({ to }) => to === cell)
    .map(({ text }) => /\b\d{8}\b/.exec(text)?.[0]);
  return texts.findLast((code) => code !== undefined) ?? '';
}
