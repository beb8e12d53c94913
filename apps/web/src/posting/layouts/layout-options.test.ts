import { expect, it } from 'vitest';
import { contentOptions } from './layout-options.ts';

const labels = (content: string, isVatVendor: boolean) =>
  contentOptions(content, { isVatVendor }).map(({ label }) => label);
const ofVat = /VAT|tax/i;

it('offers the contents of VAT to a vendor only', () => {
  expect(labels('date', true).filter((label) => ofVat.test(label))).toEqual([
    'Amount without VAT',
    'VAT',
    'Amount with VAT',
    'VAT rate (%)',
    'VAT treatment',
    'Tax type',
    'Record: VAT',
    'Record: tax type',
  ]);
  expect(labels('date', false).filter((label) => ofVat.test(label))).toEqual([]);
});

it('offers what a column has already', () => {
  expect(labels('gross', false).filter((label) => ofVat.test(label))).toEqual(['Amount with VAT']);
});
