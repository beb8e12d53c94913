import { expect, it } from 'vitest';
import { ignoredText, takenText } from './event-texts.ts';

const ignored = [{ index: 2, reason: 'Nobody answered.' }];

it('says what became of a request, and why a call was ignored', () => {
  expect(takenText({ taken: 1, repeated: 0, ignored: [] })).toBe('1 call taken.');
  expect(takenText({ taken: 0, repeated: 2, ignored })).toBe('0 calls taken, 2 known, 1 ignored.');
  expect(ignored.map(ignoredText)).toEqual(['Call 3: Nobody answered.']);
});
