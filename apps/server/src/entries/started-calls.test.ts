import { newId } from '@recoup/contract/core/ids';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { token: '', matter: '', type: '' };

beforeEach(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  ctx.matter = (await test.aMatter(firm)).id;
  ctx.type = (await test.aDisbursementType(firm)).id;
  await test.assignTypes(firm);
  ctx.token = await test.signIn(attorney);
});

const record = async (more: object) =>
  test.call('POST /entries', {
    token: ctx.token,
    body: {
      matter: ctx.matter,
      disbursementType: ctx.type,
      date: '2026-03-17',
      minutes: 4,
      amount: 5,
      ...more,
    },
  });

it('keeps when a timed call began, also when the entry is corrected', async () => {
  const measured = { seconds: 215, otherParty: '082 555 0101' };
  const sent = { _id: newId(), startedAt: '2026-03-17T09:03:05+02:00', ...measured };
  const reply = await record(sent);
  const startedAt = '2026-03-17T07:03:05.000Z';
  const stored = { startedAt, seconds: 215, otherParty: '+27825550101' };
  expect(reply).toAnswer(201, { data: stored });
  expect(await record(sent)).toAnswer(201);
  const change = { token: ctx.token, body: { minutes: 6 } };
  await test.call(`PUT /entries/${sent._id}`, change);
  expect(await test.call(`GET /entries/${sent._id}`, { token: ctx.token })).toAnswer({
    data: { minutes: 6, ...stored },
  });
});

it('keeps an extension as the other party as it is', async () => {
  expect(await record({ otherParty: ' 102 ' })).toAnswer({ data: { otherParty: '102' } });
});

it.each([
  [{ seconds: -1 }],
  [{ seconds: 1.5 }],
  [{ seconds: 6_000_001 }],
  [{ otherParty: '' }],
  [{ otherParty: '1'.repeat(61) }],
])('rejects %j', async (more) => {
  const reply = await record(more);
  const [field] = Object.keys(more);
  expect(reply).toAnswer(400, { fields: { [field ?? '']: expect.any(String) } });
});

it('has no start where none was measured', async () => {
  expect((await record({})).json<{ data: Entry }>().data.startedAt).toBeNull();
});

it.each([['2026-03-17T09:03:05'], ['this morning'], ['1999-12-31T09:00:00Z'], [5]])(
  'rejects a start of %j',
  async (startedAt) => {
    expect(await record({ startedAt })).toAnswer(400, {
      fields: { startedAt: expect.any(String) },
    });
  },
);
