import { expect, it } from 'vitest';
import { signOffSummary } from './sign-off-texts.ts';

it.each([
  [[], 'no attorneys'],
  [['complete', 'open'], '1 of 2 complete'],
  [['complete', 'nothing', 'nothing'], '1 of 3 complete, 2 without entries'],
] as const)('%j are %s', (states, text) => {
  expect(signOffSummary(states.map((state) => ({ state })))).toBe(text);
});
