import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aDisbursementType, aFirm } from '../../test/factories.ts';
import { aPostingFirm, type PostingFirm } from '../../test/posting-firm.ts';

const test = useApp();
let foreignType = '';
let firm: PostingFirm | undefined;
const of = (): PostingFirm => firm as PostingFirm; // set before each test

beforeAll(async () => {
  foreignType = (await aDisbursementType(test.db, await aFirm(test.db))).id;
});

beforeEach(async () => {
  firm = await aPostingFirm(test);
});

it('keeps the settings of a layout', async () => {
  expect(await of().settings('sage-pastel')).toEqual({ accounts: {}, version: 0 });
  const given = {
    accounts: { [of().call]: '4000000' },
    contraAccount: '7000000',
    clientIds: { Botha: 'C1' },
  };
  expect(await of().save('sage-pastel', given)).toMatchObject({ statusCode: 200 });
  expect(await of().settings('sage-pastel')).toEqual({ ...given, version: 1 });
  expect(await of().settings('xero-journal')).toEqual({ accounts: {}, version: 0 });
  await of().save('sage-pastel', { accounts: {} });
  expect(await of().settings('sage-pastel')).toEqual({ accounts: {}, version: 2 });
});

it.each([
  [
    (): object => ({ accounts: { [foreignType]: '1' } }),
    (): string => `accounts.${foreignType}`,
    'no such',
  ],
  [() => ({ accounts: { [of().call]: '' } }), () => `accounts.${of().call}`, 'Enter a code'],
  [() => ({ accounts: {}, firstMonth: 13 }), () => 'firstMonth', '1 to 12'],
  [() => ({ accounts: {}, password: 'x' }), () => 'password', 'not known'],
  [() => ({ accounts: 'x' }), () => 'accounts', 'codes by'],
])('rejects settings (case %#)', async (body, field, words) => {
  const reply = await of().save('xero-journal', body());
  expect([reply.statusCode, reply.json()]).toMatchObject([
    400,
    { fields: { [field()]: expect.stringContaining(words) } },
  ]);
  expect(await of().settings('xero-journal')).toEqual({ accounts: {}, version: 0 });
});

it('refuses to overwrite settings that were saved since they were read', async () => {
  const save = async (contraAccount: string, version?: number) =>
    of().save('xero-journal', { accounts: {}, contraAccount, version });
  expect((await save('100', 0)).json()).toMatchObject({ data: { version: 1 } });
  const late = await save('200', 0);
  expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'changed_meanwhile' }]);
  expect(await of().settings('xero-journal')).toMatchObject({ contraAccount: '100', version: 1 });
  const both = await Promise.all([save('300', 1), save('400', 1)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect((await save('500')).statusCode).toBe(200);
  expect(await of().settings('xero-journal')).toMatchObject({ contraAccount: '500', version: 3 });
});
