import { createHash } from 'node:crypto';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const token = { admin: '', attorney: '' };
let adminId = '';
let record: (input?: { date?: string; amountCents?: number }) => Promise<{ id: string }>;

beforeEach(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const admin = await test.anAdmin({ firm, name: 'Lerato Nkosi' });
  const of = {
    firm,
    attorney,
    matter: await test.aMatter(firm),
    type: await test.aDisbursementType(firm),
  };
  record = (value) => test.anEntry(of, value);
  adminId = admin.id;
  token.admin = await test.signIn(admin);
  token.attorney = await test.signIn(attorney);
});

it('exports the open entries, locks them, and leaves none', async () => {
  const { id } = await record({ amountCents: 3333 });
  await record({ amountCents: 1 });
  const closed = await close();
  expect(closed).toMatchObject({
    number: 1,
    state: 'closed',
    rows: 2,
    sum: 33.34,
    from: null,
    to: null,
    reopening: null,
    mails: [],
  });
  expect(closed.by).toEqual({ _id: adminId, name: 'Lerato Nkosi' });
  expect(await test.call(`DELETE /entries/${id}`, { token: token.attorney })).toAnswer({
    code: 'entry_is_locked',
  });
  const again = await test.call('POST /exports', { token: token.admin });
  expect([again.statusCode, again.json()]).toEqual([
    404,
    { code: 'nothing_to_export', message: 'No disbursements to download.' },
  ]);
  await record();
  expect(await close()).toMatchObject({ number: 2, rows: 1 });
});

it('exports only the requested period', async () => {
  await record({ date: '2026-02-28' });
  await record({ date: '2026-03-01' });
  await record({ date: '2026-03-17' });
  expect(await close({ from: '2026-03-01', to: '2026-03-16' })).toMatchObject({
    rows: 1,
    from: '2026-03-01',
    to: '2026-03-16',
  });
  expect(await close()).toMatchObject({ rows: 2 });
});

it('rejects a period that ends before it begins', async () => {
  const reply = await test.call('POST /exports', {
    token: token.admin,
    body: { from: '2026-03-02', to: '2026-03-01' },
  });
  expect(reply).toAnswer(400, { fields: { to: 'The period ends before it begins.' } });
});

it('exports an entry once, with many exports and new entries at the same time', async () => {
  for (let count = 0; count < 30; count += 1) await record();
  const recording = Array.from({ length: 20 }, () => record());
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => test.call('POST /exports', { token: token.admin })),
  );
  await Promise.all(recording);
  const last = await test.call('POST /exports', { token: token.admin });
  const rows = [...replies, last].map((reply) =>
    reply.statusCode === 201 ? reply.json<{ data: ExportRecord }>().data.rows : 0,
  );
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(50);
  expect(replies.every(({ statusCode }) => statusCode === 201 || statusCode === 404)).toBe(true);
  const { data } = await list();
  expect(data.map(({ number }) => number)).toEqual(data.map((_, index) => data.length - index));
});

it('moves a reopened export’s entries to the next one, and keeps file and reason', async () => {
  const { id } = await record({ amountCents: 700 });
  const { _id } = await close();
  const file = (await test.call(`GET /exports/${_id}/file`, { token: token.admin })).body;
  expect(await reopen(_id, '')).toAnswer({ fields: { reason: 'Enter a reason.' } });
  const reopened = (await reopen(_id, 'Wrong fees for March')).json<{ data: ExportRecord }>().data;
  expect(reopened).toMatchObject({
    state: 'reopened',
    reopening: { by: { name: 'Lerato Nkosi' }, reason: 'Wrong fees for March' },
  });
  expect(await reopen(_id, 'Once more')).toAnswer(409);
  expect(
    await test.call(`PUT /entries/${id}`, { token: token.attorney, body: { amount: 9 } }),
  ).toAnswer(200);
  expect((await test.call(`GET /exports/${_id}/file`, { token: token.admin })).body).toBe(file);
  expect(await close()).toMatchObject({ number: 2, rows: 1, sum: 9 });
  const audit = await test.listRows('auditLog', { subjectId: _id }, [
    'action',
    'details',
    'actorId',
  ]);
  expect(audit).toContainEqual({
    action: 'export.reopened',
    actorId: adminId,
    details: { number: 1, reason: 'Wrong fees for March' },
  });
});

it('enters a download of a period too, which locks nothing and cannot be reopened', async () => {
  await record();
  await test.call('GET /download', { token: token.admin });
  const { data, count } = await list();
  expect([count, data]).toMatchObject([1, [{ state: 'copy', rows: 1 }]]);
  expect(await reopen(data[0]?._id ?? '', 'No reason')).toAnswer(409);
  expect(await close()).toMatchObject({ rows: 1, number: 2 });
});

it('stores the lines of equal exports once, and answers the file of each', async () => {
  await record();
  for (let count = 0; count < 3; count += 1)
    await test.call('GET /download', { token: token.admin });
  const closed = await close();
  expect(await partCount()).toBe(1);
  const { data } = await list();
  expect(data.map(({ sha256 }) => sha256)).toEqual(Array.from({ length: 4 }, () => closed.sha256));
  for (const { _id } of data) {
    const { rawPayload } = await test.call(`GET /exports/${_id}/file`, { token: token.admin });
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(closed.sha256);
  }
  await record();
  await test.call('GET /download', { token: token.admin });
  expect(await partCount()).toBe(2);
});

it('lists the ledger in pages, the latest first', async () => {
  for (let count = 0; count < 3; count += 1) {
    await record();
    await close();
  }
  expect((await list('?page=1&itemsPerPage=2')).data.map(({ number }) => number)).toEqual([3, 2]);
  expect(await list('?page=2&itemsPerPage=2')).toMatchObject({ count: 3, data: [{ number: 1 }] });
});

it('lists closings, reopened ones too, or copies alone', async () => {
  await record();
  const { _id } = await close();
  await test.call(`PUT /exports/${_id}/reopening`, {
    token: token.admin,
    body: { reason: 'Once more' },
  });
  await test.call('GET /download', { token: token.admin });
  const numbers = async (query: string) =>
    (await list(query)).data.map(({ number, state }) => [number, state]);
  expect(await numbers('?closing=true')).toEqual([[1, 'reopened']]);
  expect(await numbers('?closing=false')).toEqual([[2, 'copy']]);
  expect((await list('?closing=true')).count).toBe(1);
});

it('leaves no trace of an aborted export', async () => {
  await record();
  await test.pool.query(
    'alter table exports add constraint nobody check (row_count < 0) not valid',
  );
  expect(await test.call('POST /exports', { token: token.admin })).toAnswer(500);
  await test.pool.query('alter table exports drop constraint nobody');
  expect(await close()).toMatchObject({ number: 1, rows: 1 });
});

async function close(period?: { from?: string; to?: string }): Promise<ExportRecord> {
  const reply = await test.call('POST /exports', { token: token.admin, body: period });
  expect(reply).toAnswer(201);
  return reply.json<{ data: ExportRecord }>().data;
}

function reopen(id: string, reason: string) {
  return test.call(`PUT /exports/${id}/reopening`, { token: token.admin, body: { reason } });
}

async function partCount(): Promise<number> {
  const parts = test.db
    .selectFrom('exportParts')
    .innerJoin('exports', 'exports.id', 'exportParts.exportId');
  return (await parts.where('exports.userId', '=', adminId).select('position').execute()).length;
}

async function list(query = ''): Promise<{ data: ExportRecord[]; count: number }> {
  return (await test.call(`GET /exports${query}`, { token: token.admin })).json();
}
