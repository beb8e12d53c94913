import { expect, it } from 'vitest';
import { startFailure } from './start-failure.ts';

const advice = /^The disk is full: make room on it and start Recoup again\./;

it.each([
  Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' }),
  Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' }),
  new Error('PostgreSQL does not start (exit code 1). Its log ends with:\nFATAL: could not write lock file: No space left on device'),
])('tells what to do when the disk is full: %s', (error) => {
  expect(startFailure(error)).toMatch(advice);
  expect(startFailure(error)).toContain(error.message);
});

it.each([
  [new Error('Port 1 is in use'), 'Port 1 is in use'],
  ['a word', 'a word'],
])('leaves other words as they are', (error, words) => {
  expect(startFailure(error)).toBe(words);
});
