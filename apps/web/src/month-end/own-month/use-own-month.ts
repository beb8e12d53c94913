import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useToday } from '../../platform/browser/local-day.ts';
import { isEarly, lastDays } from '../chosen-month.ts';
import { toMonth } from '../../platform/browser/months.ts';
import { ownMonthQuery } from './own-month.queries.ts';

/**
 * The last day of the month to complete: of the last month while this one is young and the last one
 * is not complete, else of this month. Undefined until that is known.
 */
export function useOwnLastDay(): string | undefined {
  const today = useToday();
  const days = lastDays(today);
  const isAsking = isEarly(today);
  const last = useQuery({ ...ownMonthQuery(toMonth(days.last)), enabled: isAsking });
  // Kept: the last month stays after it is marked as complete, so that it can be taken back.
  const [start, setStart] = useState<{ today: string; to: string }>();
  if (start?.today === today) return start.to;
  if (isAsking && last.isPending) return undefined;
  const isDone = last.data?.attorneys.every(({ state }) => state === 'complete') ?? false;
  const to = isAsking && !isDone ? days.last : days.this;
  setStart({ today, to });
  return to;
}
