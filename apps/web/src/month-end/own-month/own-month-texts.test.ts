import { expect, it } from 'vitest';
import { infosText, toLookAtText } from './own-month-texts.ts';

const groups = [
  { level: 'block', open: 1 },
  { level: 'warn', open: 2 },
  { level: 'warn', open: 1 },
  { level: 'info', open: 1 },
] as const;

it('tells what must be looked at from what need not be', () => {
  expect(toLookAtText(groups)).toBe('1 blocking, 3 warnings');
  expect(toLookAtText(groups.slice(2))).toBe('1 warning');
  expect(toLookAtText(groups.slice(3))).toBe('Nothing to check');
  expect(infosText(groups)).toBe('1 note');
  expect(infosText([...groups, ...groups])).toBe('2 notes');
});
