import { newId } from '@recoup/contract/core/ids';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = {
  attorney: '',
  colleague: '',
  admin: '',
  otherAdmin: '',
  otherAttorney: '',
  attorneyId: '',
  matter: '',
  foreignMatter: '',
  foreignCopies: '',
  call: '',
  copies: '',
  retired: '',
};

beforeAll(async () => {
  const firm = await test.aFirm();
  const other = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const call = await test.aDisbursementType(firm, {
    title: 'Call',
    fixed: false,
    calculated: true,
  });
  const upTo = { 5: 3300, 10: 6600, 15: 9900, 20: 11_300 };
  await test.callFees({ firm, attorney, type: call }, { upTo, thereafter: [5, 0] });
  ctx.attorney = await test.signIn(attorney);
  ctx.colleague = await test.signInAs({ firm });
  ctx.admin = await test.signInAdmin({ firm });
  ctx.otherAdmin = await test.signInAdmin({ firm: other });
  ctx.otherAttorney = await test.signInAs({ firm: other });
  ctx.attorneyId = attorney.id;
  ctx.call = call.id;
  ctx.copies = (await test.aDisbursementType(firm, { title: 'Copies' })).id;
  ctx.retired = (await test.aDisbursementType(firm, { active: false })).id;
  ctx.matter = (await test.aMatter(firm, { number: 'KM1', client: 'Zulu' })).id;
  ctx.foreignMatter = (await test.aMatter(other)).id;
  ctx.foreignCopies = (await test.aDisbursementType(other)).id;
  await test.assignTypes(firm);
  await test.assignTypes(other);
});

const aCall = (more: object = {}) => ({
  matter: ctx.matter,
  disbursementType: ctx.call,
  date: '2026-03-05',
  ...more,
});
const record = (body: object, token = ctx.attorney) => test.call('POST /entries', { token, body });

it.each([
  [0, 33],
  [5, 33],
  [6, 66],
  [15, 99],
  [20, 113],
  [90, 113],
])(
  'prices %i minutes by the attorney’s own fee rows at R%i, and ignores a sent amount',
  async (minutes, amount) => {
    expect(await record(aCall({ minutes, amount: 1 }))).toAnswer(201, {
      data: {
        minutes,
        amount,
        attorney: { _id: ctx.attorneyId },
        matter: { number: 'KM1' },
        date: '2026-03-05',
      },
    });
  },
);

it('requires minutes if fee rows exist, else the amount', async () => {
  expect(await record(aCall())).toAnswer({
    code: 'invalid_input',
    fields: { minutes: expect.any(String) },
  });
  expect(await record(aCall({ minutes: 5 }), ctx.colleague)).toAnswer({
    fields: { amount: expect.any(String) },
  });
  const copies = await record({
    ...aCall(),
    disbursementType: ctx.copies,
    quantity: 3,
    amount: 2.55,
  });
  expect(copies).toAnswer({ data: { quantity: 3, amount: 7.65, minutes: null } });
});

it('lets two firms use one id; each reads, corrects and deletes its own entry', async () => {
  const _id = newId();
  const ours = { ...aCall({ minutes: 7 }), _id };
  const theirs = {
    matter: ctx.foreignMatter,
    disbursementType: ctx.foreignCopies,
    date: '2026-03-06',
    amount: 5,
    _id,
  };
  const send = () =>
    Promise.all([
      record(ours),
      record(theirs, ctx.otherAttorney),
      record(ours),
      record(theirs, ctx.otherAttorney),
    ]);
  for (const { statusCode } of [...(await send()), ...(await send())]) expect(statusCode).toBe(201);
  const read = async (token: string) => {
    const reply = await test.call(`GET /entries/${_id}`, { token });
    return reply.json<{ data?: { date: string } }>().data?.date;
  };
  expect([await read(ctx.attorney), await read(ctx.otherAttorney)]).toEqual([
    '2026-03-05',
    '2026-03-06',
  ]);
  await test.call(`PUT /entries/${_id}`, {
    token: ctx.otherAttorney,
    body: { date: '2026-03-07' },
  });
  expect([await read(ctx.attorney), await read(ctx.otherAttorney)]).toEqual([
    '2026-03-05',
    '2026-03-07',
  ]);
  await test.call(`DELETE /entries/${_id}`, { token: ctx.attorney });
  expect([await read(ctx.attorney), await read(ctx.otherAttorney)]).toEqual([
    undefined,
    '2026-03-07',
  ]);
  // Of the two, one alone was deleted.
  expect([
    (await record(ours)).statusCode,
    (await record(theirs, ctx.otherAttorney)).statusCode,
  ]).toEqual([409, 409]);
  expect(await record({ ...theirs, date: '2026-03-07' }, ctx.otherAttorney)).toAnswer(201);
  expect(await test.call(`DELETE /entries/${_id}`, { token: ctx.otherAttorney })).toAnswer(200);
});

it.each([
  ['date', { date: '2026-02-30' }],
  ['minutes', { minutes: -1 }],
  ['minutes', { minutes: 1.5 }],
  ['amount', { amount: 1.005 }],
  ['matter', { matter: 'KM1' }],
  ['quantity', { quantity: 0 }],
])('rejects a bad %s', async (field, more) => {
  const reply = await record(aCall({ minutes: 5, ...more }));
  expect(reply).toAnswer(400);
  expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
});

it('rejects a retired type, and an admin who names no attorney', async () => {
  expect(await record({ ...aCall(), disbursementType: ctx.retired, amount: 5 })).toAnswer({
    fields: { disbursementType: expect.any(String) },
  });
  expect(await record(aCall({ minutes: 5 }), ctx.admin)).toAnswer({
    fields: { attorney: 'Please choose the attorney.' },
  });
  expect(await record(aCall({ minutes: 5, attorney: ctx.attorneyId }), ctx.colleague)).toAnswer(
    403,
  );
});

it('shows attorneys their own entries, firm admins all entries of their firm alone', async () => {
  const countFor = async (token: string) =>
    (await test.call('GET /entries', { token })).json<{ count: number }>().count;
  const all = await countFor(ctx.admin);
  await record({ ...aCall(), disbursementType: ctx.copies, amount: 10 }, ctx.colleague);
  expect(await countFor(ctx.admin)).toBe(all + 1);
  expect(await countFor(ctx.colleague)).toBe(1);
  expect(await countFor(ctx.otherAdmin)).toBe(0);
  expect(
    await test.call(`GET /entries?attorney=${ctx.attorneyId}`, { token: ctx.colleague }),
  ).toAnswer(404);
});

it('filters by period and by search text', async () => {
  const count = async (query: string) =>
    (await test.call(`GET /entries?${query}`, { token: ctx.admin })).json<{ count: number }>()
      .count;
  expect(await count('from=2026-03-06')).toBe(0);
  expect(await count('to=2026-03-05')).toBeGreaterThan(0);
  expect(await count('search=zulu')).toBeGreaterThan(0);
  expect(await count('search=nobody')).toBe(0);
});

it.each(['entries', 'recoveries'])(
  'rejects a period of /%s that ends before it begins',
  async (list) => {
    const ask = (from: string, to: string) =>
      test.call(`GET /${list}?from=${from}&to=${to}`, { token: ctx.admin });
    expect(await ask('2026-03-06', '2026-03-05')).toAnswer(400, {
      fields: { to: 'The period ends before it begins.' },
    });
    expect(await ask('2026-03-05', '2026-03-05')).toAnswer(200);
  },
);
