import { newId } from '@recoup/contract/core/ids';
import { maxUnitPricesOfType } from '@recoup/contract/disbursements/unit-prices';
import { expect, it } from 'vitest';
import { aDisbursementType } from '../../test/factories.ts';
import { useUnitPrices } from '../../test/unit-prices.ts';

const { test, ctx, today, create, created, change, read, past } = useUnitPrices();

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
  const { id: _id } = await aDisbursementType(test.db, { id: ctx.firm }, { title: 'Call' });
  const call = await read({ _id });
  expect((await change(call, { unitPrice: 5 })).json()).toMatchObject({
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
    fields: { unitPrice: expect.stringContaining('at most 1 000 unit prices') },
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
