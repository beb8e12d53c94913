import type { Entry } from '@recoup/contract/entries/endpoints';
import { expect, it } from 'vitest';
import { deletedText } from './correction-texts.ts';

const entry = (number: string) =>
  ({
    disbursementType: { _id: '', name: 'Call' },
    matter: { _id: '', name: '', number },
    date: '2026-03-05',
  }) as Entry; // the fields that are read

it('names deleted entries, of many the first five', () => {
  expect(deletedText([entry('NP0001')]).replaceAll('\u00A0', ' ')).toBe(
    '1 selected entry was deleted, so that nothing can be saved: Call on NP0001, 5 Mar 2026.',
  );
  const many = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((number) => entry(number));
  expect(deletedText(many)).toMatch(
    /^7 selected entries were deleted, so that nothing can be saved: Call on A, .*; 2 more\.$/,
  );
});
