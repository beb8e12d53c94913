import type { Closing, ExportPreview, ExportRecord } from '@recoup/contract/exports/endpoints';
import { texts } from '@recoup/contract/core/texts';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { token: '', attorneyToken: '', firm: { id: '' }, attorney: { id: '' } };
let record: (date: string) => Promise<{ id: string }>;

beforeEach(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const matter = await test.aMatter(firm, { attorneyId: attorney.id });
  const type = await test.aDisbursementType(firm);
  record = (date) => test.anEntry({ firm, attorney, matter, type }, { date });
  const token = await test.signInAdmin({ firm });
  Object.assign(ctx, { token, firm, attorney, attorneyToken: await test.signIn(attorney) });
});

const close = async (body: Closing = {}) => test.call('POST /exports', { token: ctx.token, body });
const closed = async (body: Closing) => {
  const reply = await close(body);
  expect(reply).toAnswer(201);
  return reply.json<{ data: ExportRecord }>().data;
};
const exceptions = async (code: string) =>
  test.data<{ code: string; subject: object; fingerprint: string }[]>(
    `GET /exceptions?code=${code}`,
    { token: ctx.token },
  );
const audit = async (id: string) => test.getRow('auditLog', { subjectId: id }, ['details']);

it('refuses to close what holds a day of the future, and locks nothing', async () => {
  const { id } = await record('2026-03-19');
  await record('2026-03-17');
  expect(await close()).toAnswer(409, { code: 'exceptions_open' });
  const change = await test.call(`PUT /entries/${id}`, {
    token: ctx.attorneyToken,
    body: { date: '2026-03-18' },
  });
  expect(change).toAnswer(200);
  expect(await closed({})).toMatchObject({ rows: 2, override: null });
});

it('closes up to a day without what blocks behind it', async () => {
  await record('2026-03-19');
  await record('2026-03-17');
  expect(await closed({ to: '2026-03-18' })).toMatchObject({ rows: 1, override: null });
});

it('closes all the same for a reason, which the ledger and the audit log keep', async () => {
  await record('2026-03-19');
  await record('2026-03-20');
  const data = await closed({ override: 'Booked ahead on purpose' });
  const override = { reason: 'Booked ahead on purpose', exceptions: 2 };
  expect(data).toMatchObject({ rows: 2, override });
  expect(await test.call('GET /exports', { token: ctx.token })).toAnswer({ data: [{ override }] });
  expect((await audit(data._id)).details).toMatchObject({
    override: override.reason,
    exceptions: 2,
  });
});

it('passes over no more exceptions than the person has seen', async () => {
  await record('2026-03-19');
  await record('2026-03-20');
  const preview = (await close({ dryRun: true })).json<{ data: ExportPreview }>().data;
  const { rows, sum, exceptions: seen } = preview;
  const override = 'Booked ahead on purpose';
  const refused = await close({ override, expected: { rows, sum, blocking: seen.block - 1 } });
  expect(refused).toAnswer(409, { code: 'changed_meanwhile', message: /exceptions/ });
  expect(await closed({ override, expected: { rows, sum, blocking: seen.block } })).toMatchObject({
    override: { exceptions: 2 },
  });
});

it('keeps no override where nothing blocked', async () => {
  await record('2026-03-17');
  expect(await closed({ override: 'Just in case' })).toMatchObject({ override: null });
});

it('closes what the admin has accepted', async () => {
  await record('2026-03-19');
  const items = (await exceptions('FUTURE')).map(({ code, subject, fingerprint }) => ({
    code,
    subject,
    fingerprint,
  }));
  const body = { items, reason: 'Booked ahead' };
  await test.call('POST /exceptions/acceptances', { token: ctx.token, body });
  expect(await closed({})).toMatchObject({ rows: 1, override: null });
});

it('refuses while an attorney has a calculated type without call fees', async () => {
  const type = await test.aDisbursementType(ctx.firm, { calculated: true });
  await test.assignTypes(ctx.firm);
  await record('2026-03-17');
  expect(await close()).toAnswer({ code: 'exceptions_open' });
  await test.callFees({ ...ctx, type }, { upTo: { 5: 100 } });
  expect(await closed({})).toMatchObject({ rows: 1 });
});

it('says first that there is nothing to export', async () => {
  await test.aDisbursementType(ctx.firm, { calculated: true });
  await test.assignTypes(ctx.firm);
  expect(await close()).toAnswer({ code: 'nothing_to_export', message: texts.nothingToExport });
});

it.each([
  ['a short reason', { override: 'ok' }],
  ['no text', { override: 5 }],
])('rejects an override of %s', async (_, body) => {
  expect(await test.call('POST /exports', { token: ctx.token, body })).toAnswer({
    code: 'invalid_input',
    fields: { override: expect.any(String) },
  });
});

it('downloads without asking', async () => {
  await record('2026-03-19');
  expect(await test.call('GET /download', { token: ctx.token })).toAnswer(200);
});

it('keeps when the file of a closed export was fetched first', async () => {
  await record('2026-03-10');
  const { _id } = await closed({});
  const fetchedAt = async () =>
    (await test.getRow('exports', { id: _id }, ['fetchedAt'])).fetchedAt;
  await test.updateRows('exports', { id: _id }, { createdAt: new Date('2026-03-14T08:00:00Z') });
  expect(await exceptions('UNSENT')).toMatchObject([{ subject: { _id, name: 'Export 1' } }]);
  expect(await fetchedAt()).toBeNull();
  await test.call(`GET /exports/${_id}/file`, { token: ctx.token });
  const first = await fetchedAt();
  expect(first).toEqual(test.clock.now());
  test.clock.advance(1000);
  await test.call(`GET /exports/${_id}/file`, { token: ctx.token });
  expect(await fetchedAt()).toEqual(first);
  expect(await exceptions('UNSENT')).toEqual([]);
});
