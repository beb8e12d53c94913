import type { Entry } from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const tokens = { attorney: '', admin: '' };
const ids = { firm: '', attorney: '', colleague: '', matter: '', assigned: '', other: '' };
const toYou =
  '“Counsel” is not assigned to you. Please choose another disbursement type, ' +
  'or ask a firm admin to assign it.';
const toAttorney = toYou.replace('to you', 'to this attorney');

beforeAll(async () => {
  const firm = await test.aFirm();
  const [attorney, colleague] = [await test.aUser({ firm }), await test.aUser({ firm })];
  tokens.attorney = await test.signIn(attorney);
  tokens.admin = await test.signInAdmin({ firm });
  const assigned = await test.aDisbursementType(firm);
  await test.assignTypes(firm);
  const other = await test.aDisbursementType(firm, { title: 'Counsel' });
  const matter = await test.aMatter(firm);
  const all = { firm, attorney, colleague, matter, assigned, other };
  for (const [name, { id }] of Object.entries(all)) Object.assign(ids, { [name]: id });
});

const assignOther = async (userId: string, isAssigned: boolean) => {
  const link = { firmId: ids.firm, userId, disbursementTypeId: ids.other };
  if (isAssigned) await test.insertRows('userDisbursementTypes', { ...link, position: 9 });
  else await test.deleteRows('userDisbursementTypes', link);
};

beforeEach(async () => {
  await assignOther(ids.attorney, false);
  await assignOther(ids.colleague, false);
});

const body = (more: object = {}) => ({
  matter: ids.matter,
  disbursementType: ids.other,
  date: '2026-03-05',
  amount: 5,
  ...more,
});
const record = (more: object, token = tokens.attorney) =>
  test.call('POST /entries', { token, body: body(more) });
const correct = (id: string, change: object, token = tokens.attorney) =>
  test.call(`PUT /entries/${id}`, { token, body: change });
const recorded = async (more: object) => (await record(more)).json<{ data: Entry }>().data._id;

it('rejects a type that the attorney does not have, from attorney and firm admin', async () => {
  const refused = { code: 'invalid_input', fields: { disbursementType: toYou } };
  expect(await record({})).toAnswer(400, refused);
  expect(await record({ attorney: ids.attorney }, tokens.admin)).toAnswer(400, {
    fields: { disbursementType: toAttorney },
  });
  await assignOther(ids.attorney, true);
  expect(await record({})).toAnswer(201);
  expect(await record({ attorney: ids.attorney }, tokens.admin)).toAnswer(201);
});

it('rejects a correction to an unassigned type or to an attorney without the type', async () => {
  const id = await recorded({ disbursementType: ids.assigned });
  const reason = 'It was wrong';
  expect(await correct(id, { disbursementType: ids.other })).toAnswer({
    fields: { disbursementType: toYou },
  });
  await assignOther(ids.attorney, true);
  expect(await correct(id, { disbursementType: ids.other, amount: 5 })).toAnswer(200);
  expect(await correct(id, { attorney: ids.colleague, reason }, tokens.admin)).toAnswer(400, {
    fields: { disbursementType: toAttorney },
  });
  await assignOther(ids.colleague, true);
  expect(await correct(id, { attorney: ids.colleague, amount: 5, reason }, tokens.admin)).toAnswer(
    200,
  );
});

it('accepts corrections and repeats of an entry whose type was unassigned later', async () => {
  await assignOther(ids.attorney, true);
  const _id = newId();
  expect(await record({ _id })).toAnswer(201);
  await assignOther(ids.attorney, false);
  expect(await record({ _id })).toAnswer(201);
  expect(
    await correct(_id, { disbursementType: ids.other, amount: 7, narration: 'Two pages' }),
  ).toAnswer({ data: { amount: 7 } });
});
