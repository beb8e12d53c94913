import { expect, it } from 'vitest';
import { createLimiter, type LimiterKey } from './limiter.ts';

const share = (group: string, member = '', isKnown = true): LimiterKey => ({
  group,
  member,
  isKnown,
});

/** A limiter whose one turn is held; `ask` records which work was served and which was shed. */
function aHeldLimiter(maxWaiting: number) {
  const limiter = createLimiter({ name: 'works', concurrency: 1, maxWaiting });
  const outcome: { served: string[]; shed: string[] } = { served: [], shed: [] };
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const all = [limiter.run(share('holder'), () => held)];
  const ask = (name: string, of: LimiterKey): void => {
    const done = limiter.run(of, async () => void outcome.served.push(name));
    all.push(done.catch(() => void outcome.shed.push(name)));
  };
  const run = async () => {
    release();
    await Promise.all(all);
    return outcome;
  };
  return { ask, run };
}

it('serves groups in turn, and their members in turn', async () => {
  const { ask, run } = aHeldLimiter(20);
  for (let count = 1; count <= 3; count += 1) ask(`greedy ${count}`, share('firm A', 'greedy'));
  ask('colleague', share('firm A', 'colleague'));
  ask('other firm', share('firm B'));
  expect((await run()).served).toEqual([
    'greedy 1',
    'other firm',
    'colleague',
    'greedy 2',
    'greedy 3',
  ]);
});

it('sheds the newest waiter of the longest group, and of its longest member', async () => {
  const { ask, run } = aHeldLimiter(4);
  ask('colleague', share('firm A', 'colleague'));
  for (let count = 1; count <= 5; count += 1) ask(`greedy ${count}`, share('firm A', 'greedy'));
  ask('other firm', share('firm B'));
  const { served, shed } = await run();
  expect(shed).toEqual(['greedy 4', 'greedy 5', 'greedy 3']);
  expect(served.toSorted()).toEqual(['colleague', 'greedy 1', 'greedy 2', 'other firm']);
});

it('sheds a stranger for a known person where each group has one waiter', async () => {
  const { ask, run } = aHeldLimiter(3);
  for (let count = 1; count <= 4; count += 1)
    ask(`stranger ${count}`, share(`network ${count}`, '', false));
  ask('known', share('account'));
  const { served, shed } = await run();
  expect([shed, served]).toEqual([
    ['stranger 4', 'stranger 3'],
    ['stranger 1', 'stranger 2', 'known'],
  ]);
});

it('passes the turn on when a work fails', async () => {
  const limiter = createLimiter({ name: 'works', concurrency: 1, maxWaiting: 1 });
  await expect(
    limiter.run(share('a'), async () => Promise.reject(new Error('broken'))),
  ).rejects.toThrow('broken');
  expect(await limiter.run(share('a'), async () => 'next')).toBe('next');
});
