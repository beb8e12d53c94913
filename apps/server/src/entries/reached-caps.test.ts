import type { PricedEntry, SavedEntry } from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { countLockWaits } from '../../test/lock-waits.ts';
import { findReachedCap } from '../matters/caps.service.ts';
import { createFirmScope } from '../platform/core/actor.ts';

const test = useApp();
const ctx = { firm: { id: '', domain: '' }, matter: '', type: '' };
const token = { admin: '', one: '', other: '' };

beforeAll(async () => {
  ctx.firm = await test.aFirm();
  token.admin = await test.signInAdmin({ firm: ctx.firm });
  token.one = await test.signInAs({ firm: ctx.firm });
  token.other = await test.signInAs({ firm: ctx.firm });
  ctx.type = (await test.aDisbursementType(ctx.firm)).id;
  await test.assignTypes(ctx.firm);
});

beforeEach(async () => {
  ctx.matter = (await test.aMatter(ctx.firm)).id;
  await setCap(100);
});

const setCap = async (cap: number | null, id = ctx.matter) =>
  test.call(`PUT /matters/${id}`, { token: token.admin, body: { cap } });
const bodyOf = (amount: number) => ({
  _id: newId(),
  matter: ctx.matter,
  disbursementType: ctx.type,
  date: '2026-03-05',
  amount,
});
const post = async (body: object, as = token.one) =>
  test.call('POST /entries', { token: as, body });
const record = async (amount: number, as = token.one) =>
  (await post(bodyOf(amount), as)).json<{ data: SavedEntry }>().data;
const correct = async (id: string, body: object) =>
  test.data<SavedEntry>(`PUT /entries/${id}`, { token: token.one, body });

it('tells of 80 % and 100 % of a cap, exactly to the cent, and blocks nothing', async () => {
  expect((await record(79.99)).cap).toBeUndefined();
  expect((await record(0.01)).cap).toEqual({ level: 80, cap: 100, recorded: 80 });
  expect((await record(19.99)).cap).toEqual({ level: 80, cap: 100, recorded: 99.99 });
  expect((await record(0.01)).cap).toEqual({ level: 100, cap: 100, recorded: 100 });
  expect((await record(500)).cap).toEqual({ level: 100, cap: 100, recorded: 600 });
});

it('tells nothing of a matter without a cap, or once it is removed or raised', async () => {
  await setCap(null);
  expect(await record(5000)).not.toHaveProperty('cap');
  await setCap(5000.5);
  expect((await record(0.01)).cap).toMatchObject({ level: 80, cap: 5000.5 });
  await setCap(50_000);
  expect(await record(1)).not.toHaveProperty('cap');
});

it('tells it to a phone that sends its entry again', async () => {
  const body = bodyOf(90);
  const [first, second] = [await post(body), await post(body)];
  expect(second.body).toBe(first.body);
  expect(first).toAnswer({ data: { cap: { level: 80, recorded: 90 } } });
});

it('tells it after a correction, of the matter that the entry is on then', async () => {
  const entry = await record(10);
  expect((await correct(entry._id, { amount: 85 })).cap).toMatchObject({ recorded: 85 });
  expect(await correct(entry._id, { amount: 10 })).not.toHaveProperty('cap');
  const second = (await test.aMatter(ctx.firm)).id;
  await setCap(10, second);
  expect((await correct(entry._id, { matter: second })).cap).toEqual({
    level: 100,
    cap: 10,
    recorded: 10,
  });
});

it('shows the cap with the entry that is opened for a correction', async () => {
  const { _id } = await record(85);
  const read = async () =>
    (await test.data<PricedEntry>(`GET /entries/${_id}`, { token: token.one })).matterCap;
  expect(await read()).toEqual({ cap: 100, recorded: 85 });
  await setCap(null);
  expect(await read()).toBeNull();
});

it('counts entries that are recorded at once one after the other', async () => {
  const saved = await Promise.all(
    Array.from({ length: 10 }, (_, at) => record(10, at % 2 ? token.one : token.other)),
  );
  const reached = saved.map(({ cap }) => cap).filter((cap) => cap !== undefined);
  expect(reached.toSorted((a, b) => Number(a.recorded) - Number(b.recorded))).toEqual([
    { level: 80, cap: 100, recorded: 80 },
    { level: 80, cap: 100, recorded: 90 },
    { level: 100, cap: 100, recorded: 100 },
  ]);
});

it('waits for an entry that is not committed yet, on a matter with a cap alone', async () => {
  const reply = await test.db.transaction().execute(async (trx) => {
    await findReachedCap(trx, createFirmScope(ctx.firm.id), ctx.matter);
    const waiting = post(bodyOf(80));
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    const free = { ...bodyOf(80), matter: (await test.aMatter(ctx.firm)).id };
    expect(await post(free, token.other)).toAnswer(201);
    // Not to be awaited before this transaction ends.
    return () => waiting;
  });
  expect(await reply()).toAnswer({ data: { cap: { level: 80 } } });
});
