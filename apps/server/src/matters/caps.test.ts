import type { Matter } from '@recoup/contract/matters/endpoints';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { countLockWaits } from '../../test/lock-waits.ts';

const test = useApp();
const token = { admin: '' };
const ctx = { firm: { id: '', domain: '' }, matter: '' };

beforeAll(async () => {
  ctx.firm = await test.aFirm();
  token.admin = await test.signInAdmin({ firm: ctx.firm });
});

beforeEach(async () => {
  ctx.matter = (await test.aMatter(ctx.firm)).id;
});

const put = (body: unknown, id = ctx.matter, as: string | undefined = token.admin) =>
  test.call(`PUT /matters/${id}`, { token: as, body });
const listed = async (what = 'GET /matters') => {
  const data = await test.data<Matter[]>(what, { token: token.admin });
  return data.find(({ _id }) => _id === ctx.matter);
};
const audited = async () =>
  test.listRows('auditLog', { subjectId: ctx.matter }, ['action', 'details']);

it.each([
  [{}],
  [{ cap: 0 }],
  [{ cap: -5 }],
  [{ cap: 0.005 }],
  [{ cap: '5' }],
  [{ cap: 100_000_000.01 }],
  [{ cap: 5, number: 'X' }],
  [{ cap: 5, version: 1 }],
])('rejects %o', async (body) => {
  expect(await put(body)).toAnswer({ code: 'invalid_input' });
  expect((await listed())?.cap).toBeNull();
});

it('sets, changes and removes the cap, and audits each change with before and after', async () => {
  expect(await put({ cap: 1000.5 })).toAnswer({
    data: { _id: ctx.matter, cap: 1000.5, recorded: 0 },
  });
  expect(await listed()).toMatchObject({ cap: 1000.5, recorded: 0 });
  await put({ cap: 100_000_000 });
  await put({ cap: null });
  expect(await listed()).toMatchObject({ cap: null, recorded: null });
  expect(await audited()).toEqual([
    { action: 'matter.updated', details: { cap: [null, 1000.5] } },
    { action: 'matter.updated', details: { cap: [1000.5, 100_000_000] } },
    { action: 'matter.updated', details: { cap: [100_000_000, null] } },
  ]);
});

it('changes and audits nothing when the request is repeated', async () => {
  const replies = await Promise.all([put({ cap: 70 }), put({ cap: 70 }), put({ cap: 70 })]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect(await audited()).toHaveLength(1);
});

it('keeps the version and the time of change, which are those of the file of matters', async () => {
  const read = async () => test.getRow('matters', { id: ctx.matter }, ['version', 'updatedAt']);
  const before = await read();
  await put({ cap: 70 });
  expect(await read()).toEqual(before);
});

it('locks out other changes of the matter, but nobody who records on it', async () => {
  const reply = await test.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('matters')
      .where('id', '=', ctx.matter)
      .select('id')
      .forKeyShare()
      .execute();
    expect(await put({ cap: 70 })).toAnswer(200);
    await trx.updateTable('matters').set({ client: 'New' }).where('id', '=', ctx.matter).execute();
    const waiting = put({ cap: 80 });
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    // Not to be awaited before this transaction ends.
    return () => waiting;
  });
  expect(await reply()).toAnswer({ data: { cap: 80, client: 'New' } });
});

it('shows all that was recorded on a matter with a cap, in every list', async () => {
  const attorney = await test.aUser({ firm: ctx.firm });
  const type = await test.aDisbursementType(ctx.firm);
  const of = { firm: ctx.firm, attorney, matter: { id: ctx.matter }, type };
  await test.anEntry(of, { amountCents: 123_45 });
  await test.anEntry(of, { amountCents: 1 });
  expect(await listed()).toMatchObject({ cap: null, recorded: null });
  await put({ cap: 500 });
  expect(await listed()).toMatchObject({ cap: 500, recorded: 123.46 });
  for (const what of ['GET /matters?search=matter', 'GET /recent-matters'])
    expect(await listed(what)).toMatchObject({ cap: 500, recorded: 123.46 });
});
