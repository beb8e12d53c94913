import { callRecordEndpoints } from '@recoup/contract/call-records/endpoints';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { NotesProps } from '../../exports/closing/closing-dialog.tsx';
import { read } from '../../platform/api/read.ts';
import { today } from '../../platform/browser/local-day.ts';
import { monthText, toMonth } from '../../platform/browser/months.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loaded, together, withoutOld } from '../../ui/feedback/loaded.tsx';
import { countOf } from '../../ui/lib/format.ts';
import { monthEndQuery } from '../month-end.queries.ts';
import { incompleteText } from '../sign-off/sign-off-texts.ts';

/** Warnings before entries are locked: incomplete people, open exceptions, unrecorded calls. */
export function ClosingNotes({ to, preview, onKnown }: NotesProps) {
  const last = to === '' ? today() : to;
  // The month of a day to come has no sign-off yet.
  const month = toMonth(last > today() ? today() : last);
  const people = useQuery(monthEndQuery(month));
  const openCalls = useQuery(openCallsQuery(to));
  const query = together(withoutOld(people), openCalls);
  const isFetching = people.isFetching || openCalls.isFetching;
  useEffect(() => {
    onKnown(isFetching ? undefined : to);
    return () => onKnown(undefined);
  }, [isFetching, to, onKnown]);
  return (
    <Loaded query={query} what="People and calls">
      {([{ attorneys }, calls]) => {
        const { warn } = preview.exceptions;
        const lines = [
          incompleteText(attorneys, monthText(month)),
          warn > 0 && `${countOf(warn, 'warning is', 'warnings are')} open.`,
          calls.open > 0 &&
            `${formatRand(toCentsTotal(calls.sum))} in ${countOf(calls.open, 'call', 'calls')} ` +
              'nobody recorded.',
        ].filter((line) => typeof line === 'string');
        return lines.map((line) => (
          <Alert key={line} kind="warning">
            {line}
          </Alert>
        ));
      }}
    </Loaded>
  );
}

/** The open calls up to a day. */
function openCallsQuery(to: string) {
  const days = to === '' ? {} : { to };
  const query = { isOpen: 'true', ...days, page: 1, itemsPerPage: 1 } as const;
  return read(callRecordEndpoints.listCallRecords, { query }, { what: 'calls' });
}
