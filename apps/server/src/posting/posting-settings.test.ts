import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { preparedBy } from '../../test/prepared.ts';
import { aPostingFirm } from '../../test/posting-firm.ts';

const test = useApp();
let foreignType = '';
const of = preparedBy(beforeEach, async () => aPostingFirm(test));

beforeAll(async () => {
  foreignType = (await test.aDisbursementType(await test.aFirm())).id;
});

it('keeps the settings of a layout', async () => {
  expect(await of().settings('sage-pastel')).toEqual({ accounts: {}, version: 0 });
  const input = {
    accounts: { [of().call]: '4000000' },
    contraAccount: '7000000',
    clientIds: { Botha: 'C1' },
  };
  expect(await of().save('sage-pastel', input)).toMatchObject({ statusCode: 200 });
  expect(await of().settings('sage-pastel')).toEqual({ ...input, version: 1 });
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
])('rejects settings (case %#)', async (body, field, text) => {
  expect(await of().save('xero-journal', body())).toAnswer(400, {
    fields: { [field()]: expect.stringContaining(text) },
  });
  expect(await of().settings('xero-journal')).toEqual({ accounts: {}, version: 0 });
});

it('refuses to overwrite settings that were saved since they were read', async () => {
  const save = async (contraAccount: string, version?: number) =>
    of().save('xero-journal', { accounts: {}, contraAccount, version });
  expect(await save('100', 0)).toAnswer({ data: { version: 1 } });
  expect(await save('200', 0)).toAnswer(409, { code: 'changed_meanwhile' });
  expect(await of().settings('xero-journal')).toMatchObject({ contraAccount: '100', version: 1 });
  const both = await Promise.all([save('300', 1), save('400', 1)]);
  expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  expect(await save('500')).toAnswer(200);
  expect(await of().settings('xero-journal')).toMatchObject({ contraAccount: '500', version: 3 });
});

it.each([
  ['sage-pastel', { contraAccount: '12345678' }, 'contraAccount', 'exactly 7 digits'],
  ['sage-pastel', { contraAccount: '123456' }, 'contraAccount', 'exactly 7 digits'],
  ['sage-pastel', { taxTypes: { cost: '123' } }, 'taxTypes.cost', 'longer than 2'],
  ['sage-pastel', { taxTypes: { none: '123' } }, 'taxTypes.none', 'longer than 2'],
  ['sage-pastel', { contraAccount: '700000Ж' }, 'contraAccount', 'exactly 7 digits'],
  ['xero-journal', { contraAccount: '12345678901' }, 'contraAccount', 'longer than 10'],
  ['ledes98bi', { firmId: 'A|B' }, 'firmId', 'delimiter'],
  ['ledes98bi', { clientIds: { Botha: 'C'.repeat(21) } }, 'clientIds.Botha', 'longer than 20'],
  ['ledes98bi', { clientTaxIds: { Botha: 'é' } }, 'clientTaxIds.Botha', 'ascii cannot hold'],
  ['ledes98bi', { invoiceNumber: 'I'.repeat(60) }, 'invoiceNumber', 'longer than 50'],
])('checks codes of %s with its columns: %j', async (layout, value, field, words) => {
  const reply = await of().save(layout, { accounts: { [of().call]: '4000000' }, ...value });
  const { fields } = reply.json<{ fields: object }>();
  expect([reply.statusCode, fields]).toEqual([400, { [field]: expect.stringContaining(words) }]);
  expect(await of().settings(layout)).toEqual({ accounts: {}, version: 0 });
});

it('checks the account of each type, and of own layouts', async () => {
  const accounts = { [of().call]: '123456789', [of().copies]: '1234567' };
  const reply = await of().save('sage-pastel', { accounts });
  const message = '“123456789” must have exactly 7 digits, as the accounts of Sage Pastel have.';
  expect(reply).toAnswer(400, { message, fields: { [`accounts.${of().call}`]: message } });
  expect(Object.keys(reply.json<{ fields: object }>().fields)).toHaveLength(1);
  const columns = [{ field: 'creditSide', width: 5 }, { field: 'date' }];
  const { _id: own } = await of().addLayout({ name: 'Own', columns });
  expect(await of().save(own, { accounts, firmId: 'Not written' })).toAnswer(400);
  expect(await of().save(own, { accounts: { [of().call]: '=1' } })).toAnswer(400);
  expect(await of().save(own, { accounts: { [of().call]: '12345' } })).toAnswer(200);
});

it('accepts codes of which only other columns are too narrow, and those that are cut', async () => {
  const { _id: own } = await of().addLayout({
    name: 'Narrow',
    columns: [
      { field: 'invoiceNumber', width: 3 },
      { field: 'account', width: 2, fit: 'cut' },
    ],
  });
  const given = { accounts: { [of().call]: '4000' }, invoiceNumber: 'I' };
  expect(await of().save(own, given)).toAnswer(200);
});
