import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';
import { deleteOldPrivateCalls } from './decisions.repository.ts';

const { ctx, decide, entries, first, list, record, take, test } = useCallFirm();
const call = ['2026-03-17 23:30:00', '102', '0825550101', 301] as const;

it('records a call as an entry of its day with its price, once', async () => {
  await take([...call]);
  const { _id } = await first();
  const replies = await Promise.all([
    decide(_id, { state: 'recorded', narration: 'Spoke to Mr Zulu' }),
    decide(_id, { state: 'recorded' }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const all = await entries();
  expect(all).toMatchObject([
    {
      date: '2026-03-17',
      minutes: 6,
      amount: 66,
      seconds: 301,
      startedAt: '2026-03-17T21:30:00.000Z',
      otherParty: '+27825550101',
      matter: { number: 'NP1' },
      attorney: { name: 'Thabo Mokoena' },
    },
  ]);
  expect(await first()).toMatchObject({ state: 'recorded', entry: all[0]?._id, price: 66 });
  expect(await decide(_id, { state: 'recorded', matter: ctx.np2 })).toAnswer({ code: 'conflict' });
});

it('takes a recorded call back, and offers it again when its entry is deleted', async () => {
  await take([...call]);
  const { _id } = await first();
  await decide(_id, { state: 'recorded' });
  expect(await decide(_id, { state: 'loose' })).toAnswer({
    data: { state: 'proposed', entry: null },
  });
  expect(await entries()).toEqual([]);
  await decide(_id, { state: 'recorded' });
  const [entry] = await entries();
  await test.call(`DELETE /entries/${entry?._id}`, { token: ctx.thabo.token });
  expect(await first()).toMatchObject({ state: 'proposed', entry: null });
});

it('merges with the proposed entry, whose price follows, and takes that back', async () => {
  const entry = await record({ minutes: 5, narration: 'By hand' });
  await take([...call]);
  const { _id } = await first();
  expect(await decide(_id, { state: 'merged' })).toAnswer({
    data: { state: 'merged', entry: entry._id, price: 66 },
  });
  expect(await entries()).toMatchObject([
    { _id: entry._id, minutes: 6, seconds: 301, amount: 66, narration: 'By hand' },
  ]);
  await decide(_id, { state: 'loose' });
  expect(await entries()).toMatchObject([
    { minutes: 5, seconds: null, startedAt: null, otherParty: null, amount: 33 },
  ]);
});

it('keeps a correction that was made after a merge', async () => {
  const entry = await record({ minutes: 5 });
  await take([...call]);
  const { _id } = await first();
  await decide(_id, { state: 'merged' });
  await test.call(`PUT /entries/${entry._id}`, { token: ctx.thabo.token, body: { minutes: 9 } });
  expect(await decide(_id, { state: 'loose' })).toAnswer(200);
  expect(await entries()).toMatchObject([{ minutes: 9, amount: 66 }]);
});

it('only links an entry that an export holds', async () => {
  const entry = await record({ minutes: 5 });
  await take([...call]);
  const { _id } = await first();
  await test.call('POST /exports', { token: ctx.admin, body: { override: 'Tested' } });
  expect(await decide(_id, { state: 'merged' })).toAnswer(200);
  expect(await entries()).toMatchObject([{ _id: entry._id, minutes: 5, seconds: null }]);
  expect(await decide(_id, { state: 'loose' })).toAnswer(200);
  await decide(_id, { state: 'recorded' });
  await test.call('POST /exports', { token: ctx.admin, body: { override: 'Tested' } });
  expect(await decide(_id, { state: 'loose' })).toAnswer({ code: 'entry_is_locked' });
});

it('merges each entry with one call', async () => {
  const entry = await record({ minutes: 5 });
  await take([...call], ['2026-03-17 09:00:00', '102', '0825550101', 300]);
  const [one, other] = (await list()).data;
  const merge = async (id = '') => decide(id, { state: 'merged', entry: entry._id });
  const replies = await Promise.all([merge(one?._id), merge(other?._id)]);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
});

it('hides the calls of a private number, drops new ones, and offers them again', async () => {
  await take(
    ['2026-03-17 09:00:00', '102', '0825550101', 60],
    ['2026-03-17 10:00:00', '102', '0825550101', 60],
    ['2026-03-17 11:00:00', '103', '0825550101', 60],
  );
  const { _id } = await first();
  expect(await decide(_id, { state: 'private' })).toAnswer(200);
  expect((await list('?isOpen=true')).data).toMatchObject([{ ownParty: '103' }]);
  const ofFirm = await list('?state=private');
  expect(ofFirm.data.map(({ otherParty }) => otherParty)).toEqual([null, null]);
  expect(await decide(_id, { state: 'loose' }, ctx.admin)).toAnswer({ code: 'conflict' });
  const later = await take(['2026-03-18 10:00:00', '102', '082 555 0101', 60]);
  expect(later).toMatchObject({ added: 0, private: 1 });
  const read = async () =>
    test.data<{ _id: string }[]>('GET /private-numbers', { token: ctx.thabo.token });
  const [number] = await read();
  expect(number).toMatchObject({ number: '+27825550101' });
  const path = `DELETE /private-numbers/${number?._id}`;
  expect(await test.call(path, { token: ctx.lerato.token })).toAnswer(404);
  expect(await test.call(path, { token: ctx.thabo.token })).toAnswer(200);
  expect((await list('?isOpen=true')).count).toBe(3);
  await decide(_id, { state: 'private' });
  await decide(_id, { state: 'loose' });
  expect([await read(), (await list('?isOpen=true')).count]).toEqual([[], 3]);
});

it('records many by their account codes alone, and names the others', async () => {
  await take(
    ['2026-03-17 09:00:00', '102', '0825550101', 60, 'NP1'],
    ['2026-03-17 10:00:00', '103', '0825550102', 60, 'NP2'],
    ['2026-03-17 11:00:00', '102', '0825550101', 60],
    ['2026-03-17 12:00:00', '199', '0825550102', 60, 'NP2'],
    ['2026-03-17 13:00:00', '102', '0825550102', 600, 'NP2'],
  );
  await record({ minutes: 10, matter: ctx.np2 });
  const ids = (await list()).data.map(({ _id }) => _id);
  const accept = async (token: string) =>
    (await test.call('POST /call-records/acceptances', { token, body: { ids } })).json();
  expect(await accept(ctx.thabo.token)).toMatchObject({ data: { accepted: 1 } });
  const { data } = await accept(ctx.admin);
  expect(data).toEqual({
    accepted: 2,
    refused: [
      { _id: ids[2], message: 'Its account code is the number of no matter.' },
      { _id: ids[3], message: 'Choose the attorney, or say whose extension it is.' },
      { _id: ids[4], message: 'It was probably recorded by hand. Merge it, or record it alone.' },
    ],
    refusedCount: 3,
  });
  expect((await entries()).length).toBe(3);
});

it('records all of some days that account codes name, with a line in the audit log', async () => {
  await take(
    ['2026-03-16 09:00:00', '102', '0825550101', 60, 'NP1'],
    ['2026-03-17 10:00:00', '103', '0825550102', 60, 'NP2'],
    ['2026-03-17 11:00:00', '102', '0825550101', 60],
    ['2026-03-17 13:00:00', '102', '0825550102', 600, 'NP2'],
    ['2026-03-18 09:00:00', '102', '0825550101', 60, 'NP1'],
  );
  await record({ minutes: 10, matter: ctx.np2 });
  const accept = async (body: object, token = ctx.admin) =>
    test.call('POST /call-records/acceptances', { token, body });
  const days = { from: '2026-03-16', to: '2026-03-17' };
  const ofLerato = await accept({ ...days, attorney: ctx.thabo.id }, ctx.lerato.token);
  expect(ofLerato.json()).toEqual({ data: { accepted: 1, refused: [], refusedCount: 0 } });
  expect(await accept(days)).toAnswer({ data: { accepted: 1, refusedCount: 0 } });
  expect((await list('?isOpen=true')).count).toBe(3);
  const lines = await test.listRows('auditLog', { action: 'calls.accepted' }, ['details']);
  expect(lines).toMatchObject([{ details: { calls: 1 } }, { details: { calls: 1, ...days } }]);
  for (const body of [{}, { from: '2026-03-16' }, { ...days, ids: [ctx.np1] }])
    expect((await accept(body)).statusCode).toBe(400);
});

it('asks for what is missing', async () => {
  await take(['2026-03-17 09:00:00', '199', '0825550199', 60]);
  const { _id } = await first();
  const tell = async (body: object) =>
    (await decide(_id, body, ctx.admin)).json<{ fields: object }>().fields;
  expect(await tell({ state: 'recorded' })).toHaveProperty('matter');
  expect(await tell({ state: 'recorded', matter: ctx.np1 })).toHaveProperty('attorney');
  expect(await tell({ state: 'merged' })).toHaveProperty('entry');
  expect(await tell({ state: 'done' })).toHaveProperty('state');
  const attorney = ctx.lerato.id;
  const { statusCode } = await decide(
    _id,
    { state: 'recorded', matter: ctx.np1, attorney },
    ctx.admin,
  );
  expect(statusCode).toBe(200);
  expect(await entries()).toMatchObject([{ attorney: { name: 'Lerato Nkosi' }, amount: 33 }]);
});

it('records no call without call fees on its day', async () => {
  await test.callFees(
    { firm: ctx.firm, attorney: ctx.thabo, type: ctx.type },
    { upTo: {}, validFrom: '2026-03-17' },
  );
  await take([...call]);
  const { _id, price } = await first();
  expect(price).toBeNull();
  expect(await decide(_id, { state: 'recorded' })).toAnswer({
    message: 'Thabo Mokoena has no call fees on the day of this call. Set them, then record it.',
  });
});

it('hides calls from other attorneys', async () => {
  await take([...call]);
  const { _id } = await first();
  const decision = { state: 'recorded', matter: ctx.np1 };
  expect(await decide(_id, decision, ctx.lerato.token)).toAnswer(404);
});

it('deletes private calls after thirty days, and no others', async () => {
  await take(
    ['2026-03-17 09:00:00', '102', '0825550101', 60],
    ['2026-03-17 10:00:00', '102', '0825550102', 60],
    ['2026-03-17 11:00:00', '102', 'anonymous', 60],
  );
  const [known, , hidden] = (await list()).data;
  for (const each of [known, hidden]) await decide(each?._id ?? '', { state: 'private' });
  const afterDays = (days: number) => new Date(test.clock.now().getTime() + days * 86_400_000);
  await deleteOldPrivateCalls(test.db, afterDays(30));
  expect((await list()).count).toBe(3);
  await deleteOldPrivateCalls(test.db, afterDays(31));
  expect((await list()).data.map(({ state }) => state)).toEqual(['loose', 'private']);
});

it('takes a call back while its entry is deleted', async () => {
  for (let round = 0; round < 5; round++) {
    await take([`2026-03-1${round} 10:00:00`, '102', '0825550101', 301]);
    const { _id } = await first(`?from=2026-03-1${round}`);
    await decide(_id, { state: 'recorded' });
    const { entry } = await first(`?from=2026-03-1${round}`);
    const replies = await Promise.all([
      test.call(`DELETE /entries/${entry}`, { token: ctx.thabo.token }),
      decide(_id, { state: 'loose' }),
      decide(_id, { state: 'loose' }, ctx.admin),
    ]);
    const codes = replies.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => ![200, 204, 404].includes(code))).toEqual([]);
    expect(await entries()).toEqual([]);
  }
});

const putExtensions = async (...extensions: { value: string; attorney: string }[]) =>
  test.call('PUT /extensions', { token: ctx.admin, body: { extensions } });
const makePrivate = async () => {
  await take(['2026-03-17 10:00:00', '102', '0825550101', 301]);
  await decide((await first())._id, { state: 'private' });
};

it('hides calls of a private number whose extension its attorney got later', async () => {
  await makePrivate();
  await take(['2026-03-18 10:00:00', '777', '0825550101', 301]);
  const { _id } = await first('?from=2026-03-18', ctx.admin);
  await putExtensions(
    { value: '102', attorney: ctx.thabo.id },
    { value: '777', attorney: ctx.thabo.id },
  );
  for (const token of [ctx.admin, ctx.thabo.token]) {
    expect((await list('?isOpen=true', token)).count).toBe(0);
    expect((await list('?from=2026-03-18', token)).count).toBe(0);
    expect(await decide(_id, { state: 'recorded' }, token)).toAnswer(404);
  }
  const [number] = await test.data<{ _id: string }[]>('GET /private-numbers', {
    token: ctx.thabo.token,
  });
  await test.call(`DELETE /private-numbers/${number?._id}`, { token: ctx.thabo.token });
  expect((await list('?isOpen=true', ctx.thabo.token)).count).toBe(2);
});

it('keeps calls of a colleague who has the telephone of the attorney now', async () => {
  await makePrivate();
  await putExtensions({ value: '102', attorney: ctx.lerato.id });
  expect(await take(['2026-03-18 10:00:00', '102', '0825550101', 301])).toMatchObject({
    added: 1,
    private: 0,
  });
});

it('keeps calls of an extension that is the cell of an attorney with private numbers', async () => {
  await makePrivate();
  const { cell } = await test.data<{ cell: string }>(`GET /users/${ctx.thabo.id}`, {
    token: ctx.admin,
  });
  await putExtensions({ value: cell, attorney: ctx.lerato.id });
  expect(await take(['2026-03-18 10:00:00', cell, '0825550101', 301])).toMatchObject({
    added: 1,
    private: 0,
  });
  expect(await first('?isOpen=true')).toMatchObject({ attorney: { name: 'Lerato Nkosi' } });
});
