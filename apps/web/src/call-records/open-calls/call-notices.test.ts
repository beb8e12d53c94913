import { expect, it } from 'vitest';
import { callNoticeText } from './call-notices.tsx';

it.each([
  [30, 'A call of 1 minute is ready to record.'],
  [241, 'A call of 5 minutes is ready to record.'],
])('tells of a call of %i seconds by its minutes alone', (seconds, text) => {
  expect(callNoticeText(seconds)).toBe(text);
});
