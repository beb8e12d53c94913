import { expect, it } from 'vitest';
import { useBulkCorrections } from '../../../test/bulk-corrections.ts';

const rooms = useBulkCorrections();
const { test, ctx, more, post, correct, preview, record, copies, read, close, setTypes } = rooms;

it('changes none when one cannot be corrected, and says which and why', async () => {
  const locked = await copies();
  const { number } = await close();
  const [open, call] = [await copies(), await record('zanele', '2026-03-05', 3)];
  const link = { userId: ctx.zanele.id, disbursementTypeId: more.prints };
  await test.deleteRows('userDisbursementTypes', link);
  const entries = [open._id, locked._id, call._id];
  const shown = await preview({ entries, disbursementType: more.prints });
  expect(shown).toMatchObject({ changed: 1, problems: 2 });
  const problems = Object.fromEntries(shown.entries.map(({ _id, problem }) => [_id, problem]));
  const why = {
    locked: `Locked by export ${number} until that export is reopened.`,
    unassigned:
      '“Prints” is not assigned to this attorney. ' +
      'Please choose another disbursement type, or ask a firm admin to assign it.',
  };
  expect(problems).toEqual({
    [open._id]: null,
    [locked._id]: why.locked,
    [call._id]: why.unassigned,
  });
  expect(await post({ entries, disbursementType: more.prints })).toAnswer(400, {
    fields: { 'entries.1': why.locked, 'entries.2': why.unassigned },
  });
  const lockedOnly = await post({ entries: [open._id, locked._id], matter: more.secondMatter });
  expect(lockedOnly).toAnswer(409, {
    code: 'entry_is_locked',
    fields: { 'entries.1': why.locked },
  });
  expect(lockedOnly.json<{ message: string }>().message).toBe(
    `1 of 2 entries cannot be corrected: ${why.locked} Nothing was saved.`,
  );
  expect(await read(open._id)).toMatchObject({ version: 1, matter: { _id: ctx.matter } });
});

it('refuses reversals, and entries that were reversed', async () => {
  const entry = await copies();
  await close();
  const as = { token: ctx.admin };
  const reply = await test.call(`POST /entries/${entry._id}/reversal`, {
    ...as,
    body: { reason: 'Twice' },
  });
  const { reversal } = reply.json<{ data: { reversal: { _id: string } } }>().data;
  const [last] = await test.data<{ _id: string }[]>('GET /exports', as);
  await test.call(`PUT /exports/${last?._id ?? ''}/reopening`, {
    ...as,
    body: { reason: 'Too early' },
  });
  const shown = await preview({ entries: [entry._id, reversal._id], matter: more.secondMatter });
  expect(Object.fromEntries(shown.entries.map(({ _id, problem }) => [_id, problem]))).toEqual({
    [entry._id]: 'Locked, because it was reversed. Delete its reversal first.',
    [reversal._id]: 'A reversal cannot be corrected. Delete it, and reverse the entry again.',
  });
});

it('refuses entries without minutes or an amount where the type needs them', async () => {
  const [call, page] = [await record('thabo', '2026-03-05', 3), await copies()];
  const problemOf = async (id: string, disbursementType: string) =>
    (await preview({ entries: [id], disbursementType })).entries[0]?.problem;
  expect(await problemOf(page._id, ctx.call)).toBe('Enter the minutes; they set the price.');
  expect(await problemOf(call._id, more.prints)).toBe(
    'Enter the amount; this type has no call fees.',
  );
});

it('refuses an inactive type, but another matter for an entry of one', async () => {
  const { _id } = await copies();
  await setTypes([more.copies, more.prints], { active: false });
  expect(await post({ entries: [_id], disbursementType: more.prints })).toAnswer(400, {
    fields: { disbursementType: /“Prints” is no longer in use\./ },
  });
  expect(await correct({ entries: [_id], matter: more.secondMatter })).toMatchObject({
    entries: 1,
  });
});

it('names the places of entries that were deleted, and changes none', async () => {
  const [first, open, last] = [await copies(), await copies(), await copies()];
  for (const { _id } of [first, last])
    await test.call(`DELETE /entries/${_id}?reason=Twice`, { token: ctx.admin });
  const body = { entries: [first._id, open._id, last._id], matter: more.secondMatter };
  for (const dryRun of [true, false]) {
    const refused = await post({ ...body, dryRun });
    expect(refused).toAnswer(404, {
      code: 'not_found',
      message: '2 of 3 entries do not exist; they may have been deleted.',
    });
    expect(refused.json<{ fields: object }>().fields).toEqual({
      'entries.0': 'There is no such entry.',
      'entries.2': 'There is no such entry.',
    });
  }
  expect(await read(open._id)).toMatchObject({ version: 1, matter: { _id: ctx.matter } });
});
