import { role } from '@recoup/contract/core/access';
import type { ExportPreview } from '@recoup/contract/exports/endpoints';
import type { Overview } from '@recoup/contract/overview/endpoints';
import { beforeEach, expect, it } from 'vitest';
import { useCallFirm } from '../../test/call-firm.ts';
import { aDisbursementType, aFirm, aUser } from '../../test/factories.ts';

const { ctx, record, take, test } = useCallFirm();

beforeEach(() => test.clock.set(new Date('2026-03-18T08:00:00Z')));

const stepsLeft = ({ setUp }: Overview) =>
  setUp.steps.filter(({ isDone }) => !isDone).map(({ step }) => step);

async function overview(token = ctx.admin): Promise<Overview> {
  const reply = await test.call('GET /overview', { token });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ data: Overview }>().data;
}

it('says what a closing up to today would take, and what nobody recorded', async () => {
  await record({});
  await record({ date: '2026-02-27', minutes: 6 });
  await take(
    ['2026-03-16 09:15:00', '102', '0825550199', 301],
    ['2026-03-17 09:15:00', '103', '0825550199', 60],
    ['2026-03-17 10:15:00', '103', '0825550199', 61],
    ['2026-03-17 11:15:00', '999', '0825550199', 60],
  );
  const preview = await test.call('POST /exports', {
    token: ctx.admin,
    body: { to: '2026-03-18', dryRun: true },
  });
  const { exceptions } = preview.json<{ data: ExportPreview }>().data;
  expect(await overview()).toEqual({
    today: '2026-03-18',
    open: { entries: 2, sum: 99, since: '2026-02-27' },
    calls: { open: 4, sum: 132 },
    exceptions,
    people: { month: '2026-02', complete: 0, of: 2 },
    lastExport: null,
    setUp: {
      done: 4,
      of: 5,
      next: { name: 'Disbursement types', path: '/home/attorneys/disbursement-list' },
      steps: expect.any(Array),
    },
  });
  expect(exceptions.warn).toBeGreaterThan(0);
});

it('counts people of the last month until it is closed, then of this one', async () => {
  // A secretary who records for others alone has neither types nor entries.
  await aUser(test.db, { firm: ctx.firm });
  await record({ date: '2026-02-27' });
  await record({});
  const complete = { token: ctx.thabo.token, body: { isComplete: true } };
  await test.call('PUT /month-ends/2026-02', complete);
  expect((await overview()).people).toEqual({ month: '2026-02', complete: 1, of: 2 });
  const close = async (body: object) => test.call('POST /exports', { token: ctx.admin, body });
  const { data } = (await close({ to: '2026-02-27' })).json<{ data: { _id: string } }>();
  expect(await overview()).toMatchObject({
    open: { entries: 1, sum: 33, since: '2026-03-17' },
    people: { month: '2026-02' },
    lastExport: { _id: data._id, number: 1, at: '2026-03-18T08:00:00.000Z', sum: 33, mail: 'none' },
  });
  await record({ date: '2026-02-28' });
  const second = (await close({ to: '2026-02-28' })).json<{ data: { _id: string } }>().data;
  expect((await overview()).people).toEqual({ month: '2026-03', complete: 0, of: 2 });
  const reason = { token: ctx.admin, body: { reason: 'Closed too early' } };
  await test.call(`PUT /exports/${second._id}/reopening`, reason);
  expect((await overview()).people.month).toBe('2026-02');
});

it('leads a new firm to its next step', async () => {
  const firm = await aFirm(test.db);
  const token = await test.signInAs({ firm, role: role.attorneyAdmin });
  expect(await overview(token)).toMatchObject({
    open: { entries: 0, sum: 0, since: null },
    calls: { open: 0, sum: 0 },
    people: { complete: 0, of: 0 },
    setUp: { done: 1, of: 5, next: { name: 'Disbursement types' } },
  });
  expect(stepsLeft(await overview(token))).toEqual(['types', 'matters', 'attorneys', 'entries']);
  await aDisbursementType(test.db, firm);
  expect(stepsLeft(await overview(token))).toEqual(['matters', 'attorneys', 'entries']);
  expect((await overview(token)).setUp).toMatchObject({ done: 2, next: { name: 'Matters' } });
});

it('leads to a new attorney, then to the form of one without types or fees', async () => {
  const firm = await aFirm(test.db);
  const token = await test.signInAs({ firm, role: role.attorneyAdmin });
  const path = async () =>
    (await overview(token)).setUp.steps.find(({ step }) => step === 'attorneys')?.path;
  expect(await path()).toBe('/home/attorneys/add-attorney');
  const { id: first } = await aUser(test.db, { firm });
  expect(await path()).toBe(`/home/attorneys/update-attorney?attorneyId=${first}`);
  const { id: second } = await aUser(test.db, { firm });
  const type = { title: 'Consultation', calculated: true, fixed: false };
  const { id: typeId } = await aDisbursementType(test.db, firm, type);
  const link = { firmId: firm.id, userId: second, disbursementTypeId: typeId, position: 1 };
  await test.insertRows('userDisbursementTypes', link);
  expect(await path()).toBe(`/home/attorneys/update-attorney?attorneyId=${second}`);
});

it('misses the call fees of any attorney whose calls are charged by time', async () => {
  const type = { title: 'Consultation', calculated: true, fixed: false };
  const { id } = await aDisbursementType(test.db, ctx.firm, type);
  expect((await overview()).setUp.next?.name).toBe('The first entry');
  const link = { firmId: ctx.firm.id, userId: ctx.lerato.id, disbursementTypeId: id };
  await test.insertRows('userDisbursementTypes', { ...link, position: 2 });
  expect((await overview()).setUp.next?.name).toBe('Attorneys with fees');
});

it('is of the own firm alone, and for those who read all of it', async () => {
  await record({});
  const other = await aFirm(test.db);
  const admin = await test.signInAs({ firm: other, role: role.attorneyAdmin });
  expect((await overview(admin)).open.entries).toBe(0);
  const auditor = await test.signInAs({ firm: ctx.firm, role: role.auditor, endsOn: '2099-12-31' });
  expect((await overview(auditor)).open.entries).toBe(1);
  for (const [token, status] of [
    [ctx.thabo.token, 403],
    [undefined, 401],
  ] as const)
    expect((await test.call('GET /overview', { token })).statusCode).toBe(status);
});
