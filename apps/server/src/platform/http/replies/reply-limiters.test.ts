import { expect, it } from 'vitest';
import { createReplyLimiters } from './reply-limiters.ts';

it('reads two whole lists of a user and eight of a firm at once', async () => {
  const { wholeLists } = createReplyLimiters();
  const enter = (group: string, member: string) => wholeLists.enter({ group, member });
  const enteredTwice = ['a', 'b', 'c', 'd'].flatMap((member) => [member, member]);
  const slots = enteredTwice.map((member) => enter('firm', member));
  await Promise.all(slots.map(async (slot) => slot.acquire()));
  expect(wholeLists.waiting()).toBe(0);
  const ninth = enter('firm', 'e').acquire();
  expect(wholeLists.waiting()).toBe(1);
  expect(await enter('other firm', 'a').acquire()).toBe(false);
  slots[0]?.release();
  expect(await ninth).toBe(true);

  const own = createReplyLimiters().wholeLists;
  const [first, second, third] = [1, 2, 3].map(() => own.enter({ group: 'firm', member: 'a' }));
  await Promise.all([first?.acquire(), second?.acquire()]);
  const waits = third?.acquire();
  expect(own.waiting()).toBe(1);
  first?.release();
  expect(await waits).toBe(true);
});
