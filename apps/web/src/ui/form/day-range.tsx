import type { ReactNode } from 'react';
import { DayField } from './day-field.tsx';

type Days = { from: string; to: string };
type Props = Days & { error?: ReactNode; onChange: (change: Partial<Days>) => void };

/** The first and the last day of a period; an empty one is open. */
export function DayRange({ from, to, error, onChange }: Props) {
  return (
    <>
      <DayField
        label="From"
        max={optionalDay(to)}
        value={from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <DayField
        label="To"
        min={optionalDay(from)}
        error={error}
        value={to}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
    </>
  );
}

/** An empty `min` or `max` is no valid HTML. */
function optionalDay(day: string): string | undefined {
  return day === '' ? undefined : day;
}
