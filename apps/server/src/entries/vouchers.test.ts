import { newId } from '@recoup/contract/core/ids';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { admin: '', attorney: '', matter: '', type: '' };

beforeAll(async () => {
  const firm = await test.aFirm();
  ctx.attorney = await test.signIn(await test.aUser({ firm }));
  ctx.admin = await test.signInAdmin({ firm });
  ctx.matter = (await test.aMatter(firm)).id;
  ctx.type = (await test.aDisbursementType(firm, { title: 'Sheriff' })).id;
  await test.assignTypes(firm);
});

it('keeps the number of a voucher, corrects it and clears it', async () => {
  const { _id } = await record({ voucher: '  INV 7/2026 ' });
  expect(await read(_id)).toMatchObject({ voucher: 'INV 7/2026' });
  expect(await correct(_id, { narration: 'Service' })).toMatchObject({ voucher: 'INV 7/2026' });
  expect(await correct(_id, { voucher: 'INV 8' })).toMatchObject({ voucher: 'INV 8' });
  expect(await correct(_id, { voucher: null })).toMatchObject({ voucher: null });
  expect(await correct(_id, { voucher: '' })).toMatchObject({ voucher: null });
  expect((await record({}))?.voucher).toBeNull();
  const log = await test.listRows('auditLog', { subjectId: _id, action: 'entry.corrected' }, [
    'details',
  ]);
  expect(log.map(({ details }) => details)).toMatchObject([
    { narration: [null, 'Service'] },
    { voucher: ['INV 7/2026', 'INV 8'] },
    { voucher: ['INV 8', null] },
  ]);
});

it.each([
  ['is too long', 'x'.repeat(41), 'Must not be more than 40 characters long.'],
  ['has two lines', 'INV\n7', 'Must be one line without control characters.'],
  ['is no text', 7, 'Must be text.'],
])('rejects a voucher that %s', async (_, voucher, message) => {
  const reply = await test.call('POST /entries', { token: ctx.attorney, body: body({ voucher }) });
  expect(reply).toAnswer(400, { fields: { voucher: message } });
});

it('takes another voucher under the same id for another entry', async () => {
  const sent = { _id: newId(), voucher: 'INV 9' };
  await record(sent);
  expect(await record(sent)).toMatchObject({ _id: sent._id });
  const other = body({ ...sent, voucher: 'INV 10' });
  expect(await test.call('POST /entries', { token: ctx.attorney, body: other })).toAnswer(409);
});

it('finds an entry by its voucher', async () => {
  const { _id } = await record({ voucher: 'KWIT-55' });
  const found = await test.call('GET /entries?search=kwit-5', { token: ctx.admin });
  expect(found).toAnswer({ data: [{ _id, voucher: 'KWIT-55' }], count: 1 });
});

function body(input: object) {
  const { matter, type: disbursementType } = ctx;
  return { matter, disbursementType, date: '2026-03-05', amount: 12.5, ...input };
}

async function record(value: object): Promise<Entry> {
  const reply = await test.call('POST /entries', { token: ctx.attorney, body: body(value) });
  expect(reply).toAnswer(201);
  return reply.json<{ data: Entry }>().data;
}

async function read(id: string): Promise<Entry> {
  return await test.data<Entry>(`GET /entries/${id}`, { token: ctx.attorney });
}

async function correct(id: string, given: object): Promise<Entry> {
  const reply = await test.call(`PUT /entries/${id}`, { token: ctx.attorney, body: given });
  return reply.json<{ data: Entry }>().data;
}
