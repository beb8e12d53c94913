import type { CallSource, Extension } from '@recoup/contract/call-records/set-up-endpoints';
import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';

const { ctx, first, list, send, take, test } = useCallFirm();
const putExtensions = async (extensions: object[]) =>
  test.call('PUT /extensions', { token: ctx.admin, body: { extensions } });
const putSources = async (sources: object[]) =>
  test.call('PUT /call-sources', { token: ctx.admin, body: { sources } });
const listSources = async () => test.data<CallSource[]>('GET /call-sources', { token: ctx.admin });

it('takes as many extensions as the contract allows', async () => {
  const extensions = Array.from({ length: 2000 }, (_, at) => ({
    value: `extension-${at}-of-${'a'.repeat(90)}@firm.co.za`,
    attorney: ctx.thabo.id,
    from: '2026-01-01',
    until: '2026-12-31',
  }));
  expect(await putExtensions(extensions)).toAnswer({ count: 2000 });
});

it('keeps extensions as files write them, and replaces all of them', async () => {
  const attorney = ctx.thabo.id;
  const reply = await putExtensions([
    { value: 'Ext.10013', attorney },
    { value: '082 555 0109', attorney, from: '2026-01-01', until: '2026-01-31' },
    { value: 'Thabo@Firm.co.za', attorney, from: null },
  ]);
  const { data, count } = reply.json<{ data: Extension[]; count: number }>();
  expect(count).toBe(3);
  expect(data.map(({ value, from, until }) => [value, from, until])).toEqual([
    ['10013', null, null],
    ['+27825550109', '2026-01-01', '2026-01-31'],
    ['thabo@firm.co.za', null, null],
  ]);
  const audited = await test.listRows(
    'auditLog',
    { action: 'extensions.replaced', firmId: ctx.firm.id },
    ['details'],
  );
  expect(audited.length).toBe(2);
});

it.each([
  [[{ value: '102' }, { value: '102' }], 'extensions.1.value'],
  [
    [
      { value: '102', from: '2026-02-01' },
      { value: 'Ext.102', until: '2026-02-01' },
    ],
    'extensions.1.value',
  ],
  [[{ value: 'reception' }], 'extensions.0.value'],
  [[{ value: '' }], 'extensions.0.value'],
  [[{ value: '102', from: '2026-02-01', until: '2026-01-01' }], 'extensions.0.until'],
  [[{ value: '102', from: '2026-02-30' }], 'extensions.0.from'],
])('rejects extensions %j', async (rows, field) => {
  const reply = await putExtensions(rows.map((row) => ({ attorney: ctx.thabo.id, ...row })));
  expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([
    400,
    [field],
  ]);
});

it('knows no attorney of another firm', async () => {
  const stranger = await test.aUser({ firm: await test.aFirm() });
  expect(await putExtensions([{ value: '102', attorney: stranger.id }])).toAnswer({
    fields: { 'extensions.0.attorney': expect.any(String) },
  });
});

it('attributes calls that are there already', async () => {
  await take(['2026-03-17 09:00:00', '199', '0825550101', 60]);
  expect((await first()).attorney).toBeNull();
  await putExtensions([{ value: '199', attorney: ctx.lerato.id }]);
  expect((await first()).attorney?.name).toBe('Lerato Nkosi');
  await putExtensions([]);
  expect((await list('?attorney=none')).count).toBe(1);
});

it('renames, adds and removes telephone systems, but none with imports', async () => {
  await take(['2026-03-17 09:00:00', '102', '0825550101', 60]);
  const [stored] = await listSources();
  expect(stored).toMatchObject({ system: 'csv', zone: 'Africa/Johannesburg', imports: 1 });
  const branch = { system: '3cx', name: 'Branch', zone: 'UTC', outsidePrefix: '9' };
  expect(await putSources([{ ...stored, name: 'Head office' }, branch])).toAnswer({
    data: [
      { ...branch, imports: 0 },
      { _id: stored?._id, name: 'Head office', imports: 1 },
    ],
  });
  const [one, other] = await listSources();
  await putSources([
    { ...one, name: 'Head office' },
    { ...other, name: 'Branch' },
  ]);
  expect((await listSources()).map(({ system }) => system)).toEqual(['csv', '3cx']);
  expect(await putSources([])).toAnswer({ code: 'conflict' });
  expect(await putSources([{ ...other, name: 'x' }])).toAnswer(200);
});

it.each([
  [{ system: 'panasonic' }, 'sources.0.system'],
  [{ zone: 'Africa/Nowhere' }, 'sources.0.zone'],
  [{ outsidePrefix: '+27' }, 'sources.0.outsidePrefix'],
  [{ name: '' }, 'sources.0.name'],
  [{ zone: 'CET' }, 'sources.0.zone'],
  [{ mapping: { start: 1 } }, 'sources.0.mapping.start'],
])('rejects a telephone system with %j', async (wrong, field) => {
  const reply = await putSources([{ system: '3cx', name: 'Branch', ...wrong }]);
  expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([
    400,
    [field],
  ]);
});

it('rejects two telephone systems of one name', async () => {
  const reply = await putSources([
    { system: '3cx', name: 'Branch' },
    { system: 'cucm', name: 'BRANCH' },
  ]);
  expect(reply).toAnswer({ fields: { 'sources.1.name': expect.any(String) } });
});

it('drops what is dialled before a number outside', async () => {
  await putSources([{ system: 'csv', name: 'Branch', outsidePrefix: '9' }]);
  await send('Start,Extension,Other party,Seconds\n2026-03-17 09:00:00,102,90825550101,60\n', {
    source: 'branch',
  });
  expect((await first()).otherParty).toBe('+27825550101');
});
