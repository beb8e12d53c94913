import type { Entry } from '@recoup/contract/entries/endpoints';
import type { User } from '@recoup/contract/users/user';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { feeRow } from '../../test/factories.ts';
import { hours, minutes, southAfricanDay } from '../platform/core/clock.ts';

const test = useApp();
const token = { admin: '', attorney: '' };
const ids = { admin: '', attorney: '', call: '', other: '', matter: '' };

beforeEach(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const admin = await test.anAdmin({ firm });
  token.admin = await test.signIn(admin);
  token.attorney = await test.signIn(attorney);
  const call = await test.aDisbursementType(firm, { title: 'Call' });
  const other = await test.aDisbursementType(firm);
  await test.assignTypes(firm);
  const matter = (await test.aMatter(firm)).id;
  Object.assign(ids, {
    admin: admin.id,
    attorney: attorney.id,
    call: call.id,
    other: other.id,
    matter,
  });
});

/** The day so many days from today. */
const day = (days: number) =>
  southAfricanDay(new Date(test.clock.now().getTime() + hours(24 * days)));
const change = async (body: object) => test.call(`PUT ${person()}`, { token: token.admin, body });
const person = () => `/users/${ids.attorney}`;
const save = async (rand: number, callFeesFrom?: string, type = ids.call) => {
  test.clock.advance(minutes(1));
  const reply = await change({ callFees: [feeRow(type, 0, 5, rand)], callFeesFrom });
  expect(reply).toAnswer(200);
  return reply.json<{ data: User }>().data;
};
const record = async (date: string, more: object = {}) => {
  const body = { matter: ids.matter, disbursementType: ids.call, date, minutes: 4, ...more };
  return test.call('POST /entries', { token: token.attorney, body });
};
const amountOn = async (date: string, more: object = {}) =>
  (await record(date, more)).json<{ data: Entry }>().data.amount;
const schedules = async () => {
  const me = await test.call('GET /me', { token: token.attorney });
  return me.json<User>().callFeeSchedules;
};

describe('an entry', () => {
  it('is priced by the call fees of its own day', async () => {
    await save(30, day(-60));
    await save(33, day(-10));
    await save(40, day(20));
    const amounts = [day(-90), day(-60), day(-11), day(-10), day(0), day(19), day(20), day(90)];
    expect(await Promise.all(amounts.map(async (date) => amountOn(date)))).toEqual([
      30, 30, 30, 33, 33, 33, 40, 40,
    ]);
  });

  it('keeps its price when the fees of its day change', async () => {
    await save(30, day(-60));
    const entry = (await record(day(-5))).json<{ data: Entry }>().data;
    await save(99, day(-20));
    const reply = await test.call(`GET /entries/${entry._id}`, { token: token.attorney });
    expect(reply).toAnswer({
      data: { amount: 30, price: { from: day(-60), until: day(-21), row: 0 } },
    });
    await save(31, day(-60));
    const replaced = await test.call(`GET /entries/${entry._id}`, { token: token.attorney });
    expect(replaced).toAnswer({
      data: { price: { from: day(-60), until: day(-21), replacedOn: day(0) } },
    });
    expect(await amountOn(day(-5))).toBe(99);
  });

  it('is priced by its new day once another schedule is valid on it', async () => {
    await save(30, day(-60));
    await save(33, day(-10));
    const entry = (await record(day(-20))).json<{ data: Entry }>().data;
    const correct = async (body: object) =>
      (await test.data<Entry>(`PUT /entries/${entry._id}`, { token: token.attorney, body })).amount;
    expect(await correct({ date: day(-11) })).toBe(30);
    expect(await correct({ date: day(-10) })).toBe(33);
    expect(await correct({ minutes: 3 })).toBe(33);
    expect(await correct({ date: day(-20) })).toBe(30);
  });

  it('asks for the amount on a day without call fees', async () => {
    await save(30, day(-60));
    expect(await change({ withoutCallFees: [ids.call], callFeesFrom: day(-10) })).toAnswer(200);
    expect(await record(day(-9))).toAnswer({
      fields: { amount: 'Enter the amount; this type has no call fees.' },
    });
    expect(await amountOn(day(-9), { amount: 7 })).toBe(7);
    expect(await amountOn(day(-11), { amount: 7 })).toBe(30);
  });
});

describe('a change', () => {
  it('between two others holds until the later one', async () => {
    await save(30, day(-60));
    await save(40, day(60));
    await save(35, day(30));
    expect([await amountOn(day(29)), await amountOn(day(59)), await amountOn(day(60))]).toEqual([
      30, 35, 40,
    ]);
  });

  it('of the day of another one supersedes it, and the earlier one stays readable', async () => {
    await save(30, day(30));
    await save(31, day(30));
    const history = await test.call(`GET ${person()}/call-fees?disbursementType=${ids.call}`, {
      token: token.admin,
    });
    expect(history).toAnswer({
      data: [
        { validFrom: day(30), until: null, replacedAt: null, callFees: [{ charges: 31 }] },
        { validFrom: day(30), replacedAt: expect.any(String), callFees: [{ charges: 30 }] },
      ],
    });
  });

  it('is valid from today in South Africa where no day is named', async () => {
    const user = await save(30);
    expect(user.callFeeSchedules).toMatchObject([
      { disbursementType: ids.call, validFrom: day(0), callFees: [{ charges: 30 }] },
    ]);
    test.clock.advance(hours(24));
    await signInAgain();
    await save(31);
    expect((await schedules()).map(({ validFrom }) => validFrom)).toEqual([day(-1), day(0)]);
  });

  it('shows the attorney the fees of today and the coming ones', async () => {
    await save(30, day(-10));
    await save(40, day(10));
    expect(await test.call('GET /me', { token: token.attorney })).toAnswer({
      callFees: [{ disbursementType: ids.call, charges: 30 }],
      callFeeSchedules: [{ validFrom: day(-10) }, { validFrom: day(10) }],
    });
    test.clock.advance(hours(24 * 10));
    await signInAgain();
    expect(await test.call('GET /me', { token: token.attorney })).toAnswer({
      callFees: [{ charges: 40 }],
    });
  });

  it('takes the coming fees of a type away with the type', async () => {
    await save(30, day(-10));
    await save(40, day(10));
    expect(await change({ disbursementTypes: [ids.other] })).toAnswer(200);
    expect(await schedules()).toMatchObject([
      { validFrom: day(-10), callFees: [{ charges: 30 }] },
      { validFrom: day(0), callFees: [] },
    ]);
  });

  it.each(['1999-12-31', '2026-02-30', '2100-01-01', 'tomorrow'])(
    'from the day %s is rejected by name, and saves nothing',
    async (callFeesFrom) => {
      expect(await change({ callFees: [feeRow(ids.call, 0, 5, 30)], callFeesFrom })).toAnswer(400, {
        fields: { callFeesFrom: expect.any(String) },
      });
      expect(await schedules()).toEqual([]);
    },
  );

  it('is rejected once an attorney has 1,000 of them', async () => {
    await save(30, '2000-01-01');
    await sql`insert into call_fee_schedules
      (id, firm_id, user_id, disbursement_type_id, valid_from)
      select gen_random_uuid(), firm_id, user_id, disbursement_type_id, valid_from + n
      from call_fee_schedules, generate_series(1, 998) n
      where user_id = ${ids.attorney}`.execute(test.db);
    await save(31, day(10));
    const last = { callFees: [feeRow(ids.call, 0, 5, 32)], callFeesFrom: day(11) };
    expect(await change(last)).toAnswer({
      fields: { callFees: 'An attorney can have at most 1000 dated call fees.' },
    });
    await save(32, day(10));
  });

  it('for several attorneys is valid from the day it names', async () => {
    const body = {
      disbursementType: ids.call,
      attorneys: [ids.attorney],
      callFees: [{ startTime: 0, endTime: 5, additionalTime: 0, charges: 30 }],
      callFeesFrom: day(10),
    };
    expect(await test.call('POST /call-fee-changes', { token: token.admin, body })).toAnswer(200);
    expect(await schedules()).toMatchObject([{ validFrom: day(10) }]);
  });
});

describe('an entry from a device without a network', () => {
  it('keeps the price that was shown, though the fees of its day changed since', async () => {
    const shown = (await save(30, day(-60))).callFeeSchedules[0]?._id;
    await save(99, day(-20));
    await save(98, day(-60));
    expect(await amountOn(day(-5), { callFeeSchedule: shown })).toBe(30);
    expect(await amountOn(day(-30), { callFeeSchedule: shown })).toBe(30);
    test.clock.advance(hours(24 * 32));
    await signInAgain();
    expect(await amountOn(day(-5), { callFeeSchedule: shown })).toBe(99);
  });

  it('cannot choose a schedule that never held on its day, nor one of another type', async () => {
    await save(30, day(-60));
    const coming = (await save(20, day(10))).callFeeSchedules.at(-1)?._id;
    const other = (await save(10, day(-60), ids.other)).callFeeSchedules.at(-1)?._id;
    expect(await amountOn(day(-5), { callFeeSchedule: coming })).toBe(30);
    expect(await amountOn(day(-5), { callFeeSchedule: other })).toBe(30);
  });

  it('is priced by its amount where the schedule that was shown ended the call fees', async () => {
    await save(30, day(-60));
    await change({ callFees: [], withoutCallFees: [ids.call], callFeesFrom: day(-10) });
    const ended = (await schedules()).at(-1)?._id;
    expect(await amountOn(day(-5), { callFeeSchedule: ended, amount: 12 })).toBe(12);
    expect(await record(day(-5), { callFeeSchedule: ended })).toAnswer({
      fields: { amount: expect.any(String) },
    });
  });
});

async function signInAgain(): Promise<void> {
  token.attorney = await test.signIn({ id: ids.attorney });
  token.admin = await test.signIn({ id: ids.admin });
}
