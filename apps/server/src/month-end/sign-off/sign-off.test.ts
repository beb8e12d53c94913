import { userStatus } from '@recoup/contract/core/access';
import type { AttorneyMonth, MonthEnd } from '@recoup/contract/month-end/sign-off-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import type { aFirm, aUser } from '../../../test/factories.ts';

const test = useApp();
type Person = Awaited<ReturnType<typeof aUser>>;
type Firm = Awaited<ReturnType<typeof aFirm>>;
const ctx: { firm?: Firm; thabo?: Person; admin: string; attorney: string } = {
  admin: '',
  attorney: '',
};
const firm = (): Firm => ctx.firm as Firm; // set before each test
const thabo = (): Person => ctx.thabo as Person; // as above

beforeEach(async () => {
  test.clock.set(new Date('2026-03-18T08:00:00Z'));
  ctx.firm = await test.aFirm();
  ctx.thabo = await test.aUser({ firm: firm(), name: 'Thabo Mokoena' });
  ctx.admin = await test.signInAdmin({ firm: firm() });
  ctx.attorney = await test.signIn(thabo());
});

it('leaves out a secretary, who records for others alone', async () => {
  const secretary = await test.aUser({ firm: firm(), name: 'Precious Ndlovu' });
  const right = { firmId: firm().id, userId: secretary.id, attorneyId: thabo().id };
  await test.insertRows('recordingRights', right);
  const names = async () =>
    (await monthEnd('2026-03', ctx.admin)).attorneys.map(({ attorney }) => attorney.name);
  expect(await names()).toEqual(['Thabo Mokoena']);
  await test.aDisbursementType(firm());
  await test.assignTypes(firm());
  expect(await names()).toEqual(['Precious Ndlovu', 'Thabo Mokoena']);
});

it('refuses the sign-off of a secretary, until types are assigned to her', async () => {
  const secretary = await test.aUser({ firm: firm(), name: 'Precious Ndlovu' });
  const right = { firmId: firm().id, userId: secretary.id, attorneyId: thabo().id };
  await test.insertRows('recordingRights', right);
  ctx.attorney = await test.signIn(secretary);
  expect(await save('2026-03', true)).toAnswer(403, {
    code: 'forbidden',
    message:
      'You record for others and have no disbursement types, so you have no month of your own. ' +
      'The attorneys for whom you record mark theirs as complete.',
  });
  expect(await monthEnd('2026-03', ctx.attorney)).toMatchObject({ attorneys: [] });
  const signOffs = await test.listRows('monthSignOffs', { firmId: firm().id }, ['attorneyId']);
  expect(signOffs).toEqual([]);
  await test.aDisbursementType(firm());
  await test.assignTypes(firm());
  expect(await save('2026-03', true)).toAnswer(200);
  await test.deleteRows('userDisbursementTypes', { userId: secretary.id });
  // A month that was marked before her types were taken away can be taken back.
  expect(await save('2026-03', false)).toAnswer(200);
  expect(await save('2026-03', true)).toAnswer(403);
});

it('counts neither inactive types nor inactive attorneys for a secretary', async () => {
  const secretary = await test.aUser({ firm: firm(), name: 'Precious Ndlovu' });
  const right = { firmId: firm().id, userId: secretary.id, attorneyId: thabo().id };
  await test.insertRows('recordingRights', right);
  await test.aDisbursementType(firm(), { active: false });
  await test.assignTypes(firm());
  const names = async () =>
    (await monthEnd('2026-03', ctx.admin)).attorneys.map(({ attorney }) => attorney.name);
  expect(await names()).toEqual(['Thabo Mokoena']);
  ctx.attorney = await test.signIn(secretary);
  expect(await save('2026-03', true)).toAnswer(403);
  await test.updateRows('users', { id: thabo().id }, { status: userStatus.inactive });
  expect(await names()).toEqual(['Precious Ndlovu']);
  expect(await save('2026-03', true)).toAnswer(200);
});

it('lets a secretary complete a month in which she recorded for herself', async () => {
  const secretary = await test.aUser({ firm: firm(), name: 'Precious Ndlovu' });
  const right = { firmId: firm().id, userId: secretary.id, attorneyId: thabo().id };
  await test.insertRows('recordingRights', right);
  await test.anEntry({ firm: firm(), attorney: secretary }, { date: '2026-03-02' });
  ctx.attorney = await test.signIn(secretary);
  expect(await save('2026-03', true)).toAnswer(200);
  expect(await save('2026-02', true)).toAnswer(403);
});

it('lets an attorney mark the own month as complete, once, and take it back', async () => {
  const open = { state: 'nothing', completedAt: null, recordedSince: 0, entries: 0, sum: 0 };
  const attorney = { _id: thabo().id, name: 'Thabo Mokoena' };
  expect(await monthEnd('2026-03', ctx.attorney)).toEqual({
    month: '2026-03',
    today: '2026-03-18',
    attorneys: [{ attorney, ...open }],
  });
  const complete = { ...open, state: 'complete', completedAt: '2026-03-18T08:00:00.000Z' };
  for (let count = 0; count < 2; count += 1) {
    const saved = await save('2026-03', true);
    expect(saved.json<{ data: MonthEnd }>().data.attorneys).toEqual([{ attorney, ...complete }]);
    test.clock.advance(60_000);
  }
  expect((await monthEnd('2026-02', ctx.attorney)).attorneys).toEqual([{ attorney, ...open }]);
  for (let count = 0; count < 2; count += 1)
    expect((await save('2026-03', false)).statusCode).toBe(200);
  expect((await monthEnd('2026-03', ctx.attorney)).attorneys).toEqual([{ attorney, ...open }]);
  const audit = await test.listRows('auditLog', { subjectId: thabo().id }, [
    'action',
    'actorId',
    'firmId',
    'details',
  ]);
  const common = { actorId: thabo().id, firmId: firm().id, details: { month: '2026-03' } };
  expect(audit).toEqual([
    { action: 'month.completed', ...common },
    { action: 'month.reopened', ...common },
  ]);
});

it('adds net, VAT and gross for a VAT vendor, and for what was charged before', async () => {
  await test.updateRows('firms', { id: firm().id }, { isVatVendor: true });
  const vat = { vatTreatment: 'cost', vatBasisPoints: 1500, vatIncluded: true };
  await test.anEntry(
    { firm: firm(), attorney: thabo() },
    { date: '2026-03-02', amountCents: 1150, ...vat },
  );
  const month = async () => (await monthEnd('2026-03', ctx.attorney)).attorneys;
  const charged = [{ sum: 11.5, vat: { net: 10, vat: 1.5, gross: 11.5 } }];
  expect(await month()).toMatchObject(charged);
  await test.updateRows('firms', { id: firm().id }, { isVatVendor: false });
  expect(await month()).toMatchObject(charged);
});

it('shows the admin every active attorney by name, and inactive ones with entries', async () => {
  const type = await test.aDisbursementType(firm());
  const people = {
    left: await test.aUser({ firm: firm(), name: 'anna', status: userStatus.inactive }),
    blocked: await test.aUser({ firm: firm(), name: 'Ben', status: userStatus.blocked }),
    gone: await test.aUser({ firm: firm(), name: 'Carl', status: userStatus.inactive }),
    idle: await test.aUser({ firm: firm(), name: 'Zoe' }),
  };
  await test.aUser({ name: 'Of another firm' });
  const record = async (attorney: Person, days: string[]) => {
    for (const date of days)
      await test.anEntry({ firm: firm(), attorney, type }, { date, amountCents: 1050 });
  };
  await record(people.left, ['2026-03-31']);
  await record(people.blocked, ['2026-03-01']);
  await record(people.gone, ['2026-02-28', '2026-04-01']);
  await record(thabo(), ['2026-03-01', '2026-03-17', '2026-02-28']);
  const { attorneys } = await monthEnd('2026-03', ctx.admin);
  expect(attorneys.map(brief)).toEqual([
    ['anna', 'open', 1, 10.5],
    ['Ben', 'open', 1, 10.5],
    ['Thabo Mokoena', 'open', 2, 21],
    ['Zoe', 'nothing', 0, 0],
  ]);
  expect((await monthEnd('2026-03', ctx.attorney)).attorneys.map(brief)).toEqual([
    ['Thabo Mokoena', 'open', 2, 21],
  ]);
});

it('counts the entries of the month that were recorded after the sign-off', async () => {
  const type = await test.aDisbursementType(firm());
  const record = async (date: string, minutesLater: number) => {
    const { id } = await test.anEntry({ firm: firm(), attorney: thabo(), type }, { date });
    const createdAt = new Date(test.clock.now().getTime() + minutesLater * 60_000);
    await test.updateRows('entries', { id }, { createdAt });
  };
  await record('2026-03-02', -1);
  await save('2026-03', true);
  for (const date of ['2026-03-31', '2026-03-01', '2026-02-28', '2026-04-01'])
    await record(date, 1);
  expect((await monthEnd('2026-03', ctx.admin)).attorneys).toMatchObject([
    { state: 'complete', recordedSince: 2, entries: 3 },
  ]);
});

it('takes the day in South Africa for the present month, and rejects a later one', async () => {
  test.clock.set(new Date('2026-03-31T21:59:00Z'));
  ctx.attorney = await test.signIn(thabo());
  const early = await save('2026-04', true);
  const message = '2026-04 has not begun yet: the present month is 2026-03.';
  expect(early).toAnswer(400, { code: 'invalid_input', message, fields: { month: message } });
  test.clock.advance(60_000);
  expect(await save('2026-04', true)).toAnswer({ data: { today: '2026-04-01' } });
  expect(await save('2000-01', true)).toAnswer(200);
});

it.each(['1999-12', '2026-13', '2026-00', '2026-3', '2026-03-01', 'march'])(
  'rejects the month %s',
  async (month) => {
    expect(await test.call(`GET /month-ends/${month}`, { token: ctx.admin })).toAnswer(400, {
      fields: { month: 'Must be a month as YYYY-MM, from 2000-01.' },
    });
  },
);

it.each([{}, { isComplete: 1 }, { isComplete: true, attorney: 'x' }])(
  'rejects the body %j',
  async (body) => {
    expect(await test.call('PUT /month-ends/2026-03', { token: ctx.attorney, body })).toAnswer(400);
  },
);

function brief({ attorney, state, entries, sum }: AttorneyMonth): unknown[] {
  return [attorney.name, state, entries, sum];
}

async function monthEnd(month: string, token: string): Promise<MonthEnd> {
  const reply = await test.call(`GET /month-ends/${month}`, { token });
  return reply.json<{ data: MonthEnd }>().data;
}

function save(month: string, isComplete: boolean) {
  return test.call(`PUT /month-ends/${month}`, { token: ctx.attorney, body: { isComplete } });
}
