import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { preparedBy } from '../../test/prepared.ts';
import { aPostingFirm } from '../../test/posting-firm.ts';

const test = useApp();
const of = preparedBy(beforeEach, async () => {
  test.clock.set(new Date('2026-03-06T08:00:00Z'));
  return aPostingFirm(test);
});

const close = async (layout: string, more: object = {}) => {
  const reply = await of().ask('POST /exports', { layout, ...more });
  return { status: reply.statusCode, ...reply.json<Record<string, unknown>>() };
};
const exportCount = async () => (await of().ask('GET /exports')).json<{ count: number }>().count;

it('closes nothing while its layout needs settings, and closes afterwards', async () => {
  await of().record();
  const lacking = { status: 422, code: 'layout_incomplete', fields: expect.any(Object) };
  expect(await close('legalsuite', { dryRun: true })).toMatchObject(lacking);
  expect(await close('legalsuite')).toMatchObject(lacking);
  expect(await exportCount()).toBe(0);
  await of().save('legalsuite', { accounts: { [of().call]: '400' }, contraAccount: '100' });
  expect(await close('legalsuite', { dryRun: true })).toMatchObject({ status: 200 });
  expect(await close('legalsuite')).toMatchObject({ status: 201, data: { number: 1, rows: 1 } });
});

it('closes nothing that does not fit its layout, and names the rows', async () => {
  const columns = [{ title: 'Text', field: 'narration', width: 10 }];
  const { _id } = await of().addLayout({ name: 'Narrow', delimiter: ';', columns });
  await of().record({ narration: 'Short' });
  await of().record({ date: '2026-03-06', narration: 'Much too long' });
  const refused = { status: 422, code: 'rows_refused', rows: [{ row: 3, column: 'Text' }] };
  expect(await close(_id, { dryRun: true })).toMatchObject(refused);
  expect(await close(_id)).toMatchObject(refused);
  expect(await exportCount()).toBe(0);
  expect(await close(_id, { to: '2026-03-05' })).toMatchObject({ status: 201 });
});

it('knows neither an unknown layout nor that of another firm', async () => {
  await of().record();
  const foreign = await (await aPostingFirm(test)).addLayout();
  for (const layout of [foreign._id, 'unknown'])
    for (const dryRun of [true, false])
      expect((await close(layout, { dryRun })).status).toBe(layout === 'unknown' ? 400 : 404);
  expect(await exportCount()).toBe(0);
});
