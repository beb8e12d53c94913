import { expect, it } from 'vitest';
import {
  describePhoneCalls,
  describePhoneRefusal,
  phoneCounts,
  takenText,
  undoPhoneQuestion,
} from './phone-calls-page.tsx';

const none = { taken: 0, repeated: 0, others: 0, doubtful: 0 };

it('counts the calls of a phone by their outcome', () => {
  expect(phoneCounts(none)).toEqual([['New calls', 0]]);
  expect(phoneCounts({ taken: 1, repeated: 2, others: 3, doubtful: 1 })).toEqual([
    ['New calls', 1],
    ['Already known', 2],
    ['To compare', 1],
    ['Other calls', 3],
  ]);
  expect(takenText({ ...none, taken: 1, repeated: 2 })).toBe('1 new call, 2 already known.');
});

it('says what happens with other calls, and what may be there already', () => {
  expect(describePhoneCalls(none)).toBe('Every call of this file has a number of a matter.');
  expect(describePhoneCalls({ ...none, others: 1, taken: 1, doubtful: 1 })).toMatch(
    /^1 other call has no number .* stores nothing of them\. 1 new call may be one/,
  );
  expect(describePhoneRefusal({ refused: 1 })).toMatch(/^1 row has errors, so nothing can be/);
});

it('says what an undo removes', () => {
  expect(undoPhoneQuestion({ taken: 1 })).toMatch(
    /^The call that the file added is removed, unless/,
  );
  expect(undoPhoneQuestion({ taken: 2 })).toMatch(/^The 2 calls that the file added are removed/);
});
