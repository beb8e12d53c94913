import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import type { anEntry } from '../../../test/factories.ts';
import { deepIt } from '../../../test/deep.ts';

const test = useApp();
const token = { admin: '', attorney: '', colleague: '', otherAdmin: '' };
const ctx = { firm: { id: '', domain: '' }, attorney: { id: '' }, entry: { id: '' } };
let of: Parameters<typeof anEntry>[1];
const day = '2026-03-16';
const createdAt = new Date(`${day}T10:00:00Z`);
const record = async (more: Parameters<typeof anEntry>[2]) =>
  test.anEntry(of, { date: day, createdAt, minutes: 3, ...more });

beforeEach(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const colleague = await test.aUser({ firm });
  const matter = await test.aMatter(firm, { attorneyId: attorney.id });
  of = { firm, attorney, matter, type: await test.aDisbursementType(firm) };
  token.admin = await test.signInAdmin({ firm });
  token.attorney = await test.signIn(attorney);
  token.colleague = await test.signIn(colleague);
  token.otherAdmin = await test.signInAdmin();
  Object.assign(ctx, { firm, attorney, entry: await record({ amountCents: 0 }) });
});

type List = { data: Exception[]; count: number; groups: { open: number; accepted: number }[] };
const list = async (query = '', as = token.admin) => {
  const reply = await test.call(`GET /exceptions${query}`, { token: as });
  expect(reply).toAnswer(200);
  return reply.json<List>();
};
const seen = async (as?: string) => (await list('', as)).data;
const accept = async (found: readonly Exception[], as = token.admin, reason = 'A free call') =>
  test.call('POST /exceptions/acceptances', {
    token: as,
    body: {
      reason,
      items: found.map(({ code, subject, fingerprint }) => ({ code, subject, fingerprint })),
    },
  });
const auditOf = async (subjectId: string) =>
  test.db
    .selectFrom('auditLog')
    .where('subjectId', '=', subjectId)
    .where('action', 'like', 'exception.%')
    .select(['action', 'details'])
    .orderBy('id')
    .execute();

it('accepts exceptions for a reason, which stand in the list and the audit log', async () => {
  const found = await seen();
  expect(found).toMatchObject([
    { code: 'ZERO', level: 'warn', subject: { kind: 'entry', _id: ctx.entry.id }, accepted: null },
  ]);
  const reply = await accept(found);
  expect([reply.statusCode, reply.json()]).toEqual([201, { data: { accepted: 1 } }]);
  expect((await list('?state=open')).data).toEqual([]);
  const accepted = await list('?state=accepted');
  expect(accepted.data).toMatchObject([
    { code: 'ZERO', accepted: { reason: 'A free call', at: '2026-03-18T08:00:00.000Z' } },
  ]);
  expect(accepted.groups).toMatchObject([{ code: 'ZERO', level: 'warn', open: 0, accepted: 1 }]);
  expect(await auditOf(ctx.entry.id)).toEqual([
    { action: 'exception.accepted', details: { code: 'ZERO', reason: 'A free call' } },
  ]);
});

it('keeps the first of two equal acceptances', async () => {
  const found = await seen();
  const both = await Promise.all([accept(found), accept(found, token.admin, 'Another reason')]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(await auditOf(ctx.entry.id)).toHaveLength(1);
});

it('lapses when the facts change, and can be accepted anew', async () => {
  await accept(await seen());
  await test.call(`PUT /entries/${ctx.entry.id}`, { token: token.attorney, body: { minutes: 4 } });
  expect(await seen()).toMatchObject([{ code: 'ZERO', accepted: null, hasLapsed: true }]);
  expect(await accept(await seen())).toAnswer(201);
  expect(await seen()).toMatchObject([{ hasLapsed: false, accepted: { reason: 'A free call' } }]);
});

it('keeps an acceptance when something else of the entry changes', async () => {
  await accept(await seen());
  const body = { narration: 'For a friend' };
  await test.call(`PUT /entries/${ctx.entry.id}`, { token: token.attorney, body });
  expect(await seen()).toMatchObject([{ accepted: { reason: 'A free call' } }]);
});

it('accepts nothing when one of them has changed', async () => {
  await record({ amountCents: 0, minutes: 9 });
  const found = await seen();
  await test.call(`PUT /entries/${ctx.entry.id}`, { token: token.attorney, body: { amount: 2 } });
  expect(await accept(found)).toAnswer(409, {
    code: 'changed_meanwhile',
    message:
      'One exception has changed or gone since you looked. Nothing was accepted. ' +
      'Reload the list.',
  });
  expect((await list('?state=accepted')).data).toEqual([]);
});

async function recordUntilFebruary(): Promise<void> {
  for (const month of ['2025-11', '2025-12', '2026-01'])
    for (const minutes of [1, 2, 3]) {
      const date = `${month}-05`;
      await record({ date, minutes, amountCents: 100, createdAt: new Date(`${date}T10:00:00Z`) });
    }
}

it('expects nothing of an attorney who records for others alone by now', async () => {
  await recordUntilFebruary();
  const other = await test.aUser({ firm: ctx.firm });
  const pair = { firmId: ctx.firm.id, userId: ctx.attorney.id, attorneyId: other.id };
  const found = async () => (await list('?from=2026-02-01&to=2026-02-28&code=NONE')).data;
  expect(await found()).toHaveLength(1);
  await test.insertRows('recordingRights', pair);
  expect(await found()).toEqual([]);
  await test.assignTypes(ctx.firm);
  expect(await found()).toHaveLength(1);
});

it('accepts what an attorney did not record in a month, for that month alone', async () => {
  await recordUntilFebruary();
  const february = '?from=2026-02-01&to=2026-02-28&code=NONE';
  const found = (await list(february)).data;
  expect(found).toMatchObject([
    { code: 'NONE', message: 'Recorded nothing; about 3 entries are usual by now.' },
  ]);
  expect(await accept(found)).toAnswer(201);
  expect((await list(february)).data).toMatchObject([{ accepted: { reason: 'A free call' } }]);
  const january = await list('?from=2026-01-01&to=2026-01-31&code=NONE');
  expect(january.data).toEqual([]);
});

it('shows an attorney own exceptions alone, and lets them accept those', async () => {
  expect(await seen(token.colleague)).toEqual([]);
  const found = await seen(token.attorney);
  expect(found).toMatchObject([{ code: 'ZERO' }]);
  expect(await accept(found, token.colleague)).toAnswer(409);
  expect(await accept(found, token.attorney)).toAnswer(201);
});

it('lets the admin alone accept what blocks a closing', async () => {
  await record({ date: '2026-03-19', amountCents: 100 });
  const found = (await list('?level=block')).data;
  expect(found).toMatchObject([{ code: 'FUTURE', level: 'block' }]);
  expect(await accept(found, token.attorney)).toAnswer(403, {
    message: 'Only your administrator can accept what blocks the closing of a month.',
  });
  expect(await accept(found)).toAnswer(201);
});

it('takes an acceptance back', async () => {
  await accept(await seen());
  const [exception] = await seen();
  const path = `/exceptions/acceptances/${exception?.accepted?._id}`;
  expect(await test.call(`DELETE ${path}`, { token: token.attorney })).toAnswer(404);
  expect(await test.call(`DELETE ${path}`, { token: token.otherAdmin })).toAnswer(404);
  expect(await test.call(`DELETE ${path}`, { token: token.admin })).toAnswer(200);
  expect(await seen()).toMatchObject([{ accepted: null, hasLapsed: false }]);
  expect((await auditOf(ctx.entry.id)).map(({ action }) => action)).toEqual([
    'exception.accepted',
    'exception.reopened',
  ]);
  expect(await test.call(`DELETE ${path}`, { token: token.admin })).toAnswer(404);
});

deepIt('takes five hundred at once, and no more', async () => {
  for (let minutes = 10; minutes < 509; minutes += 1) await record({ minutes, amountCents: 0 });
  const found = (await list('?code=ZERO')).data;
  expect(found).toHaveLength(500);
  expect((await accept(found)).json()).toEqual({ data: { accepted: 500 } });
  await record({ minutes: 9, amountCents: 0 });
  expect(await accept((await list('?code=ZERO')).data)).toAnswer(400);
});

it.each([
  ['without a reason', { reason: '' }, 'reason'],
  ['with a short reason', { reason: 'ok' }, 'reason'],
  ['without items', { items: [] }, 'items'],
  ['of an unknown code', { items: [{ code: 'NOPE' }] }, 'items.0.code'],
])('rejects an acceptance %s', async (_, more, field) => {
  const [exception] = await seen();
  const { code, subject, fingerprint } = exception ?? {};
  const body = { reason: 'A free call', items: [{ code, subject, fingerprint }], ...more };
  const reply = await test.call('POST /exceptions/acceptances', { token: token.admin, body });
  expect(reply).toAnswer(400);
  expect(reply.json<{ fields: object }>().fields).toHaveProperty([field]);
});

it.each([
  ['?from=2026-02-30', 'from'],
  ['?from=2026-03-02&to=2026-03-01', 'to'],
  ['?code=NOPE', 'code'],
  ['?state=all', 'state'],
])('rejects a list %s', async (query, field) => {
  const reply = await test.call(`GET /exceptions${query}`, { token: token.admin });
  expect(reply).toAnswer(400);
  expect(reply.json<{ fields: object }>().fields).toHaveProperty([field]);
});
