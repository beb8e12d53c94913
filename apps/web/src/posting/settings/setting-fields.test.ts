import type { PostingLayout } from '@recoup/contract/posting/endpoints';
import { expect, it } from 'vitest';
import {
  settingClients,
  keyedTexts,
  settingLines,
  settingFields,
  settingsWith,
  settingValuesFrom,
} from './setting-fields.ts';

const layout: PostingLayout = {
  _id: 'own',
  name: 'Own',
  isBuiltIn: false,
  help: null,
  needs: ['accounts', 'contraAccount', 'clientIds', 'taxTypes'],
  header: true,
  delimiter: ',',
  quote: 'always',
  lineEnd: 'lf',
  encoding: 'utf-8',
  records: 1,
  columns: ['financialPeriod', 'taxType'].map((field) => ({
    title: '',
    field,
    fit: 'cut',
    align: 'left',
    date: '',
    sign: 'minus',
    decimalMark: '.',
  })),
  version: 1,
};
const options = {
  types: [{ _id: 't1', title: 'Call' }],
  clients: ['A. B. Ltd'],
  isVatVendor: true,
};

it('has a field for what the layout needs, the VAT of a vendor, and the first month', () => {
  expect(settingFields(layout, options).map(({ name }) => name)).toEqual([
    'accounts.t1',
    'contraAccount',
    'clientIds.A. B. Ltd',
    'taxTypes.none',
    'taxTypes.cost',
    'taxTypes.agent',
    'taxTypes.zero',
    'taxTypes.exempt',
    'firstMonth',
  ]);
  const noVendor = settingFields(layout, { ...options, isVatVendor: false });
  expect(noVendor.filter(({ name }) => name.startsWith('tax'))).toEqual([]);
});

it('keeps what it does not show, and takes away what was emptied', () => {
  const saved = { accounts: { t1: '1', t2: '2' }, firmId: 'F', firstMonth: 3 };
  const fields = settingFields(layout, { ...options, isVatVendor: false });
  const values = { ...settingValuesFrom(fields, saved), field0: ' ', field2: ' C1 ', field3: '7' };
  expect(settingsWith(saved, { fields, values })).toMatchObject({
    accounts: { t2: '2' },
    firmId: 'F',
    clientIds: { 'A. B. Ltd': 'C1' },
    firstMonth: 7,
  });
});

it('names errors by the fields of the form, and the clients that lack an ID', () => {
  const missing = { 'clientIds.A. B. Ltd': 'Enter it.', 'accounts.unknown': 'Enter it.' };
  expect(keyedTexts(settingFields(layout, options), missing)).toEqual({ field2: 'Enter it.' });
  expect(settingClients({ accounts: {}, clientIds: { Z: '1' } }, Object.keys(missing))).toEqual([
    'A. B. Ltd',
    'Z',
  ]);
});

it('compares codes that have no field, too', () => {
  const fields = settingFields(layout, { ...options, isVatVendor: false });
  const theirs = { accounts: { t1: '2' }, clientIds: { Z: 'C9' }, checksEntries: true };
  const lines = settingLines(fields, [{ accounts: { t1: '1' } }, theirs]);
  expect(lines(theirs)).toEqual([
    ['Account of Call', '2'],
    ['Contra account', ''],
    ['Client ID of A. B. Ltd', ''],
    ['First month of the financial year', ''],
    ['Client ID of Z', 'C9'],
    ['Check entries before a closing', 'Yes'],
  ]);
});
