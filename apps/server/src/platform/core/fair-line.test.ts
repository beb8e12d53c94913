import { expect, it } from 'vitest';
import { createFairLine, type Share } from './fair-line.ts';

const share = (group: string, member = '', isKnown = true): Share => ({ group, member, isKnown });

/** A line of one lane that is held until `letGo()`; `ask` notes who was served and who was shed. */
function aHeldLine(longest: number) {
  const line = createFairLine({ lanes: 1, longest, refusal: () => new Error('full') });
  const seen: { served: string[]; shed: string[] } = { served: [], shed: [] };
  let letGo = (): void => {};
  const all = [line(share('holder'), () => new Promise<void>((resolve) => (letGo = resolve)))];
  const ask = (name: string, of: Share): void => {
    const done = line(of, async () => void seen.served.push(name));
    all.push(done.catch(() => void seen.shed.push(name)));
  };
  const run = async () => {
    letGo();
    await Promise.all(all);
    return seen;
  };
  return { ask, run };
}

it('serves groups in turn, and their members in turn', async () => {
  const { ask, run } = aHeldLine(20);
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
  const { ask, run } = aHeldLine(4);
  ask('colleague', share('firm A', 'colleague'));
  for (let count = 1; count <= 5; count += 1) ask(`greedy ${count}`, share('firm A', 'greedy'));
  ask('other firm', share('firm B'));
  const { served, shed } = await run();
  expect(shed).toEqual(['greedy 4', 'greedy 5', 'greedy 3']);
  expect(served.toSorted()).toEqual(['colleague', 'greedy 1', 'greedy 2', 'other firm']);
});

it('sheds a stranger for a known person where each group has one waiter', async () => {
  const { ask, run } = aHeldLine(3);
  for (let count = 1; count <= 4; count += 1)
    ask(`stranger ${count}`, share(`network ${count}`, '', false));
  ask('known', share('account'));
  const { served, shed } = await run();
  expect([shed, served]).toEqual([
    ['stranger 4', 'stranger 3'],
    ['stranger 1', 'stranger 2', 'known'],
  ]);
});

it('gives the lane on when a work fails', async () => {
  const line = createFairLine({ lanes: 1, longest: 1, refusal: () => new Error('full') });
  await expect(line(share('a'), async () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await line(share('a'), async () => 'next')).toBe('next');
});
