import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { useBulkCorrections } from '../../../test/bulk-corrections.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { lockFeesOfFirm } from '../../call-fees/fee-changes.service.ts';
import { lockClosings } from '../../exports/closings.service.ts';
import { createFirmScope } from '../../platform/core/actor.ts';

const rooms = useBulkCorrections();
const { test, ctx, more, post, correct, record, copies, read, change, close, undo, undone } = rooms;
const { tables, audited } = rooms;

it('gives entries exactly what they had before, once', async () => {
  const [one, two] = [
    await record('thabo', '2026-03-05', 32),
    await record('thabo', '2026-03-06', 3),
  ];
  const before = await tables();
  const { _id } = await correct({
    entries: [one._id, two._id],
    matter: more.secondMatter,
    disbursementType: ctx.consultation,
  });
  expect(await tables()).not.toEqual(before);
  const first = await undone(_id);
  expect(first).toMatchObject({ entries: 2, undoneBy: { _id: expect.any(String) } });
  expect(await tables()).toEqual(before);
  expect(await read(one._id)).toMatchObject({ version: 3, amount: 150.5 });
  expect(await undone(_id)).toEqual(first);
  expect(await read(one._id)).toMatchObject({ version: 3 });
  expect((await audited(one._id)).at(-1)).toEqual({
    matterId: [more.secondMatter, ctx.matter],
    disbursementTypeId: [ctx.consultation, ctx.call],
    amount: [500, 150.5],
    reason: 'The correction of many entries was undone.',
    undoneCorrection: _id,
  });
  expect(await audited(_id, 'entry-correction.undone')).toEqual([{ entries: 2 }]);
});

it('changes none when one was changed since, and names it', async () => {
  const [one, two] = [await copies(), await copies({ date: '2026-03-06' })];
  const { _id } = await correct({ entries: [one._id, two._id], matter: more.secondMatter });
  await change(two._id, { narration: 'Another text' });
  const reply = await undo(_id);
  expect(reply).toAnswer(409, { code: 'conflict' });
  expect(reply.json<{ message: string }>().message).toMatch(
    /^The entry of 6 March 2026, .+, Thabo Mokoena was changed since\.$/,
  );
  expect(await read(one._id)).toMatchObject({ matter: { _id: more.secondMatter }, version: 2 });
});

it('changes none when some were deleted since', async () => {
  const [one, two] = [await copies(), await copies()];
  const { _id } = await correct({ entries: [one._id, two._id], matter: more.secondMatter });
  await test.call(`DELETE /entries/${two._id}?reason=Twice`, { token: ctx.admin });
  expect(await undo(_id)).toAnswer(409, { message: '1 of its entries were deleted since.' });
});

it('changes none that a closed export holds, until it is reopened', async () => {
  const made = [await copies(), await copies()];
  const { _id } = await correct({
    entries: made.map((entry) => entry._id),
    matter: more.secondMatter,
  });
  const closed = await close();
  const reply = await undo(_id);
  expect(reply).toAnswer(409, { code: 'entry_is_locked' });
  expect(reply.json<{ message: string }>().message).toMatch(
    /^Entries \(5 March 2026, .+; 5 March 2026, .+\) were locked since/,
  );
  await test.call(`PUT /exports/${closed._id}/reopening`, {
    token: ctx.admin,
    body: { reason: 'Too early' },
  });
  expect((await undone(_id)).undoneAt).not.toBeNull();
});

it('refuses to restore fees that were undone since', async () => {
  const raised = await rooms.raise({ cells: [rooms.cell('thabo', 'call')] });
  const { _id: entry } = await record('thabo', '2026-03-05', 3);
  const { _id } = await correct({ entries: [entry], disbursementType: ctx.consultation });
  await test.call(`DELETE /rate-changes/${raised._id}`, { token: ctx.admin });
  const reply = await undo(_id);
  expect(reply).toAnswer(409, { code: 'conflict' });
  expect(reply.json<{ message: string }>().message).toContain('fees that were undone since');
});

it('refuses to restore a matter that is gone', async () => {
  const { _id: entry } = await copies();
  const { _id } = await correct({ entries: [entry], matter: more.secondMatter });
  await test.deleteRows('matters', { id: ctx.matter });
  expect(await undo(_id)).toAnswer(409, {
    message: 'A matter of its entries was removed since by the undo of an import.',
  });
});

it.each([
  ['a closing', lockClosings],
  ['a change of fees', lockFeesOfFirm],
])('waits for %s', async (_, lock) => {
  const { _id: entry } = await copies();
  const waitFor = async (send: () => ReturnType<typeof post>) => {
    const waiting: { reply?: ReturnType<typeof post> } = {};
    await test.db.transaction().execute(async (trx) => {
      await lock(trx, createFirmScope(ctx.firm.id));
      waiting.reply = send();
      await expect.poll(() => countLockWaits(test.db)).toBe(1);
    });
    return (await waiting.reply)?.statusCode;
  };
  const id = newId();
  const body = { _id: id, entries: [entry], matter: more.secondMatter };
  expect(await waitFor(() => post(body))).toBe(201);
  expect(await waitFor(() => undo(id))).toBe(200);
});

it('lets one of two admins correct an entry that both previewed', async () => {
  const { _id } = await copies();
  const shown = await rooms.preview({ entries: [_id], matter: more.secondMatter });
  const { state } = await rooms.preview({ entries: [_id], disbursementType: more.prints });
  const codes = await Promise.all([
    post({ entries: [_id], matter: more.secondMatter, expected: shown.state }),
    post({ entries: [_id], disbursementType: more.prints, expected: state }),
  ]);
  expect(codes.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
});
