import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { buildApp } from '../../app.ts';
import { watchEventLoop } from './event-loop.ts';

const test = useApp();

function aWatch() {
  const lines: { heldMs: number; underWay: { name: string; firm?: string }[] }[] = [];
  const watch = watchEventLoop({
    // As `logFields` makes them.
    warn: (fields) => void lines.push(fields as (typeof lines)[number]),
  });
  return { lines, watch };
}

/** As code without a pause does. */
function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('names the endpoint and the firm that held the process', async () => {
  const { lines, watch } = aWatch();
  // The first look at the clock is the one of the sign-in.
  const toHold = [400, 0];
  const now = () => {
    hold(toHold.pop() ?? 0);
    return test.clock.now();
  };
  const publicUrl = 'http://recoup.test';
  const app = await buildApp({ db: test.db, publicUrl, clock: { now }, eventLoop: watch });
  const token = await test.signInAs();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number }; // it listens on TCP
  const address = `http://127.0.0.1:${port}/core/api/entries`;
  const reply = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  expect(reply.status).toBe(200);
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]?.heldMs).toBeGreaterThan(250);
  expect(lines[0]?.underWay).toEqual([
    expect.objectContaining({ name: 'GET /core/api/entries', firm: expect.any(String) }),
  ]);
  await app.close();
  watch.stop();
});

it('names the job that held the process', async () => {
  const { lines, watch } = aWatch();
  expect(
    await watch.run('greedy', async () => {
      hold(400);
      return 'done';
    }),
  ).toBe('done');
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]?.underWay).toMatchObject([{ name: 'job greedy' }]);
  watch.stop();
});
