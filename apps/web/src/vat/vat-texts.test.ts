import { expect, it } from 'vitest';
import { lineVatText } from './vat-texts.ts';

it.each([
  ['cost', 15, 'VAT R 15.00'],
  ['agent', 0, 'VAT R 0.00'],
  ['none', 0, undefined],
] as const)('says of a line with treatment %s', (treatment, vat, text) => {
  const input = { treatment, percent: 15, net: 100, vat, gross: 100 + vat };
  expect(lineVatText(input)?.replaceAll('\u00A0', ' ')).toBe(text);
  expect(lineVatText(undefined)).toBeUndefined();
});
