import type { Entry } from '@recoup/contract/entries/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import {
  aDisbursementType,
  aFirm,
  aMatter,
  assignTypes,
  aUser,
  callFees,
} from '../../test/factories.ts';

const test = useApp();
let token = '';
let entry: Entry;
let setCallFees: () => Promise<unknown>;

beforeEach(async () => {
  const firm = await aFirm(test.db);
  const attorney = await aUser(test.db, { firm });
  const type = await aDisbursementType(test.db, firm, { fixed: false, calculated: true });
  await assignTypes(test.db, firm);
  token = await test.signIn(attorney);
  const body = {
    matter: (await aMatter(test.db, firm)).id,
    disbursementType: type.id,
    date: '2026-03-05',
    quantity: 2,
    amount: 50,
  };
  entry = (await test.call('POST /entries', { token, body })).json<{ data: Entry }>().data;
  setCallFees = () => callFees(test.db, { firm, attorney, type }, { bands: [[0, 60, 3300]] });
});

const correct = async (body: object) => {
  const reply = await test.call(`PUT /entries/${entry._id}`, { token, body });
  return { status: reply.statusCode, amount: reply.json<{ data?: Entry }>().data?.amount };
};

describe('an entry with a typed amount, whose attorney has call fees since', () => {
  it.each([
    ['amount', { amount: 60 }, 120],
    ['quantity', { quantity: 3 }, 150],
    ['minutes', { minutes: 7 }, 100],
    ['amount, with minutes', { amount: 60, minutes: 7 }, 120],
  ])('is priced by the typed amount after a correction of its %s', async (_, body, amount) => {
    await setCallFees();
    expect(await correct(body)).toEqual({ status: 200, amount });
    const reply = await test.call(`GET /entries/${entry._id}`, { token });
    expect(reply.json()).toMatchObject({ data: { amount, price: { kind: 'given' } } });
  });
});
