import { expect, it } from 'vitest';
import { columnOptions } from './import-form.tsx';

const values = (current?: string) =>
  columnOptions(['Ref', 'Name', '', 'First', 'Last'], current).map(({ value }) => value);

it('offers each named column once, and several columns as they were put together', () => {
  expect(values()).toEqual(['', 'Ref', 'Name', 'First', 'Last']);
  expect(values('Ref')).toEqual(['', 'Ref', 'Name', 'First', 'Last']);
  expect(values('First + Last')).toEqual(['', 'First + Last', 'Ref', 'Name', 'First', 'Last']);
});
