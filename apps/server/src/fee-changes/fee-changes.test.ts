import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { type SentStatement, statementChannel } from '../platform/database/pg-driver.ts';
import { chargesOf, type FeeChange, useFeeChanges } from '../../test/fee-changes.ts';

const { test, ctx, fees, post, raise, preview, record, cell, tables, undo } = useFeeChanges();

const pricesOn = async (who: 'thabo' | 'zanele', day: string) => (await record(who, day, 3)).amount;
const ledger = async (query = '') => {
  const reply = await test.call(`GET /rate-changes${query}`, { token: ctx.admin });
  return reply.json<{ data: FeeChange[]; count: number }>();
};
const versionOf = async (id: string) => {
  const { version } = await test.getRow('users', { id }, ['version']);
  return version;
};

it('raises the fees of all attorneys from a day on', async () => {
  const change = await raise({ percent: 10, roundTo: 0.5 });
  expect(change).toMatchObject({ _id: expect.any(String), validFrom: '2026-03-01' });
  expect(change.cells.map((each) => [each.attorney.name, each.disbursementType.name])).toEqual([
    ['Thabo Mokoena', 'Call'],
    ['Thabo Mokoena', 'Consultation'],
    ['Zanele Khumalo', 'Call'],
  ]);
  const [first] = change.cells;
  expect(chargesOf(first?.before)).toEqual([33, 66, 99, 113, 12.5]);
  expect(chargesOf(first?.after)).toEqual([36.5, 72.5, 109, 124.5, 14]);
  expect(first).toMatchObject({ effectivePercent: 10.2, next: null });
  expect([await pricesOn('thabo', '2026-02-28'), await pricesOn('thabo', '2026-03-01')]).toEqual([
    33, 36.5,
  ]);
});

it('raises named cells alone, and the versions of their attorneys', async () => {
  const before = [await versionOf(ctx.thabo.id), await versionOf(ctx.zanele.id)];
  const { cells } = await raise({ cells: [cell('zanele', 'call')] });
  expect(cells.map(({ after }) => chargesOf(after))).toEqual([[42]]);
  expect([await pricesOn('thabo', '2026-03-02'), await pricesOn('zanele', '2026-03-02')]).toEqual([
    33, 42,
  ]);
  const after = [await versionOf(ctx.thabo.id), await versionOf(ctx.zanele.id)];
  expect(after).toEqual([before[0], (before[1] ?? 0) + 1]);
  const lines = await test.listRows(
    'auditLog',
    { firmId: ctx.firm.id, action: ['rate-change.created', 'user.call-fees-updated'] },
    ['action', 'subjectId', 'details'],
  );
  expect(lines).toMatchObject([
    { action: 'user.call-fees-updated', subjectId: ctx.zanele.id },
    { action: 'rate-change.created', details: { percent: 6, cells: 1, validFrom: '2026-03-01' } },
  ]);
  expect(lines[0]?.details).toMatchObject({
    changeId: expect.any(String),
    callFees: [
      {
        disbursementType: ctx.call,
        validFrom: '2026-03-01',
        change: [[{ charges: 40 }], [{ charges: 42 }]],
      },
    ],
  });
});

it('records the fees of many attorneys in pieces', async () => {
  for (let count = 0; count < 24; count += 1) {
    const attorney = await test.aUser({ firm: ctx.firm });
    const type = { id: ctx.call };
    await test.callFees({ firm: ctx.firm, attorney, type }, { upTo: { 5: 3300 } });
  }
  await test.assignTypes(ctx.firm);
  const sent: SentStatement[] = [];
  const listen = (message: unknown): void => void sent.push(message as SentStatement); // its type
  subscribe(statementChannel, listen);
  await raise({ percent: 10, roundTo: 0.5 });
  unsubscribe(statementChannel, listen);
  // 26 attorneys, and the change itself.
  expect(sent.filter(({ sql }) => /insert into audit_log/.test(sql))).toHaveLength(3);
  const lines = { firmId: ctx.firm.id, action: 'user.call-fees-updated' };
  expect(await test.listRows('auditLog', lines, ['id'])).toHaveLength(26);
});

it('has one line in the audit log, which opens to the fees of each attorney', async () => {
  await raise({ percent: 10, roundTo: 0.5 });
  const list = async (query: string) => {
    const reply = await test.call(`GET /audit?${query}`, { token: ctx.admin });
    return reply.json<{ data: AuditLine[] }>().data;
  };
  const lines = await list('group=fees&parts=false');
  expect(lines.map(({ action }) => action)).toEqual(['rate-change.created']);
  expect(await list('group=fees')).toHaveLength(3);
  const parts = await list(`partsOf=${lines[0]?._id}`);
  const cells = parts.flatMap(({ subject, changes }) =>
    changes.map(({ field, before, after }) => [subject?.label, field, before, after]),
  );
  expect(JSON.parse(JSON.stringify(cells).replaceAll('\u00A0', ' '))).toContainEqual([
    'Zanele Khumalo',
    'Call from 2026-03-01',
    'to 5 min R 40.00 · longer: R 40.00',
    'to 5 min R 44.00 · longer: R 44.00',
  ]);
  expect(new Set(cells.map(([name]) => name))).toEqual(
    new Set(['Thabo Mokoena', 'Zanele Khumalo']),
  );
  expect(await list(`partsOf=${parts[0]?._id}`)).toEqual([]);
});

it('previews without a change of any table', async () => {
  const before = await tables();
  const shown = await preview({});
  expect(shown.cells).toHaveLength(3);
  expect(await tables()).toEqual(before);
  expect((await ledger()).count).toBe(0);
});

it('puts a change between two others, and names the later one that ends it', async () => {
  await fees('thabo', 'call', { upTo: { 5: 9000 }, validFrom: '2026-06-01' });
  const { cells } = await raise({ cells: [cell('thabo', 'call')] });
  expect(cells[0]).toMatchObject({ next: { validFrom: '2026-06-01' } });
  expect([await pricesOn('thabo', '2026-05-31'), await pricesOn('thabo', '2026-06-01')]).toEqual([
    35, 90,
  ]);
});

it('supersedes the fees of the same day, and raises the first ones before their day', async () => {
  await raise({});
  await raise({ percent: 100, roundTo: 0.01 });
  expect(await pricesOn('thabo', '2026-03-01')).toBe(70);
  const cellOfThabo = { userId: ctx.thabo.id, disbursementTypeId: ctx.call, replacedAt: null };
  const live = await test.listRows('callFeeSchedules', cellOfThabo, ['validFrom']);
  expect(live.map(({ validFrom }) => validFrom)).toEqual(['2000-01-01', '2026-03-01']);
  await fees('zanele', 'consultation', { upTo: { 5: 1000 }, validFrom: '2026-09-01' });
  const { cells } = await raise({ cells: [cell('zanele', 'consultation')], percent: 10 });
  expect(cells[0]).toMatchObject({ next: { validFrom: '2026-09-01' } });
  expect(chargesOf(cells[0]?.after)).toEqual([11]);
});

it('leaves out of its schedules what rounding does not change', async () => {
  const { cells } = await raise({ percent: 1, roundTo: 1 });
  expect(cells[2]?.after).toEqual(cells[2]?.before);
  expect((await ledger()).data).toMatchObject([{ cells: 2, percent: 1, roundTo: 1 }]);
});

it('lists changes, the latest first, by pages', async () => {
  const first = await raise({ reason: 'Agreed for 2026' });
  test.clock.advance(1000);
  const second = await raise({ percent: -0.29, roundTo: 0.01, mode: 'up' });
  const { data, count } = await ledger();
  expect([count, data.map(({ _id }) => _id)]).toEqual([2, [second._id, first._id]]);
  expect(data[0]).toMatchObject({ percent: -0.29, roundTo: 0.01, mode: 'up', reason: null });
  expect(data[1]).toMatchObject({
    percent: 6,
    roundTo: 1,
    mode: 'nearest',
    reason: 'Agreed for 2026',
    cells: 3,
    repriced: 0,
    undoneAt: null,
    undoneBy: null,
    createdBy: { _id: expect.any(String), name: expect.any(String) },
  });
  expect((await ledger('?page=2&itemsPerPage=1')).data.map(({ _id }) => _id)).toEqual([first._id]);
});

it.each([
  [{ validFrom: '2026-02-30' }, 'validFrom'],
  [{ validFrom: '1999-12-31' }, 'validFrom'],
  [{ percent: 6.001 }, 'percent'],
  [{ percent: 101 }, 'percent'],
  [{ percent: '6' }, 'percent'],
  [{ percent: 0, roundTo: 0.01 }, 'percent'],
  [{ roundTo: 2 }, 'roundTo'],
  [{ mode: 'down' }, 'mode'],
  [{ cells: [] }, 'cells'],
  [{ reprice: true }, 'reason'],
  [{ reprice: true, reason: ' ' }, 'reason'],
  [{ reprice: true, reason: 'ab' }, 'reason'],
  [{ percent: 0.01, roundTo: 0.5 }, 'percent'],
  [{ color: 'red' }, 'color'],
])('rejects %j at %s', async (body, field) => {
  const reply = await post(body);
  expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([
    400,
    [field],
  ]);
});

it('names a cell that is sent twice or has no call fees', async () => {
  const twice = await post({ cells: [cell('thabo', 'call'), cell('thabo', 'call')] });
  expect(twice).toAnswer({ fields: { 'cells.1': expect.any(String) } });
  const none = await post({ cells: [cell('thabo', 'call'), cell('zanele', 'consultation')] });
  expect(none).toAnswer(400, {
    message: 'Zanele Khumalo has no call fees for “Consultation” on 1 March 2026.',
    fields: { 'cells.1': expect.any(String) },
  });
});

it('names a price above the bound', async () => {
  await fees('zanele', 'consultation', { upTo: { 5: 9_900_000_000 } });
  expect(await post({ percent: 10 })).toAnswer(400, {
    message: 'A price of Zanele Khumalo for “Consultation” would be above R 100 000 000.00.',
  });
});

it('rejects a firm without call fees, and more fees than an attorney may have', async () => {
  await test.updateRows('callFeeSchedules', {}, { replacedAt: new Date() });
  expect(await post({})).toAnswer({ fields: { validFrom: expect.any(String) } });
  for (let year = 2001; year < 2101; year += 1)
    await test.insertRows(
      'callFeeSchedules',
      Array.from({ length: 10 }, (_, index) => ({
        id: newId(),
        firmId: ctx.firm.id,
        userId: ctx.thabo.id,
        disbursementTypeId: ctx.consultation,
        validFrom: `${year}-02-1${index}`,
      })),
    );
  await fees('thabo', 'call', { upTo: { 5: 100 } });
  const body = { cells: [cell('thabo', 'call')], percent: 100 };
  expect(await post({ ...body, dryRun: true })).toAnswer(400);
  expect(await post(body)).toAnswer(400, {
    message: 'Thabo Mokoena cannot have more dated call fees.',
  });
});

it('names the cell of an unknown attorney or type, and a foreign one alike', async () => {
  const foreign = { attorney: (await test.aUser()).id, disbursementType: ctx.call };
  const absent = { attorney: newId(), disbursementType: ctx.call };
  const type = { attorney: ctx.thabo.id, disbursementType: newId() };
  const replies = [
    await post({ cells: [foreign] }),
    await post({ cells: [cell('thabo', 'call'), absent] }),
    await post({ cells: [type] }),
  ];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  expect(replies[0]?.json<{ message: string }>().message).toBe(
    replies[1]?.json<{ message: string }>().message,
  );
  expect(replies[1]?.json()).toMatchObject({ fields: { 'cells.1': 'There is no such attorney.' } });
  expect(replies[2]?.json()).toMatchObject({
    fields: { 'cells.0': 'There is no such disbursement type.' },
  });
});

it('tells an undone change from replaced fees', async () => {
  const { _id } = await raise({});
  test.clock.advance(1000);
  const fee = { startTime: 0, endTime: 9, additionalTime: 0, charges: 7 };
  await test.call(`PUT /users/${ctx.zanele.id}`, {
    token: ctx.admin,
    body: { callFees: [{ disbursementType: ctx.call, ...fee }], callFeesFrom: '2026-03-01' },
  });
  test.clock.advance(1000);
  await undo(_id);
  const earlier = async (who: 'thabo' | 'zanele') => {
    const path = `/users/${ctx[who].id}/call-fees?disbursementType=${ctx.call}`;
    const reply = await test.call(`GET ${path}`, { token: ctx.admin });
    const all: { replacedAt: string | null; isTakenBack: boolean }[] = reply.json().data;
    return all.map(({ replacedAt, isTakenBack }) => [replacedAt !== null, isTakenBack]);
  };
  expect(await earlier('thabo')).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(await earlier('zanele')).toEqual([
    [false, false],
    [true, false],
    [false, false],
  ]);
});
