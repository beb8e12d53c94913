import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import type { CallMerge } from '@recoup/contract/call-records/merge-endpoints';
import { role } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';
import { aFirm } from '../../../test/factories.ts';
import { type AuditContext, createFirmScope } from '../../platform/core/actor.ts';
import { mergeCalls } from './merge-calls.service.ts';

const { ctx, entries, list, record, take, test } = useCallFirm();
const march = { from: '2026-03-01', to: '2026-03-31' };

async function merge(more: object = {}, token = ctx.admin) {
  const reply = await test.call('POST /call-merges', { token, body: { ...march, ...more } });
  return { status: reply.statusCode, ...reply.json<{ data: CallMerge }>().data };
}

async function undo(id: string | null, token = ctx.admin) {
  const reply = await test.call(`DELETE /call-merges/${id ?? ''}`, { token });
  type Undone = { undone: number; left: { reason: string }[] };
  return { status: reply.statusCode, ...reply.json<{ data: Undone }>().data };
}

const states = async () => (await list()).data.map(({ state }: CallRecord) => state);

async function auditLines(action: string) {
  return test.listRows('auditLog', { action }, ['details']);
}

/** Calls at 9, 11, 13 and 15 o'clock, and an entry by hand that is probably each of them. */
async function fourPairs() {
  await record({ minutes: 5, startedAt: '2026-03-17T07:15:00Z' });
  const another = { matter: ctx.np2, minutes: 1, startedAt: '2026-03-17T09:00:00Z' };
  await record(another, ctx.lerato.token);
  await record({ matter: ctx.np2, minutes: 4, startedAt: '2026-03-17T11:00:00Z' });
  await record({ minutes: 8, startedAt: '2026-03-17T13:00:00Z' });
  await take(
    ['2026-03-17 09:15:00', '102', '0825550101', 301],
    ['2026-03-17 11:00:00', '103', '0825550199', 60],
    ['2026-03-17 13:00:00', '102', '0825550101', 240],
    ['2026-03-17 15:00:00', '102', '0825550101', 600],
  );
}

it('merges calls with entries of the same matter and length, and names the others', async () => {
  await fourPairs();
  const [, , third, fourth] = (await list()).data;
  const found = {
    merged: 2,
    before: 66,
    after: 99,
    left: [
      { _id: third?._id, reason: 'The call is of another matter than the entry.' },
      { _id: fourth?._id, reason: 'The call lasted 10 min, and the entry says 8.' },
    ],
    leftCount: 2,
  };
  expect(await merge({ dryRun: true })).toEqual({ status: 200, _id: null, ...found });
  expect(await states()).toEqual(['proposed', 'proposed', 'proposed', 'proposed']);
  const merged = await merge();
  expect(merged).toEqual({ status: 201, _id: expect.any(String), ...found });
  expect(await states()).toEqual(['merged', 'merged', 'proposed', 'proposed']);
  expect(await entries()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ minutes: 6, amount: 66, seconds: 301, otherParty: '+27825550101' }),
      expect.objectContaining({ minutes: 1, amount: 33, seconds: 60, otherParty: '+27825550199' }),
    ]),
  );
  expect(await auditLines('call-merge.created')).toMatchObject([
    { details: { calls: 2, left: 2 } },
  ]);
  expect(await merge()).toMatchObject({ status: 200, _id: null, merged: 0, leftCount: 2 });
});

it('takes a merge back, once', async () => {
  await fourPairs();
  const { _id } = await merge();
  expect(await undo(_id)).toEqual({ status: 200, undone: 2, left: [] });
  expect(await states()).toEqual(['proposed', 'proposed', 'proposed', 'proposed']);
  const amounts = (await entries()).map(({ amount }) => amount);
  expect(amounts.toSorted((one, other) => one - other)).toEqual([33, 33, 33, 66]);
  expect(await undo(_id)).toEqual({ status: 200, undone: 0, left: [] });
  expect(await auditLines('call-merge.undone')).toMatchObject([{ details: { calls: 2 } }]);
});

it('leaves entries that were locked or corrected since, and says so', async () => {
  await fourPairs();
  const { _id } = await merge();
  const all = await entries();
  const corrected = all.find(({ seconds }) => seconds === 60);
  await test.call(`PUT /entries/${corrected?._id}`, {
    token: ctx.lerato.token,
    body: { narration: 'Called about the bond' },
  });
  expect(await undo(_id)).toMatchObject({
    undone: 1,
    left: [{ reason: 'Its entry was corrected since.' }],
  });
  await test.call('POST /exports', { token: ctx.admin, body: {} });
  expect(await undo(_id)).toMatchObject({
    undone: 0,
    left: [{ reason: 'Its entry was locked since, by a closed export or a reversal.' }],
  });
  expect(await states()).toContain('merged');
});

it('links a locked entry at its price, and opens its call again', async () => {
  await record({ minutes: 5, startedAt: '2026-03-17T07:15:00Z' });
  await test.call('POST /exports', { token: ctx.admin, body: {} });
  await take(['2026-03-17 09:15:00', '102', '0825550101', 301]);
  const merged = await merge();
  expect(merged).toMatchObject({ status: 201, merged: 1, before: 33, after: 33 });
  expect(await entries()).toMatchObject([{ minutes: 5, amount: 33 }]);
  expect(await undo(merged._id)).toEqual({ status: 200, undone: 1, left: [] });
  expect(await states()).toEqual(['proposed']);
});

it('is of the days, the attorney and the firm that are named', async () => {
  await fourPairs();
  expect(await merge({ to: '2026-03-16' })).toMatchObject({ merged: 0, leftCount: 0 });
  const ofLerato = { merged: 1, leftCount: 0 };
  expect(await merge({ attorney: ctx.lerato.id, dryRun: true })).toMatchObject(ofLerato);
  // An attorney names nobody else.
  const others = { attorney: ctx.thabo.id, dryRun: true };
  expect(await merge(others, ctx.lerato.token)).toMatchObject(ofLerato);
  const own = await merge({}, ctx.lerato.token);
  expect(own).toMatchObject(ofLerato);
  const other = await aFirm(test.db);
  const stranger = await test.signInAs({ firm: other, role: role.attorneyAdmin });
  expect(await merge({}, stranger)).toMatchObject({ merged: 0, leftCount: 0 });
  for (const token of [stranger, ctx.thabo.token])
    expect((await undo(own._id, token).catch(() => ({ status: 404 }))).status).toBe(404);
  expect(await undo(own._id, ctx.lerato.token)).toMatchObject({ undone: 1 });
});

it('takes a decision back one by one too, which the merge then leaves', async () => {
  await fourPairs();
  const { _id } = await merge();
  const [first] = (await list('?state=merged')).data;
  await test.call(`PUT /call-records/${first?._id}`, {
    token: ctx.admin,
    body: { state: 'loose' },
  });
  expect(await undo(_id)).toEqual({ status: 200, undone: 1, left: [] });
});

it('leaves entries that are corrected while it runs', async () => {
  await fourPairs();
  const both = (await entries()).filter(({ minutes }) => minutes === 5 || minutes === 1);
  const merging = await test.db.transaction().execute(async (trx) => {
    await sql`select from call_records for update`.execute(trx);
    const reply = merge();
    const waiting = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(test.db)).rows.length).toBe(1);
    for (const { _id, minutes } of both)
      await test.call(`PUT /entries/${_id}`, {
        token: ctx.admin,
        body:
          minutes === 1 ? { matter: ctx.np1, reason: 'Wrong' } : { minutes: 7, reason: 'Wrong' },
      });
    return { reply };
  });
  expect(await merging.reply).toMatchObject({ status: 200, merged: 0, leftCount: 4 });
  const after = await entries();
  expect(new Set(after.map(({ minutes }) => minutes))).toEqual(new Set([1, 4, 7, 8]));
  expect(await states()).not.toContain('merged');
});

it('names the calls for which no time was left', async () => {
  await fourPairs();
  const actor = { userId: ctx.thabo.id, role: role.attorney, scope: createFirmScope(ctx.firm.id) };
  const by = { actor, now: test.clock.now() } as unknown as AuditContext; // what it reads
  const left = await mergeCalls(test.db, by, { ...march, isDryRun: false }, -1);
  expect(left).toMatchObject({ _id: null, merged: 0, leftCount: 3 });
  expect(left.left[2]?.reason).toContain('There was no time left');
});

it.each([
  [{ from: '2026-03-31', to: '2026-03-01' }, 'to'],
  [{ from: '2026-02-30' }, 'from'],
  [{ attorney: 'nobody' }, 'attorney'],
])('refuses %j', async (more, field) => {
  const body = { ...march, ...more };
  const reply = await test.call('POST /call-merges', { token: ctx.admin, body });
  expect(reply.statusCode).toBe(400);
  expect(reply.json<{ fields: object }>().fields).toHaveProperty(field);
});
