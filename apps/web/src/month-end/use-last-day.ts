import { isoDate } from '@recoup/contract/core/fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { closingPreviewQuery } from '../exports/exports.queries.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { useToday } from '../platform/browser/local-day.ts';
import { isEarly, lastDays } from './chosen-month.ts';

/**
 * The last day of what is closed, from the address. Without one the end of the last month while it
 * has entries to close and this month is young, else of this month; undefined until that is known.
 */
export function useLastDay(): string | undefined {
  const today = useToday();
  const [params] = useSearchParams();
  const given = isoDate.safeParse(params.get('to')).data;
  // Kept: after the last month is closed, the page still shows it.
  const [start, setStart] = useState(isEarly(today) ? undefined : lastDays(today).this);
  const isAsking = given === undefined && start === undefined;
  const last = useQuery({
    ...closingPreviewQuery({ to: lastDays(today).last }),
    enabled: isAsking,
  });
  if (isAsking && (last.data !== undefined || last.error !== null))
    setStart(isNothing(last.error) ? lastDays(today).this : lastDays(today).last);
  return given ?? start;
}

function isNothing(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'nothing_to_export';
}
