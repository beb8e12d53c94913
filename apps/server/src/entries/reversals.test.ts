import { role } from '@recoup/contract/core/access';
import type { Entry, PricedEntry } from '@recoup/contract/entries/endpoints';
import type { Reversal } from '@recoup/contract/entries/reversals';
import { newId } from '@recoup/contract/core/ids';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import {
  aDisbursementType,
  aFirm,
  aMatter,
  assignTypes,
  aUser,
  callFees,
} from '../../test/factories.ts';

const test = useApp();
const token = { attorney: '', colleague: '', admin: '', otherAdmin: '', system: '' };
const ids = { attorney: '', colleague: '', matter: '', call: '', copies: '' };
let original: Entry;

beforeAll(async () => {
  const firm = await aFirm(test.db);
  const [attorney, colleague] = [await aUser(test.db, { firm }), await aUser(test.db, { firm })];
  token.attorney = await test.signIn(attorney);
  token.colleague = await test.signIn(colleague);
  token.admin = await test.signInAs({ firm, role: role.attorneyAdmin });
  token.otherAdmin = await test.signInAs({ role: role.attorneyAdmin });
  token.system = await test.signInAs({ firm: null });
  const call = await aDisbursementType(test.db, firm, { title: 'Call', calculated: true });
  await callFees(test.db, { firm, attorney, type: call }, { bands: [[0, 5, 3300]] });
  Object.assign(ids, { attorney: attorney.id, colleague: colleague.id, call: call.id });
  ids.copies = (await aDisbursementType(test.db, firm, { title: 'Copies' })).id;
  await assignTypes(test.db, firm);
  ids.matter = (await aMatter(test.db, firm)).id;
  const vendor = { isVatVendor: true, vatNumber: '4123456789' };
  await test.call('PUT /firm-settings', { token: token.admin, body: vendor });
});

const close = async () => {
  const body = { override: 'Tested' };
  const reply = await test.call('POST /exports', { token: token.admin, body });
  expect(reply.statusCode).toBe(201);
  return reply.json<{ data: { _id: string; number: number } }>().data;
};
const reopen = (id: string) =>
  test.call(`PUT /exports/${id}/reopening`, { token: token.admin, body: { reason: 'Wrong' } });
const copies = () => ({
  matter: ids.matter,
  disbursementType: ids.copies,
  date: '2026-03-05',
  amount: 12.5,
  quantity: 3,
  narration: 'Bundle',
});
const record = async (body: object = copies()) =>
  (await test.call('POST /entries', { token: token.attorney, body })).json<{ data: Entry }>().data;
const reverse = (body: object = {}, as: string | undefined = token.attorney, id = original._id) =>
  test.call(`POST /entries/${id}/reversal`, { token: as, body: { reason: 'Not ours', ...body } });
const reversed = async (body: object = {}, as = token.attorney) => {
  const reply = await reverse(body, as);
  expect([reply.statusCode, reply.statusCode === 201 ? '' : reply.body]).toEqual([201, '']);
  return reply.json<{ data: Reversal }>().data;
};
const read = async (id: string, as = token.attorney) =>
  (await test.call(`GET /entries/${id}`, { token: as })).json<{ data: PricedEntry }>().data;
const remove = (id: string) => test.call(`DELETE /entries/${id}`, { token: token.attorney });
const unexported = async () =>
  (
    await test.call('POST /exports', {
      token: token.admin,
      body: { dryRun: true },
    })
  ).json<{ data: { rows: number; sum: number } }>().data;
const message = (reply: { statusCode: number; json: () => { message: string } }) => [
  reply.statusCode,
  reply.json().message,
];

let closed: { _id: string; number: number };
beforeEach(async () => {
  original = await record();
  closed = await close();
});

it.each([
  ['a signed-out user', () => undefined, 401],
  ['the system admin', () => token.system, 403],
  ['another firm’s admin', () => token.otherAdmin, 404],
  ['a colleague', () => token.colleague, 404],
])('lets %s reverse nothing', async (_, who, status) => {
  const path = `POST /entries/${original._id}/reversal` as const;
  const body = { reason: 'Not ours' };
  expect((await test.call(path, { token: who(), body })).statusCode).toBe(status);
  expect(await read(original._id)).not.toHaveProperty('reversedBy');
});

it('takes back a locked entry by a new one of today, to the cent', async () => {
  const { reversal, replacement } = await reversed();
  expect(replacement).toBeUndefined();
  expect(reversal).toMatchObject({
    reverses: original._id,
    attorney: original.attorney,
    matter: original.matter,
    date: '2026-03-18',
    minutes: null,
    quantity: -3,
    amount: -37.5,
    vat: { treatment: 'cost', percent: 15, net: -37.5, vat: -5.63, gross: -43.13 },
    narration: 'Reversal of 2026-03-05: Bundle',
    isLocked: false,
  });
  expect(original.vat).toMatchObject({ net: 37.5, vat: 5.63, gross: 43.13 });
  expect(await read(original._id)).toMatchObject({
    ...original,
    isLocked: true,
    reversedBy: reversal._id,
    links: [{ _id: reversal._id, is: 'reversal', amount: -37.5, export: null, reason: 'Not ours' }],
  });
  expect(await read(reversal._id)).toMatchObject({
    price: {
      kind: 'reversal',
      why: expect.stringMatching(/^−R\s37.50: takes back R\s37.50 of another entry.$/),
    },
    links: [{ _id: original._id, is: 'reversed', export: closed.number, reason: 'Not ours' }],
  });
  expect(await unexported()).toMatchObject({ rows: 1, sum: -37.5 });
});

it('reverses a call at the price that it had', async () => {
  const { amount: _, quantity: __, ...call } = copies();
  original = await record({ ...call, disbursementType: ids.call, minutes: 4 });
  await close();
  const { reversal } = await reversed();
  expect(reversal).toMatchObject({ minutes: -4, quantity: null, amount: -33 });
  expect((await read(reversal._id)).callFeeSchedule).toBe(
    (await read(original._id)).callFeeSchedule,
  );
});

it('records the right entry with it, of today unless it names a day', async () => {
  const { date: _, ...right } = { ...copies(), quantity: 2, narration: 'Two' };
  const { reversal, replacement } = await reversed({ replacement: right }, token.admin);
  expect(replacement).toMatchObject({
    attorney: { _id: ids.attorney },
    replaces: original._id,
    date: '2026-03-18',
    amount: 25,
    isLocked: false,
  });
  expect((await read(original._id)).links).toMatchObject([
    { _id: reversal._id, is: 'reversal' },
    { _id: replacement?._id, is: 'replacement', amount: 25 },
  ]);
  expect((await read(replacement?._id ?? '')).links).toMatchObject([
    { _id: original._id, is: 'replaced', export: closed.number },
  ]);
  original = replacement ?? original;
  await close();
  const again = await reversed(
    { replacement: { ...right, date: '2026-03-02', attorney: ids.colleague } },
    token.admin,
  );
  expect(again.replacement).toMatchObject({ date: '2026-03-02', attorney: { _id: ids.colleague } });
  // What is a colleague's is not shown.
  expect((await read(original._id)).links.map(({ is }) => is)).toEqual(['replaced', 'reversal']);
  expect((await read(original._id, token.admin)).links).toHaveLength(3);
});

it('records nothing when the right entry is refused', async () => {
  const kept = await record();
  for (const [wrong, status] of [
    [{ ...copies(), matter: newId() }, 404],
    [{ ...copies(), amount: undefined }, 400],
    [{ ...copies(), date: '2099-01-01' }, 400],
    [{ ...copies(), attorney: ids.colleague }, 403],
    // An entry of before is no new one, also if it is the same.
    [{ ...copies(), _id: kept._id }, 409],
  ] as const)
    expect((await reverse({ replacement: wrong })).statusCode).toBe(status);
  expect(await read(original._id)).not.toHaveProperty('reversedBy');
  expect(await unexported()).toMatchObject({ rows: 1 });
});

it.each([
  [{ reason: '' }, { reason: 'Enter a reason.' }],
  [{ reason: undefined }, { reason: 'Enter a reason.' }],
  [{ reason: 'no' }, { reason: 'Enter a reason of at least three letters.' }],
  [{ replacement: { amount: 1 } }, { 'replacement.matter': 'Not a valid id.' }],
  [{ amount: -1 }, {}],
])('refuses %o', async (body, fields) => {
  const reply = await reverse(body);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().fields ?? {}).toMatchObject(fields);
});

it('reverses once, also when two try at the same time', async () => {
  const both = await Promise.all([reverse(), reverse({}, token.admin)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  expect(message(await reverse())).toEqual([409, 'This entry was reversed already.']);
  expect(await unexported()).toMatchObject({ rows: 1 });
});

it('reverses no reversal, and nothing that is not locked', async () => {
  const { reversal } = await reversed();
  await close();
  const onReversal = await reverse({}, token.attorney, reversal._id);
  expect(message(onReversal)).toEqual([
    409,
    'A reversal cannot be reversed. Record a new entry instead.',
  ]);
  const fresh = await record();
  expect(message(await reverse({}, token.attorney, fresh._id))).toEqual([
    409,
    'No closed export holds this entry. Correct or delete it instead.',
  ]);
});

it('deletes a reversal that no export holds, and corrects none', async () => {
  const { reversal } = await reversed();
  const corrected = await test.call(`PUT /entries/${reversal._id}`, {
    token: token.attorney,
    body: { narration: 'Otherwise' },
  });
  expect(corrected.json()).toMatchObject({ code: 'entry_is_locked' });
  expect((await remove(reversal._id)).statusCode).toBe(200);
  expect(await read(original._id)).not.toHaveProperty('reversedBy');
  expect((await reverse()).statusCode).toBe(201);
});

it('keeps a reversal while another entry takes the place of what it took back', async () => {
  const { reversal, replacement } = await reversed({ replacement: copies() });
  expect(message(await remove(reversal._id))).toEqual([
    409,
    'Another entry takes the place of the reversed one. Delete that entry first; if an export ' +
      'holds it, reverse it instead.',
  ]);
  expect((await remove(replacement?._id ?? '')).statusCode).toBe(200);
  expect((await remove(reversal._id)).statusCode).toBe(200);
  const preview = { token: token.admin, body: { dryRun: true } };
  expect((await test.call('POST /exports', preview)).json()).toMatchObject({
    code: 'nothing_to_export',
  });
});

it('keeps what was reversed locked when its export is reopened', async () => {
  const { reversal } = await reversed();
  expect((await reopen(closed._id)).statusCode).toBe(200);
  expect(await read(original._id)).toMatchObject({ isLocked: true });
  const locked = 'Locked, because it was reversed. Delete its reversal first.';
  expect(message(await remove(original._id))).toEqual([409, locked]);
  expect(message(await reverse())).toEqual([409, 'This entry was reversed already.']);
  // Both go out again, and add up to nothing.
  expect(await unexported()).toMatchObject({ rows: 2, sum: 0 });
  await remove(reversal._id);
  expect((await remove(original._id)).statusCode).toBe(200);
});

it('is told by the audit log, on each of the entries', async () => {
  const { reversal, replacement } = await reversed({ replacement: copies() });
  const told = await test.db
    .selectFrom('auditLog')
    .where('subjectId', 'in', [original._id, reversal._id, replacement?._id ?? ''])
    .orderBy('id')
    .select(['action', 'subjectId', 'details'])
    .execute();
  expect(told.slice(1)).toMatchObject([
    {
      action: 'entry.recorded',
      subjectId: reversal._id,
      details: { reverses: original._id, reason: 'Not ours', amount: [null, -37.5] },
    },
    {
      action: 'entry.recorded',
      subjectId: replacement?._id,
      details: { replaces: original._id },
    },
    {
      action: 'entry.reversed',
      subjectId: original._id,
      details: { reversal: reversal._id, replacement: replacement?._id, reason: 'Not ours' },
    },
  ]);
});
