import { userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { describe, expect, it } from 'vitest';
import { useApp, type TestApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import { lockRight } from '../entries.repository.ts';

type Reply = { data: Entry; code?: string; message?: string; fields?: Record<string, string> };
type Office = Awaited<ReturnType<typeof makeOffice>>;

/** A secretary who records for Anna, and not for Ben; Anna's call costs R 33 up to 5 minutes. */
async function makeOffice(test: TestApp) {
  const firm = await test.aFirm();
  const [anna, ben, secretary] = [
    await test.aUser({ firm, name: 'Anna Botha' }),
    await test.aUser({ firm, name: 'Ben Cele' }),
    await test.aUser({ firm, name: 'Sipho Dube' }),
  ];
  const [call, copies, own, matter] = [
    await test.aDisbursementType(firm, { title: 'Call' }),
    await test.aDisbursementType(firm, { title: 'Copies' }),
    await test.aDisbursementType(firm, { title: 'Postage' }),
    await test.aMatter(firm),
  ];
  const links = [
    { userId: anna.id, disbursementTypeId: call.id },
    { userId: ben.id, disbursementTypeId: call.id },
    { userId: secretary.id, disbursementTypeId: own.id },
    { userId: secretary.id, disbursementTypeId: copies.id },
  ].map((link, index) => ({ ...link, firmId: firm.id, position: index + 1 }));
  await test.insertRows('userDisbursementTypes', links);
  const fees = { firm, attorney: anna, type: call };
  await test.callFees(fees, { upTo: { 5: 3300 }, thereafter: [5, 1000] });
  const admin = await test.signInAdmin({ firm, name: 'Zanele Fourie' });
  const allow = async (recordsFor: string[]) =>
    test.call(`PUT /users/${secretary.id}`, { token: admin, body: { recordsFor } });
  expect(await allow([anna.id])).toAnswer(200);
  const tokens = {
    admin,
    anna: await test.signIn(anna),
    ben: await test.signIn(ben),
    secretary: await test.signIn(secretary),
  };
  const body = {
    attorney: anna.id,
    matter: matter.id,
    disbursementType: call.id,
    date: '2026-03-05',
    minutes: 7,
  };
  const post = async (more: object = {}, token = tokens.secretary) =>
    test.call('POST /entries', { token, body: { ...body, ...more } });
  const recorded = async () => (await post()).json<Reply>().data;
  return {
    firm,
    anna,
    ben,
    secretary,
    call,
    copies,
    own,
    matter,
    tokens,
    allow,
    body,
    post,
    recorded,
  };
}

const test = useApp();
const anOffice = async (): Promise<Office> => makeOffice(test);
type List = { data: Entry[]; count: number; amount: number };

const listed = async (token: string, query = '') =>
  (await test.call(`GET /entries?${query}`, { token })).json<List>();

describe('an entry that is recorded for another attorney', () => {
  it('costs what the call fees of that attorney say, and keeps who recorded it', async () => {
    const { anna, secretary, tokens, post } = await anOffice();
    const reply = await post();
    expect(reply).toAnswer(201);
    const { data } = reply.json<Reply>();
    const names = {
      amount: 43,
      attorney: { _id: anna.id, name: 'Anna Botha' },
      recordedBy: { _id: secretary.id, name: 'Sipho Dube' },
    };
    expect(data).toMatchObject(names);
    const seen = await test.call(`GET /entries/${data._id}`, { token: tokens.anna });
    expect(seen.json<Reply>().data).toMatchObject(names);
    expect((await listed(tokens.anna)).data).toMatchObject([names]);
    const [audit] = await test.listRows('auditLog', {
      subjectId: data._id,
      action: 'entry.recorded',
    });
    expect(audit?.actorId).toBe(secretary.id);
  });

  it('names the firm admin who recorded it, and not the attorney', async () => {
    const { tokens, post } = await anOffice();
    expect((await post({}, tokens.admin)).json<Reply>().data.recordedBy?.name).toBe(
      'Zanele Fourie',
    );
    expect((await post({}, tokens.anna)).json<Reply>().data.recordedBy).toBeNull();
  });

  it('is refused for others, for types of the own alone, and for inactive attorneys', async () => {
    const { firm, ben, anna, copies, tokens, post } = await anOffice();
    const stranger = await test.aUser();
    for (const attorney of [ben.id, stranger.id, newId()]) {
      expect(await post({ attorney })).toAnswer(403, {
        message: 'You may not record for this attorney. Ask a firm admin to allow it.',
      });
    }
    const other = await post({ disbursementType: copies.id, amount: 5 });
    expect(other.json<Reply>().fields?.disbursementType).toContain('not assigned to this attorney');
    await test.call(`PUT /users/${anna.id}`, {
      token: tokens.admin,
      body: { status: userStatus.inactive },
    });
    const late = await post();
    expect([late.statusCode, late.json<Reply>().fields?.attorney]).toEqual([
      400,
      'Anna Botha is not active. Choose another attorney.',
    ]);
    expect(await test.listRows('entries', { firmId: firm.id })).toEqual([]);
  });

  it('is one entry for one id, also where the answer came after the right had ended', async () => {
    const { allow, post, tokens } = await anOffice();
    const _id = newId();
    expect(await post({ _id })).toAnswer(201);
    expect((await post({ _id })).json<Reply>().data._id).toBe(_id);
    await allow([]);
    expect(await post({ _id })).toAnswer(201);
    expect(await post({ _id, minutes: 9 })).toAnswer(403);
    expect((await listed(tokens.anna)).count).toBe(1);
  });
});

describe('a user who records for others', () => {
  it('sees own entries, and with an attorney those recorded for that one', async () => {
    const { anna, ben, own, tokens, post, recorded } = await anOffice();
    const { _id } = await recorded();
    await post({}, tokens.anna);
    const mine = { attorney: undefined, disbursementType: own.id, amount: 5 };
    expect(await post(mine)).toAnswer(201);
    expect((await listed(tokens.secretary)).data.map(({ amount }) => amount)).toEqual([5]);
    const forAnna = await listed(tokens.secretary, `attorney=${anna.id}`);
    expect([forAnna.data.map((each) => each._id), forAnna.count, forAnna.amount]).toEqual([
      [_id],
      1,
      43,
    ]);
    const forBen = await test.call(`GET /entries?attorney=${ben.id}`, { token: tokens.secretary });
    expect(forBen).toAnswer(404);
  });

  it('corrects and deletes what was recorded so, and nothing else of the attorney', async () => {
    const { tokens, post, recorded } = await anOffice();
    const [ours, theirs] = [await recorded(), (await post({}, tokens.anna)).json<Reply>().data];
    const ask = async (what: string, { _id }: Entry, body?: object) =>
      (await test.call(`${what} /entries/${_id}`, { token: tokens.secretary, body })).statusCode;
    expect(await ask('PUT', ours, { minutes: 5 })).toBe(200);
    expect(
      (await listed(tokens.anna)).data.map(({ amount }) => amount).toSorted((a, b) => a - b),
    ).toEqual([33, 43]);
    for (const [what, body] of [['GET'], ['PUT', { minutes: 5 }], ['DELETE']] as const)
      expect([what, await ask(what, theirs, body)]).toEqual([what, 404]);
    expect(await ask('DELETE', ours)).toBe(200);
  });

  it('takes a closed entry back, which stays that of the attorney', async () => {
    const { anna, secretary, tokens, recorded } = await anOffice();
    const { _id } = await recorded();
    expect(await test.call('POST /exports', { token: tokens.admin, body: {} })).toAnswer(201);
    const reply = await test.call(`POST /entries/${_id}/reversal`, {
      token: tokens.secretary,
      body: { reason: 'Wrong matter' },
    });
    expect(reply).toAnswer(201);
    expect(reply.json<{ data: { reversal: Entry } }>().data.reversal).toMatchObject({
      attorney: { _id: anna.id },
      recordedBy: { _id: secretary.id },
      amount: -43,
    });
  });

  it('loses every right with it at once', async () => {
    const { anna, allow, post, recorded, tokens } = await anOffice();
    const { _id } = await recorded();
    await allow([]);
    const ask = async (what: string, body?: object) =>
      (await test.call(what, { token: tokens.secretary, body })).statusCode;
    expect(await post()).toAnswer(403);
    expect(await ask(`GET /entries/${_id}`)).toBe(404);
    expect(await ask(`PUT /entries/${_id}`, { minutes: 5 })).toBe(404);
    expect(await ask(`DELETE /entries/${_id}`)).toBe(404);
    expect(await ask(`GET /entries?attorney=${anna.id}`)).toBe(404);
    expect(await ask(`GET /recording-for/${anna.id}`)).toBe(404);
    expect((await listed(tokens.anna)).count).toBe(1);
  });

  it('has the matters of those entries among the recent ones', async () => {
    const { matter, recorded, tokens } = await anOffice();
    await recorded();
    const recent = await test.call('GET /recent-matters', { token: tokens.secretary });
    expect(recent.json<{ data: { _id: string }[] }>().data.map(({ _id }) => _id)).toEqual([
      matter.id,
    ]);
  });

  it('reads what prices the entries of active attorneys whom the right names', async () => {
    const { anna, ben, call, secretary, tokens } = await anOffice();
    const read = async (id: string, token = tokens.secretary) =>
      test.call(`GET /recording-for/${id}`, { token });
    expect(await read(anna.id)).toAnswer({
      data: { name: 'Anna Botha', disbursementTypes: [{ _id: call.id }], callFeeSchedules: [{}] },
    });
    expect(await read(ben.id)).toAnswer(404);
    expect(await read(anna.id, tokens.anna)).toAnswer(404);
    const me = async () =>
      (await test.call('GET /me', { token: tokens.secretary })).json<{ recordsFor: object[] }>();
    expect((await me()).recordsFor).toEqual([{ _id: anna.id, name: 'Anna Botha' }]);
    await test.call(`PUT /users/${anna.id}`, {
      token: tokens.admin,
      body: { status: userStatus.inactive },
    });
    expect((await me()).recordsFor).toEqual([]);
    expect(await read(anna.id)).toAnswer(404);
    const stored = await test.call(`GET /users/${secretary.id}`, { token: tokens.admin });
    expect(stored).toAnswer({ data: { recordsFor: [{ _id: anna.id }] } });
  });
});

it('keeps the rights while other fields change, and takes back what was read', async () => {
  const { anna, ben, secretary, tokens, allow } = await makeOffice(test);
  const put = async (body: object) =>
    test.call(`PUT /users/${secretary.id}`, { token: tokens.admin, body });
  const rightsOf = (reply: Awaited<ReturnType<typeof put>>) =>
    reply.json<{ data: { recordsFor: { _id: string }[] } }>().data.recordsFor;
  expect(rightsOf(await put({ name: 'Sipho D. Dube' })).map(({ _id }) => _id)).toEqual([anna.id]);
  const both = rightsOf(await allow([ben.id, anna.id]));
  expect(both.map(({ _id }) => _id)).toEqual([anna.id, ben.id]);
  expect(rightsOf(await put({ recordsFor: both }))).toEqual(both);
  expect(await put({ recordsFor: [anna.id, anna.id] })).toAnswer(400);
  const many = Array.from({ length: 201 }, () => newId());
  expect(await put({ recordsFor: many })).toAnswer(400);
});

it('ends a right only after the entry that is being recorded by it', async () => {
  const { firm, anna, secretary, allow, post } = await makeOffice(test);
  const pair = { userId: secretary.id, attorneyId: anna.id };
  let ended: ReturnType<typeof allow> | undefined;
  await test.db.transaction().execute(async (trx) => {
    expect(await lockRight(trx, createFirmScope(firm.id), pair)).toBeDefined();
    ended = allow([]);
    await expect.poll(async () => countLockWaits(test.db)).toBe(1);
  });
  expect((await ended)?.statusCode).toBe(200);
  expect(await post()).toAnswer(403);
});

it('records and ends rights at the same time without a deadlock', async () => {
  const { anna, ben, allow, post } = await makeOffice(test);
  const replies = await Promise.all(
    Array.from({ length: 12 }, async (_, index) =>
      index % 3 === 0 ? allow(index % 2 === 0 ? [ben.id] : [anna.id]) : post(),
    ),
  );
  const odd = replies.filter(({ statusCode }) => ![200, 201, 403].includes(statusCode));
  expect(odd.map(({ body }) => body)).toEqual([]);
});
