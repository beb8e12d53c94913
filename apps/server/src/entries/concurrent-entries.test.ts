import type { Entry } from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { token: '', firm: '', matter: '', copies: '' };

beforeAll(async () => {
  const firm = await test.aFirm();
  ctx.token = await test.signInAs({ firm });
  ctx.firm = firm.id;
  ctx.matter = (await test.aMatter(firm)).id;
  ctx.copies = (await test.aDisbursementType(firm)).id;
  await test.assignTypes(firm);
});

const newBody = () => ({
  _id: newId(),
  matter: ctx.matter,
  disbursementType: ctx.copies,
  date: '2026-03-05',
  minutes: 4,
  amount: 5,
});
const post = (body: object) => test.call('POST /entries', { token: ctx.token, body });
const auditActions = async (id: string) => {
  const rows = await test.listRows('auditLog', { subjectId: id }, ['action']);
  return rows.map(({ action }) => action);
};

it('makes one entry of repeated requests, and rejects another request with that id', async () => {
  const body = newBody();
  const replies = await Promise.all(Array.from({ length: 5 }, () => post(body)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(replies.map((reply) => reply.body)).size).toBe(1);
  expect(await post({ ...body, minutes: 8 })).toAnswer(409);
  const stored = await test.listRows('entries', { id: body._id }, ['id']);
  expect(stored).toHaveLength(1);
});

it('answers a repeated request with its entry, even after the type was retired', async () => {
  const body = newBody();
  const first = await post(body);
  const setActive = (active: boolean) =>
    test.updateRows('disbursementTypes', { id: ctx.copies }, { active });
  await setActive(false);
  const second = await post(body);
  await setActive(true);
  expect([second.statusCode, second.body]).toEqual([201, first.body]);
  expect(await auditActions(body._id)).toHaveLength(1);
});

it('does not restore a deleted entry for a repeat, even during the deletion', async () => {
  const body = newBody();
  expect(await post(body)).toAnswer(201);
  const [deletion] = await Promise.all([
    test.call(`DELETE /entries/${body._id}`, { token: ctx.token }),
    post(body),
    post(body),
    post(body),
  ]);
  expect(deletion).toAnswer(200);
  expect(await post(body)).toAnswer(409, { code: 'conflict', message: /deleted/ });
  expect(await test.call(`GET /entries/${body._id}`, { token: ctx.token })).toAnswer(404);
  expect(await auditActions(body._id)).toEqual(['entry.recorded', 'entry.deleted']);
});

it('accepts one of several concurrent corrections, and keeps the sums right', async () => {
  const { _id } = (await post(newBody())).json<{ data: Entry }>().data;
  const correct = (minutes: number) =>
    test.call(`PUT /entries/${_id}`, {
      token: ctx.token,
      body: { minutes, amount: minutes, version: 1 },
    });
  const replies = await Promise.all([6, 7, 8, 9].map(correct));
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409,
  ]);
  const saved = await test.listRows('entries', { firmId: ctx.firm }, ['amountCents', 'minutes']);
  const days = await test.listRows('entryDays', { firmId: ctx.firm }, [
    'count',
    'amountCents',
    'minutes',
  ]);
  const total = (rows: { amountCents: number }[]) =>
    rows.reduce((sum, row) => sum + row.amountCents, 0);
  expect(total(days)).toBe(total(saved));
  expect(days.reduce((sum, day) => sum + day.count, 0)).toBe(saved.length);
  expect(days.reduce((sum, day) => sum + day.minutes, 0)).toBe(
    saved.reduce((sum, row) => sum + (row.minutes ?? 0), 0),
  );
});

it.each(['POST', 'PUT'] as const)(
  'answers a %s of an entry with 404 while its matter is deleted',
  async (method) => {
    const { _id } = (await post(newBody())).json<{ data: Entry }>().data;
    const matter = (await test.aMatter({ id: ctx.firm })).id;
    const reply = await test.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('matters').where('id', '=', matter).execute();
      const sent =
        method === 'POST'
          ? post({ ...newBody(), matter })
          : test.call(`PUT /entries/${_id}`, { token: ctx.token, body: { matter } });
      await expect.poll(countWaiting).toBe(1);
      return { sent };
    });
    const { statusCode, body } = await reply.sent;
    expect([statusCode, JSON.parse(body)]).toEqual([
      404,
      { code: 'not_found', message: 'There is no such matter.' },
    ]);
  },
);

async function countWaiting(): Promise<number> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(test.db)).rows.length;
}
