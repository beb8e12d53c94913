import { expect, it } from 'vitest';
import { overrideError } from './closing-dialog.tsx';

it.each([
  ['', 'Enter a reason.'],
  ['  ', 'Enter a reason.'],
  ['ok ', 'Must be at least 3 characters long.'],
  ['Yes', undefined],
])('%j gives %s', (reason, error) => {
  expect(overrideError(reason)).toBe(error);
});
