import { isWorkingDay } from '../month-end/working-days.ts';
import { southAfrican } from './days.ts';

export const intakeDays = ['daily', 'working_days'] as const;
export type IntakeDay = (typeof intakeDays)[number];

/** The first time after a moment, `HH:MM` in South Africa. */
export function nextIntakeTime(
  { days, time }: { days: IntakeDay; time: string },
  after: Date,
): Date {
  for (let ahead = 0; ; ahead += 1) {
    const day = southAfrican(new Date(after.getTime() + ahead * dayMs));
    const at = new Date(`${day}T${time}:00+02:00`);
    if (at > after && (days === 'daily' || isWorkingDay(day))) return at;
  }
}

const dayMs = 86_400_000;
