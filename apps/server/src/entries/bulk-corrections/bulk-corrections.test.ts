import { newId } from '@recoup/contract/core/ids';
import { maxCorrectedEntries } from '@recoup/contract/entries/entry-corrections';
import { expect, it } from 'vitest';
import { useBulkCorrections } from '../../../test/bulk-corrections.ts';
import { deepIt } from '../../../test/deep.ts';

const rooms = useBulkCorrections();
const { test, ctx, more, post, correct, preview, record, copies, read, change } = rooms;
const { audited, tables, setTypes } = rooms;

it('gives entries another matter at their price, each with the reason', async () => {
  const [one, two] = [await record('thabo', '2026-03-05', 3), await copies()];
  const entries = [two._id, one._id];
  const done = await correct({ entries, matter: more.secondMatter, reason: ' Wrong file ' });
  expect(done).toMatchObject({ entries: 2, reason: 'Wrong file', undoneAt: null, caps: [] });
  for (const { _id, amount } of [one, two])
    expect(await read(_id)).toMatchObject({
      matter: { _id: more.secondMatter },
      amount,
      version: 2,
    });
  expect(await audited(one._id)).toEqual([
    { matterId: [ctx.matter, more.secondMatter], reason: 'Wrong file', correction: done._id },
  ]);
  expect(await audited(done._id, 'entry-correction.created')).toEqual([
    { entries: 2, matter: more.secondMatter, reason: 'Wrong file' },
  ]);
});

it('prices another type as a new entry of that type and day', async () => {
  const call = await record('thabo', '2026-03-05', 3);
  const disbursementType = ctx.consultation;
  const shown = await preview({ entries: [call._id], disbursementType });
  expect(shown).toMatchObject({
    changed: 1,
    problems: 0,
    amount: { before: 33, after: 500 },
    entries: [{ _id: call._id, before: 33, after: 500, isChanged: true, problem: null }],
  });
  expect(await read(call._id)).toMatchObject({ amount: 33, version: 1 });
  await correct({ entries: [call._id], disbursementType, expected: shown.state });
  expect(await read(call._id)).toMatchObject({
    disbursementType: { _id: disbursementType },
    amount: 500,
    price: { kind: 'band' },
  });
});

it('updates the sums of days as corrections one by one do', async () => {
  const entries: string[] = [];
  for (const minutes of [3, 8, 32]) {
    entries.push((await record('thabo', '2026-03-05', minutes))._id);
    entries.push((await record('thabo', '2026-03-06', minutes))._id);
  }
  await correct({ entries, disbursementType: ctx.consultation, matter: more.secondMatter });
  const months = async (token = ctx.admin) => test.data<object[]>('GET /recoveries', { token });
  expect(await months()).toMatchObject([
    { disbursementType: { _id: ctx.consultation }, count: 6, minutes: 86, amount: 3000 },
  ]);
  const [together] = [await tables()];
  for (const id of entries)
    expect((await change(id, { disbursementType: ctx.call })).statusCode).toBe(200);
  for (const id of entries)
    expect((await change(id, { disbursementType: ctx.consultation })).statusCode).toBe(200);
  expect(await tables()).toEqual(together);
});

it('keeps an entered amount where the other type has no price either', async () => {
  const { _id } = await copies();
  await correct({ entries: [_id], disbursementType: more.prints });
  expect(await read(_id)).toMatchObject({
    disbursementType: { _id: more.prints },
    amount: 10,
    price: { kind: 'given' },
  });
});

it('charges the VAT of the other type', async () => {
  const as = { token: ctx.admin };
  await test.call('PUT /firm-settings', { ...as, body: { isVatVendor: true } });
  await setTypes([more.prints], { vat: 'agent' });
  const { _id, vat } = await copies();
  expect(vat).toMatchObject({ treatment: 'cost', vat: 1.5 });
  const shown = await preview({ entries: [_id], disbursementType: more.prints });
  const after = { treatment: 'agent', percent: 0, net: 10, vat: 0, gross: 10 };
  expect(shown.entries).toMatchObject([{ vat: { before: vat, after } }]);
  await correct({ entries: [_id], disbursementType: more.prints });
  expect((await read(_id)).vat).toEqual(after);
});

it('leaves entries alone that have the matter and type already', async () => {
  const [one, two] = [await copies(), await copies({ matter: more.secondMatter })];
  const entries = [one._id, two._id];
  expect(await preview({ entries, matter: ctx.matter })).toMatchObject({ changed: 1 });
  expect(await correct({ entries, matter: ctx.matter })).toMatchObject({ entries: 1 });
  expect(await read(one._id)).toMatchObject({ version: 1 });
  expect(await audited(one._id)).toEqual([]);
  expect(await post({ entries, matter: ctx.matter })).toAnswer(400, {
    fields: { entries: 'These entries have this matter and disbursement type already.' },
  });
});

it('saves nothing when the entries are not those of the preview', async () => {
  const { _id } = await copies();
  const body = { entries: [_id], matter: more.secondMatter };
  const { state } = await preview(body);
  await change(_id, { narration: 'Meanwhile' });
  expect(await post({ ...body, expected: state })).toAnswer(409, {
    code: 'changed_meanwhile',
    message:
      'The entries have changed since the preview. Nothing was saved: make the preview again.',
  });
  expect(await read(_id)).toMatchObject({ matter: { _id: ctx.matter } });
});

it('makes one correction of the same request, and refuses another with its id', async () => {
  const [one, two] = [await copies(), await copies()];
  const body = { _id: newId(), entries: [one._id, two._id], matter: more.secondMatter };
  const [first, second] = await Promise.all([post(body), post(body)]);
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(second.json()).toEqual(first.json());
  expect(await read(one._id)).toMatchObject({ version: 2 });
  // The order of the entries decides nothing.
  expect(await post({ ...body, entries: [two._id, one._id] })).toAnswer(201);
  for (const other of [{ entries: [one._id] }, { matter: ctx.matter }, { reason: 'Other' }])
    expect((await post({ ...body, ...other })).statusCode).toBe(409);
  await rooms.undone(body._id);
  expect(await post(body)).toAnswer(409, { message: 'This correction was undone.' });
});

it('warns of caps that the matters have reached', async () => {
  const { _id } = await copies();
  const token = ctx.admin;
  await test.call(`PUT /matters/${more.secondMatter}`, { token, body: { cap: 10 } });
  const { caps } = await correct({ entries: [_id], matter: more.secondMatter });
  expect(caps).toMatchObject([
    { level: 100, cap: 10, recorded: 10, matter: { _id: more.secondMatter } },
  ]);
});

deepIt('corrects as many as one request may name', async () => {
  const { _id } = await record('thabo', '2026-03-05', 3);
  const links = ['firmId', 'attorneyId', 'createdBy', 'matterId', 'disbursementTypeId'] as const;
  const values = ['date', 'minutes', 'amountCents', 'scheduleId', 'createdAt'] as const;
  const row = await test.getRow('entries', { id: _id }, [...links, ...values]);
  const others = Array.from({ length: maxCorrectedEntries - 1 }, () => ({ ...row, id: newId() }));
  await test.insertRows('entries', others);
  const entries = [_id, ...others.map(({ id }) => id)];
  const body = { entries, matter: more.secondMatter, disbursementType: ctx.consultation };
  const done = await correct(body);
  expect(done.entries).toBe(maxCorrectedEntries);
  await rooms.undone(done._id);
  expect(await post({ ...body, entries: [...entries, newId()] })).toAnswer(400);
});

it.each([
  [{ entries: [] }, 'entries'],
  [{ entries: ['x'] }, 'entries.0'],
  [{ matter: undefined }, 'matter'],
  [{ matter: 'x' }, 'matter'],
  [{ disbursementType: 'x' }, 'disbursementType'],
  [{ reason: '' }, 'reason'],
  [{ reason: undefined }, 'reason'],
  [{ dryRun: 'yes' }, 'dryRun'],
  [{ more: 1 }, 'more'],
])('refuses %j', async (wrong, field) => {
  const { _id } = await copies();
  expect(await post({ entries: [_id], matter: more.secondMatter, ...wrong })).toAnswer(400, {
    fields: { [field]: expect.any(String) },
  });
});

it('refuses an entry that is named twice', async () => {
  const { _id } = await copies();
  expect(await post({ entries: [_id, _id], matter: more.secondMatter })).toAnswer(400, {
    fields: { entries: 'An entry is named twice.' },
  });
});
