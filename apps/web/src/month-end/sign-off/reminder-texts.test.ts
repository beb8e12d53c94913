import { expect, it } from 'vitest';
import { remindersText } from './reminder-texts.ts';

it.each([
  [false, 3, 8, 'off'],
  [true, 0, 16, 'on the last working day of the month, at 16:00'],
  [true, 1, 8, 'from 1 working day before the last one, at 08:00'],
  [true, 10, 0, 'from 10 working days before the last one, at 00:00'],
])('says when reminders go out (%s, %i, %i)', (isOn, workingDaysBefore, hour, text) => {
  expect(remindersText({ isOn, workingDaysBefore, hour })).toBe(text);
});
