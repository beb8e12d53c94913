import type { Entry } from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aLetterhead } from '../../test/factories.ts';

const test = useApp();
const token = { attorney: '', admin: '' };
const ids = { firm: '', attorney: '', admin: '', matter: '', secondMatter: '', call: '' };
let entry: Entry;

beforeAll(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const admin = await test.anAdmin({ firm });
  token.attorney = await test.signIn(attorney);
  token.admin = await test.signIn(admin);
  const call = await test.aDisbursementType(firm, {
    title: 'Call',
    fixed: false,
    calculated: true,
  });
  await test.callFees(
    { firm, attorney, type: call },
    { upTo: { 5: 3300, 10: 6600 }, thereafter: [5, 3300] },
  );
  Object.assign(ids, { firm: firm.id, attorney: attorney.id, admin: admin.id, call: call.id });
  await test.assignTypes(firm);
  ids.matter = (await test.aMatter(firm)).id;
  ids.secondMatter = (await test.aMatter(firm)).id;
});

const record = async (body: object = {}) =>
  test.data<Entry>('POST /entries', {
    token: token.attorney,
    body: {
      matter: ids.matter,
      disbursementType: ids.call,
      date: '2026-03-05',
      minutes: 4,
      ...body,
    },
  });
beforeEach(async () => {
  entry = await record();
});

const change = (body: object, as: string | undefined = token.attorney, id = entry._id) =>
  test.call(`PUT /entries/${id}`, { token: as, body });
const remove = (query = '', as: string | undefined = token.attorney, id = entry._id) =>
  test.call(`DELETE /entries/${id}${query}`, { token: as });
const read = (as: string | undefined = token.attorney, id = entry._id) =>
  test.call(`GET /entries/${id}`, { token: as });
const audit = (id = entry._id) =>
  test.listRows('auditLog', { subjectId: id }, ['action', 'actorId', 'details']);

it('lets an attorney correct an own entry, reprices it, and audits the old values', async () => {
  const reply = await change({
    minutes: 7,
    matter: ids.secondMatter,
    narration: 'Longer',
    version: 1,
  });
  expect(reply).toAnswer({
    data: {
      minutes: 7,
      amount: 66,
      matter: { _id: ids.secondMatter },
      narration: 'Longer',
      version: 2,
    },
  });
  expect(await audit()).toMatchObject([
    { action: 'entry.recorded' },
    {
      action: 'entry.corrected',
      actorId: ids.attorney,
      details: {
        minutes: [4, 7],
        amount: [33, 66],
        narration: [null, 'Longer'],
        matterId: [ids.matter, ids.secondMatter],
      },
    },
  ]);
});

it('requires a reason of a firm admin, and stores it', async () => {
  expect(await change({ minutes: 7 }, token.admin)).toAnswer({
    code: 'invalid_input',
    fields: { reason: expect.any(String) },
  });
  expect(await remove('', token.admin)).toAnswer({ fields: { reason: expect.any(String) } });
  expect(await change({ minutes: 7, reason: 'Typing mistake' }, token.admin)).toAnswer({
    data: { amount: 66 },
  });
  expect(await remove('?reason=Recorded%20twice', token.admin)).toAnswer(200);
  expect((await audit()).slice(1)).toMatchObject([
    { action: 'entry.corrected', actorId: ids.admin, details: { reason: 'Typing mistake' } },
    {
      action: 'entry.deleted',
      actorId: ids.admin,
      details: { reason: 'Recorded twice', minutes: [7, null], amount: [66, null] },
    },
  ]);
  expect(await read()).toAnswer(404);
});

it('rejects a correction of an outdated version', async () => {
  await change({ minutes: 7 });
  for (const reply of [await change({ minutes: 8, version: 1 }), await remove('?version=1')]) {
    expect(reply).toAnswer(409, { code: 'changed_meanwhile' });
  }
  expect(await remove('?version=2')).toAnswer(200);
});

it('locks the entries of a closed export, and names the export', async () => {
  const held = {
    id: newId(),
    firmId: ids.firm,
    number: 12,
    closing: true,
    userId: ids.admin,
    rowCount: 1,
    sumCents: '3300',
    byteCount: 0,
    letterhead: await aLetterhead(test.db, ids.firm),
  };
  await test.insertRows('exports', { ...held, sha256: Buffer.alloc(32) });
  await test.updateRows('entries', { id: entry._id }, { exportId: held.id });
  for (const reply of [
    await change({ minutes: 8 }),
    await change({ minutes: 8, reason: 'Late' }, token.admin),
    await remove(),
  ]) {
    expect(reply).toAnswer(409, { code: 'entry_is_locked', message: /export 12/ });
  }
  expect(await read()).toAnswer({ data: { minutes: 4, isLocked: true } });
});

it.each([
  ['minutes', { minutes: -1 }],
  ['minutes', { minutes: null }],
  ['date', { date: '5 March' }],
  ['version', { version: 0 }],
  ['colour', { colour: 'red' }],
  ['_id', { _id: newId() }],
])('rejects a bad %s', async (field, body) => {
  const reply = await change(body);
  expect(reply).toAnswer(400);
  expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
});
