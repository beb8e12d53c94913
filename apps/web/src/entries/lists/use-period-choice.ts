import { useState } from 'react';
import { useToday } from '../../platform/browser/local-day.ts';
import { periodDays, type EntryPeriod, periodOptions, someDays } from './entry-period.ts';

/** A choice of months; `isDays` where the user chooses days instead. */
export function usePeriodChoice(chosen: EntryPeriod, change: (period: EntryPeriod) => void) {
  const today = useToday();
  const { period, from, to } = chosen;
  const [isChosen, setChosen] = useState(false);
  const isDays = from !== '' || to !== '' || (isChosen && period === '');
  return {
    options: periodOptions(today, period),
    value: isDays ? someDays : period,
    isDays,
    choose: (value: string) => {
      setChosen(value === someDays);
      if (value === someDays) change({ period: '', ...periodDays(chosen, today) });
      else change({ period: value, from: '', to: '' });
    },
  };
}
