import { type CallFeeBand, priceCents } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { minutes, southAfricanDay } from '../platform/core/clock.ts';
import { createFirmScope } from '../platform/core/actor.ts';
import { endOtherCallFees, priceByCallFees, replaceCallFees } from './call-fees.service.ts';

type History = {
  data: { createdBy: string | null; replacedAt: string | null; callFees: { charges: number }[] }[];
  count: number;
};

const test = useApp();
const ctx = {
  firm: '',
  domain: '',
  admin: '',
  adminId: '',
  attorney: '',
  attorneyToken: '',
  call: '',
  copies: '',
  foreign: '',
};
const timed = (startTime: number, endTime: number, chargeCents: number) => ({
  startTime,
  endTime,
  additionalTime: 0,
  chargeCents,
});
const thereafter = (additionalTime: number, chargeCents: number) => ({
  startTime: -1,
  endTime: -1,
  additionalTime,
  chargeCents,
});
const short = [timed(0, 5, 3300), thereafter(5, 1250)];
const long = [timed(0, 5, 3500), timed(5, 10, 7000)];

beforeAll(async () => {
  const firm = await test.aFirm();
  const other = await test.aFirm();
  const admin = await test.anAdmin({ firm, name: 'Lerato Nkosi' });
  ctx.admin = await test.signIn(admin);
  const [call, copies, foreign] = [
    await test.aDisbursementType(firm, { title: 'Call' }),
    await test.aDisbursementType(firm),
    await test.aDisbursementType(other),
  ];
  Object.assign(ctx, {
    firm: firm.id,
    domain: firm.domain,
    adminId: admin.id,
    call: call.id,
    copies: copies.id,
    foreign: foreign.id,
  });
});

beforeEach(async () => {
  const attorney = await test.aUser({ firm: { id: ctx.firm, domain: ctx.domain } });
  ctx.attorney = attorney.id;
  ctx.attorneyToken = await test.signIn(attorney);
  const assigned = {
    firmId: ctx.firm,
    userId: attorney.id,
    disbursementTypeId: ctx.call,
    position: 1,
  };
  await test.insertRows('userDisbursementTypes', assigned);
});

const today = () => southAfricanDay(test.clock.now());

function save(
  bands: CallFeeBand[],
  more: { attorneyId?: string; disbursementTypeId?: string; validFrom?: string } = {},
): Promise<boolean> {
  const replacement = {
    attorneyId: ctx.attorney,
    disbursementTypeId: ctx.call,
    bands,
    validFrom: today(),
    actorId: ctx.adminId,
    now: test.clock.now(),
    ...more,
  };
  return test.db
    .transaction()
    .execute((trx) => replaceCallFees(trx, createFirmScope(ctx.firm), replacement));
}

function price(length: number, day = today()) {
  return priceByCallFees(test.db, createFirmScope(ctx.firm), {
    attorneyId: ctx.attorney,
    disbursementTypeId: ctx.call,
    day,
    minutes: length,
  });
}

const history = (token = ctx.admin, attorney = ctx.attorney, type = ctx.call) =>
  test.call(`GET /users/${attorney}/call-fees?disbursementType=${type}`, { token });

it('replaces the rows of a type and keeps the earlier ones as history', async () => {
  expect(await save(short)).toBe(true);
  test.clock.advance(minutes(1));
  expect(await save(long)).toBe(true);
  expect((await price(5))?.amountCents).toBe(3500);
  const { data, count } = (await history()).json<History>();
  expect(count).toBe(2);
  expect(data).toMatchObject([
    { createdBy: 'Lerato Nkosi', replacedAt: null, callFees: [{ charges: 35 }, { charges: 70 }] },
    {
      createdBy: 'Lerato Nkosi',
      replacedAt: test.clock.now().toISOString(),
      callFees: [{ charges: 33 }, { charges: 12.5 }],
    },
  ]);
});

it('tells the attorney the rows in force, as the wire has them', async () => {
  await save(short);
  expect(await test.call('GET /me', { token: ctx.attorneyToken })).toAnswer({
    callFees: [
      { disbursementType: ctx.call, startTime: 0, endTime: 5, additionalTime: 0, charges: 33 },
      { disbursementType: ctx.call, startTime: -1, endTime: -1, additionalTime: 5, charges: 12.5 },
    ],
  });
});

it('changes nothing for the same rows in any order', async () => {
  await save(short);
  expect(await save(short.toReversed())).toBe(false);
  expect((await history()).json<History>().count).toBe(1);
});

it('begins the same rows on an earlier day', async () => {
  await save(short, { validFrom: '2026-05-01' });
  expect(await save(short, { validFrom: '2026-04-01' })).toBe(true);
  await save(long, { validFrom: '2026-04-15' });
  expect((await price(5, '2026-04-14'))?.amountCents).toBe(3300);
});

it('removes a coming change with the rows before it, which later ones then replace', async () => {
  const dear = [timed(0, 5, 9900)];
  await save(short);
  await save(long, { validFrom: '2027-04-01' });
  await save(dear, { validFrom: '2027-06-01' });
  expect(await save(long, { validFrom: '2027-06-01' })).toBe(true);
  expect(await save(short, { validFrom: '2027-04-01' })).toBe(true);
  await save(dear);
  expect((await price(5, '2027-06-01'))?.amountCents).toBe(9900);
  await save([], { validFrom: '2027-08-01' });
  await save(dear, { validFrom: '2027-08-01' });
  const { data } = (await history()).json<History>();
  expect(data.filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
});

it('ends the rows of a type without beginning others', async () => {
  await save(short);
  expect(await save([])).toBe(true);
  expect(await save([])).toBe(false);
  expect(await price(5)).toBeUndefined();
  await save(short);
  const end = (exceptTypeIds: string[]) =>
    test.db.transaction().execute((trx) =>
      endOtherCallFees(trx, createFirmScope(ctx.firm), {
        attorneyId: ctx.attorney,
        exceptTypeIds,
        from: today(),
        actorId: ctx.adminId,
        now: test.clock.now(),
      }),
    );
  expect(await end([ctx.call])).toEqual([]);
  expect(await end([ctx.copies])).toEqual([ctx.call]);
  expect(await price(5)).toBeUndefined();
});

it.each([
  ['rows that break the rule', [timed(1, 5, 100)], {}, 'invalid_input'],
  [
    'a type that the attorney does not have',
    short,
    { disbursementTypeId: () => ctx.copies },
    'invalid_input',
  ],
  ['a type of another firm', short, { disbursementTypeId: () => ctx.foreign }, 'invalid_input'],
  ['a missing user', short, { attorneyId: () => newId() }, 'not_found'],
  ['an administrator', short, { attorneyId: () => ctx.adminId }, 'not_found'],
])('rejects %s', async (_, bands, more, code) => {
  const input = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, value()]));
  await expect(save(bands, input)).rejects.toMatchObject({ code });
});

it('prices from the database as the rule does, for random schedules and lengths', async () => {
  const row = fc.tuple(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 0, max: 10_000_000_000 }),
  );
  const schedules = fc.tuple(
    fc.array(row, { minLength: 1, maxLength: 4 }),
    fc.option(row),
    fc.array(fc.nat(300), { minLength: 5, maxLength: 5 }),
  );
  const samples = fc.sample(schedules, { numRuns: 100, seed: 7 });
  for (const [rows, every, lengths] of samples) {
    let start = 0;
    const bands = rows.map(([length, cents]) => timed(start, (start += length), cents));
    const schedule = every === null ? bands : [...bands, thereafter(...every)];
    await save(schedule);
    for (const length of lengths)
      expect((await price(length))?.amountCents).toBe(priceCents(schedule, length));
  }
});
