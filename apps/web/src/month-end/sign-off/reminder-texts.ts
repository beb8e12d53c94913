import type { FirmSettings } from '@recoup/contract/firms/firm-settings-endpoints';

const maxDays = 10;

export const workingDayOptions = Array.from({ length: maxDays + 1 }, (_, days) => ({
  value: String(days),
  label: beforeText(days),
}));

export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: timeText(hour),
}));

/** `from 3 working days before the last one, at 08:00`, or `off`. */
export function remindersText({
  isOn,
  workingDaysBefore,
  hour,
}: FirmSettings['reminders']): string {
  if (!isOn) return 'off';
  const before = beforeText(workingDaysBefore);
  return `${workingDaysBefore === 0 ? 'on' : 'from'} ${before.toLowerCase()}, at ${timeText(hour)}`;
}

function beforeText(days: number): string {
  if (days === 0) return 'The last working day of the month';
  return `${days} working ${days === 1 ? 'day' : 'days'} before the last one`;
}

function timeText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
