import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { expect, it, beforeAll, beforeEach } from 'vitest';
import { newId } from '@recoup/contract/core/ids';
import {
  maxUnitPricesOfType,
  type PastUnitPrice,
} from '@recoup/contract/disbursements/unit-prices';
import { useApp } from '../../test/app.ts';

/** A firm whose admin adds fixed types, and changes their unit prices, on 18 March 2026. */
function useUnitPrices() {
  const test = useApp();
  const ctx = {
    firm: '',
    domain: '',
    admin: '',
    adminId: '',
    otherAdmin: '',
    attorney: '',
    system: '',
  };
  const today = '2026-03-18';

  beforeAll(async () => {
    const firm = await test.aFirm();
    const admin = await test.anAdmin({ firm, name: 'Lerato Nkosi' });
    ctx.firm = firm.id;
    ctx.domain = firm.domain;
    ctx.adminId = admin.id;
    ctx.admin = await test.signIn(admin);
    ctx.otherAdmin = await test.signInAdmin({ firm: await test.aFirm() });
    ctx.attorney = await test.signInAs({ firm });
    ctx.system = await test.signInAs({ firm: null });
  });

  beforeEach(() => test.clock.set(new Date(`${today}T08:00:00Z`)));

  const create = (body: object, token = ctx.admin) =>
    test.call('POST /disbursements', { token, body: { title: `Type ${newId()}`, ...body } });
  const created = async (body: object) =>
    (await create(body)).json<{ data: DisbursementType }>().data;
  const change = ({ _id, title }: DisbursementType, body: object) => {
    test.clock.advance(1000);
    return test.call(`PUT /disbursements/${_id}`, { token: ctx.admin, body: { title, ...body } });
  };
  const read = async ({ _id }: { _id: string }) => {
    const reply = await test.call(`GET /disbursements/${_id}`, { token: ctx.attorney });
    return reply.json<{ data: DisbursementType }>().data;
  };
  const historyOf = async ({ _id }: { _id: string }, token: string | undefined = ctx.admin) =>
    test.call(`GET /disbursements/${_id}/unit-prices`, { token });
  const past = async (type: { _id: string }) =>
    (await historyOf(type)).json<{ data: PastUnitPrice[]; count: number }>();
  const auditOf = async ({ _id }: { _id: string }) => {
    const rows = await test.listRows('auditLog', { subjectId: _id }, ['details']);
    return rows.map(({ details }) => details);
  };
  return { test, ctx, today, create, created, change, read, historyOf, past, auditOf };
}

const { test, ctx, today, created, change, read, past, auditOf, create } = useUnitPrices();

it('adds a type with a unit price from today, and shows it to attorneys', async () => {
  const type = await created({ unitPrice: 2.5 });
  expect(type).toMatchObject({ unitPrice: 2.5, nextUnitPrice: null, version: 1 });
  expect(await read(type)).toEqual(type);
  const data = await test.data<DisbursementType[]>(`GET /disbursements?search=${type.title}`, {
    token: ctx.attorney,
  });
  expect(data.find(({ _id }) => _id === type._id)).toEqual(type);
  expect(await past(type)).toEqual({
    data: [
      {
        _id: expect.any(String),
        validFrom: today,
        until: null,
        unitPrice: 2.5,
        createdAt: `${today}T08:00:00.000Z`,
        createdBy: 'Lerato Nkosi',
        replacedAt: null,
      },
    ],
    count: 1,
  });
  expect(await auditOf(type)).toEqual([
    expect.objectContaining({
      title: type.title,
      fixed: true,
      unitPrice: [null, 2.5],
      unitPriceFrom: today,
    }),
  ]);
});

it('has no unit price where none was given', async () => {
  const type = await created({});
  expect(type).toMatchObject({ unitPrice: null, nextUnitPrice: null });
  expect(await past(type)).toEqual({ data: [], count: 0 });
  expect((await created({ unitPrice: null })).unitPrice).toBeNull();
});

it('changes the price from a day on, with what is in force and what comes', async () => {
  const type = await created({ unitPrice: 2.5 });
  expect(await change(type, { unitPrice: 3, unitPriceFrom: '2026-05-01' })).toAnswer({
    data: { version: 2, unitPrice: 2.5, nextUnitPrice: { validFrom: '2026-05-01', unitPrice: 3 } },
  });
  await change(type, { unitPrice: 2.75, unitPriceFrom: '2026-04-01' });
  await change(type, { unitPrice: null, unitPriceFrom: '2026-06-01' });
  expect((await past(type)).data.map((price) => [price.validFrom, price.until])).toEqual([
    ['2026-06-01', null],
    ['2026-05-01', '2026-05-31'],
    ['2026-04-01', '2026-04-30'],
    [today, '2026-03-31'],
  ]);
  const on = async (day: string) => {
    // Late in the evening of Greenwich the next day has begun in South Africa.
    test.clock.set(new Date(`${day}T22:30:00Z`));
    const token = await test.signInAs({ firm: { id: ctx.firm, domain: ctx.domain } });
    const shown = await test.call(`GET /disbursements/${type._id}`, { token });
    const { unitPrice, nextUnitPrice } = shown.json<{ data: DisbursementType }>().data;
    return [unitPrice, nextUnitPrice];
  };
  expect(await on('2026-03-30')).toEqual([2.5, { validFrom: '2026-04-01', unitPrice: 2.75 }]);
  expect(await on('2026-03-31')).toEqual([2.75, { validFrom: '2026-05-01', unitPrice: 3 }]);
  expect(await on('2026-04-30')).toEqual([3, { validFrom: '2026-06-01', unitPrice: null }]);
  expect(await on('2026-05-31')).toEqual([null, null]);
});

it('replaces the price that begins on the same day, and keeps the old one as history', async () => {
  const type = await created({ unitPrice: 2.5 });
  await change(type, { unitPrice: 4 });
  const { data } = await past(type);
  expect(data.map((price) => [price.validFrom, price.unitPrice, price.replacedAt])).toEqual([
    [today, 4, null],
    [today, 2.5, `${today}T08:00:01.000Z`],
  ]);
  expect((await auditOf(type)).at(-1)).toEqual({ unitPrice: [2.5, 4], unitPriceFrom: today });
});

it('changes nothing for the price that is valid on the day already', async () => {
  const type = await created({ unitPrice: 2.5, unitPriceFrom: '2026-01-01' });
  for (const body of [
    { unitPrice: 2.5 },
    { unitPrice: 2.5, unitPriceFrom: '2026-01-01' },
    { unitPrice: 2.5, unitPriceFrom: '2027-01-01' },
    { ...type },
  ])
    expect((await change(type, body)).json()).toEqual({ data: type });
  expect((await past(type)).count).toBe(1);
  expect(await auditOf(type)).toHaveLength(1);
});

it('begins the same price on an earlier day, before another one in between', async () => {
  const type = await created({ unitPrice: 5, unitPriceFrom: '2027-01-01' });
  await change(type, { unitPrice: 5, unitPriceFrom: '2026-04-01' });
  await change(type, { unitPrice: 6, unitPriceFrom: '2026-05-01' });
  expect((await past(type)).data.map((price) => [price.validFrom, price.unitPrice])).toEqual([
    ['2027-01-01', 5],
    ['2026-05-01', 6],
    ['2026-04-01', 5],
  ]);
});

it('removes a coming price with the one before it, which a later one then replaces', async () => {
  const type = await created({ unitPrice: 3 });
  await change(type, { unitPrice: 4, unitPriceFrom: '2027-03-01' });
  await change(type, { unitPrice: 3, unitPriceFrom: '2027-03-01' });
  await change(type, { unitPrice: 3.5 });
  expect((await auditOf(type)).at(-2)).toEqual({ unitPrice: [4, 3], unitPriceFrom: '2027-03-01' });
  const live = (await past(type)).data.filter(({ replacedAt }) => replacedAt === null);
  expect(live.map((price) => [price.validFrom, price.unitPrice])).toEqual([[today, 3.5]]);
  expect(await read(type)).toMatchObject({ unitPrice: 3.5, nextUnitPrice: null });
});

it('ends the price today, and coming ones, when the type is no longer fixed', async () => {
  const type = await created({ unitPrice: 2.5, unitPriceFrom: '2026-01-01' });
  await change(type, { unitPrice: 3, unitPriceFrom: '2026-05-01' });
  expect(await change(type, { fixed: false })).toAnswer({
    data: { fixed: false, unitPrice: null, nextUnitPrice: null, version: 3 },
  });
  const { data } = await past(type);
  expect(data.map((price) => [price.validFrom, price.unitPrice, price.replacedAt])).toEqual([
    ['2026-05-01', 3, `${today}T08:00:02.000Z`],
    [today, null, null],
    ['2026-01-01', 2.5, null],
  ]);
  expect((await auditOf(type)).at(-1)).toEqual({
    fixed: [true, false],
    unitPrice: [2.5, null],
    unitPriceFrom: today,
    withdrawnUnitPrices: [{ validFrom: '2026-05-01', unitPrice: 3 }],
  });
  expect(await change(type, { fixed: true })).toAnswer({
    data: { unitPrice: null, nextUnitPrice: null },
  });
});

it('takes back a price that has not begun when the type is no longer fixed', async () => {
  const type = await created({ unitPrice: 3, unitPriceFrom: '2026-05-01' });
  // The first price holds for the days before it.
  expect(type).toMatchObject({ unitPrice: 3, nextUnitPrice: null });
  await change(type, { fixed: false });
  expect(await read(type)).toMatchObject({ unitPrice: null, nextUnitPrice: null });
});

it('sends the live prices by day to the attorneys of the type', async () => {
  const type = await created({ unitPrice: 2.5, unitPriceFrom: '2026-01-01' });
  await change(type, { unitPrice: 3, unitPriceFrom: '2026-05-01' });
  await change(type, { unitPrice: 3.05, unitPriceFrom: '2026-05-01' });
  await change(type, { unitPrice: null, unitPriceFrom: '2027-01-01' });
  const user = await test.aUser({ firm: { id: ctx.firm, domain: ctx.domain } });
  const link = { firmId: ctx.firm, userId: user.id, disbursementTypeId: type._id, position: 1 };
  await test.insertRows('userDisbursementTypes', link);
  const stored = (await past(type)).data.filter(({ replacedAt }) => replacedAt === null);
  const live = stored.map(({ _id }) => _id).toReversed();
  const disbursementTypes = [
    {
      _id: type._id,
      title: type.title,
      active: true,
      unitPrices: [
        { _id: live[0], validFrom: '2026-01-01', unitPrice: 2.5 },
        { _id: live[1], validFrom: '2026-05-01', unitPrice: 3.05 },
        { _id: live[2], validFrom: '2027-01-01', unitPrice: null },
      ],
    },
  ];
  expect(await test.call('GET /me', { token: await test.signIn(user) })).toAnswer({
    disbursementTypes,
  });
  expect(await test.call(`GET /users/${user.id}`, { token: ctx.admin })).toAnswer({
    data: { disbursementTypes },
  });
});

const notFixed = 'Only a fixed type has a unit price.';
const oddDay = 'Must be a day from 1 January 2000 to 31 December 2099.';
it.each([
  ['unitPrice', { fixed: false, unitPrice: 2.5 }, notFixed],
  ['unitPrice', { unitPrice: -1 }, 'Must not be below R 0.00.'],
  ['unitPrice', { unitPrice: 2.505 }, 'Must have at most two decimals.'],
  ['unitPrice', { unitPrice: 100_000_000.01 }, 'Must not be more than R 100 000 000.00.'],
  ['unitPrice', { unitPrice: '2.50' }, 'Must be an amount in Rand.'],
  ['unitPriceFrom', { unitPriceFrom: today }, 'Must come with a unit price.'],
  ['unitPriceFrom', { unitPrice: 1, unitPriceFrom: '2026-02-30' }, 'Must be a date as YYYY-MM-DD.'],
  ['unitPriceFrom', { unitPrice: 1, unitPriceFrom: '1999-12-31' }, oddDay],
  ['unitPriceFrom', { unitPrice: 1, unitPriceFrom: '2100-01-01' }, oddDay],
])('rejects a bad %s of %j, and changes nothing', async (field, body, message) => {
  const type = await created({ unitPrice: 7 });
  for (const reply of [await create(body), await change(type, body)])
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { fields: { [field]: message } }]);
  expect(await read(type)).toEqual(type);
});

it('rejects a unit price for the type Call', async () => {
  const { id: _id } = await test.aDisbursementType({ id: ctx.firm }, { title: 'Call' });
  const call = await read({ _id });
  expect(await change(call, { unitPrice: 5 })).toAnswer({
    fields: { title: 'Every firm has the type Call; it cannot be edited.' },
  });
  expect((await past(call)).count).toBe(0);
});

it('rejects one price more than a type may have', async () => {
  const type = await created({});
  const day = (index: number) => new Date(Date.UTC(2030, 0, 1 + index)).toISOString().slice(0, 10);
  const rows = Array.from({ length: maxUnitPricesOfType }, (_, index) => ({
    id: newId(),
    firmId: ctx.firm,
    disbursementTypeId: type._id,
    validFrom: day(index),
    cents: 100 + index,
    createdAt: test.clock.now(),
    createdBy: ctx.adminId,
  }));
  await test.insertRows('unitPrices', rows);
  expect(await change(type, { unitPrice: 5 })).toAnswer(400, {
    fields: { unitPrice: /at most 1 000 unit prices/ },
  });
  expect((await past(type)).count).toBe(maxUnitPricesOfType);
  // A price in the place of another one, and the end of all of them, stay possible.
  expect(await change(type, { unitPrice: 5, unitPriceFrom: day(7) })).toAnswer(200);
  expect(await change(type, { fixed: false })).toAnswer(200);
  expect(await read(type)).toMatchObject({ unitPrice: null, nextUnitPrice: null });
});

it('rejects the second change of one version', async () => {
  const type = await created({ unitPrice: 2.5 });
  const replies = await Promise.all(
    [3, 4].map((unitPrice) => change(type, { unitPrice, version: type.version })),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await past(type)).count).toBe(2);
});

it('saves one of two equal prices at once', async () => {
  const type = await created({});
  await Promise.all([1, 2, 3].map(() => change(type, { unitPrice: 9 })));
  expect((await past(type)).count).toBe(1);
});

it('saves a type and its price under its id once, and rejects another price', async () => {
  const _id = newId();
  const body = { _id, title: `Keyed ${_id}`, unitPrice: 2.5, unitPriceFrom: '2026-05-01' };
  const [first, again] = [await create(body), await create(body)];
  expect([again.statusCode, again.body]).toEqual([201, first.body]);
  expect((await past({ _id })).count).toBe(1);
  for (const other of [{ unitPrice: 3 }, { unitPriceFrom: '2026-05-02' }])
    expect((await create({ ...body, ...other })).statusCode).toBe(409);
  const { unitPrice: _, unitPriceFrom: __, ...plain } = body;
  expect(await create(plain)).toAnswer(409);
});
