import { expect, it } from 'vitest';
import { callSenders } from '../../../test/call-events.ts';
import { useCallFirm } from '../../../test/call-firm.ts';

const { ctx, test } = useCallFirm();
const { aSender } = callSenders(test, ctx);

it('takes 600 requests at once, and counts those beyond', async () => {
  const { send, events } = await aSender('csv');
  const requests = Array.from({ length: 605 }, async () => send({ direction: 'no' }));
  const replies = await Promise.all(requests);
  expect(replies.filter(({ statusCode }) => statusCode === 202)).toHaveLength(600);
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  expect(await events()).toMatchObject({ limited: 5 });
});
