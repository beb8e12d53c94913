import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ChosenAttorney,
  useChosenAttorney,
} from '../../entries/recording-for/use-chosen-attorney.ts';
import { useOfflinePage } from '../../platform/browser/offline-page.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Suspense, useState } from 'react';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { monthBefore, monthText, toMonth } from '../../platform/browser/months.ts';
import type { Open } from './own-month-dialog.tsx';
import { OwnExceptions } from './own-exceptions.tsx';
import styles from './own-month.module.css';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { useToday } from '../../platform/browser/local-day.ts';
import { isEarly, lastDays } from '../chosen-month.ts';
import { ownMonthQuery, recordedMonthQuery, saveOwnMonth } from './own-month.queries.ts';
import { invalidate } from '../../platform/api/read.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { Other } from '../../entries/recording-for/chosen-attorney.ts';
import { ForField } from '../../entries/recording-for/for-field.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { countOf } from '../../ui/lib/format.ts';

/**
 * The attorney's own month: what to look at before it is closed, and that it is complete. A
 * secretary, who has no types, sees the months of the chosen attorney instead.
 */
export function OwnMonthPage() {
  useOfflinePage();
  const user = useQuery(currentUserQuery).data;
  const recording = useChosenAttorney(user);
  const attorney = recording.hasOwn ? undefined : recording.attorney;
  return (
    <PageFrame title={attorney === undefined ? 'Month' : `Month of ${attorney.name}`} width="form">
      {attorney === undefined ? (
        <OwnMonthPanel />
      ) : (
        <>
          <RecordedMonths recording={recording} attorney={attorney} />
          <OwnMonthIfAny />
        </>
      )}
    </PageFrame>
  );
}

// Most visits open none of them.
const loadDialog = async () => ({
  default: (await import('./own-month-dialog.tsx')).OwnMonthDialog,
});
const OwnMonthDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

/** The attorney's own exceptions and sign-off; quiet when there is nothing to look at. */
function OwnMonthPanel() {
  const to = useOwnLastDay();
  const [open, setOpen] = useState<Open | null>(null);
  useLoadBeforeUse(loadDialog);
  return (
    <Panel label="Before the month is closed" isTight>
      <h2>Before the month is closed</h2>
      {to === undefined ? (
        <div className={styles.waiting} aria-busy="true">
          Loading…
        </div>
      ) : (
        <div className={styles.parts}>
          <MonthCompletion month={toMonth(to)} name={monthText(toMonth(to))} />
          <OwnExceptions
            to={to}
            onOpen={(exception) => setOpen({ kind: 'entry', exception })}
            onAccept={(exceptions) => setOpen({ kind: 'accept', exceptions })}
          />
        </div>
      )}
      {open !== null && to !== undefined && (
        <Suspense>
          <OwnMonthDialog open={open} to={to} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

/** For a secretary: only in a month in which she recorded for herself. */
function OwnMonthIfAny() {
  const to = useOwnLastDay() ?? '';
  const { data } = useQuery({ ...ownMonthQuery(toMonth(to)), enabled: to !== '' });
  return data?.attorneys.length ? <OwnMonthPanel /> : null;
}

/**
 * The last day of the month to complete: of the last month while this one is young and the last one
 * is not complete, else of this month. Undefined until that is known.
 */
function useOwnLastDay(): string | undefined {
  const today = useToday();
  const days = lastDays(today);
  const isAsking = isEarly(today);
  const last = useQuery({ ...ownMonthQuery(toMonth(days.last)), enabled: isAsking });
  // State, because the last month stays after it is complete, so that it can be taken back.
  const [start, setStart] = useState<{ today: string; to: string }>();
  if (start?.today === today) return start.to;
  if (isAsking && last.isPending) return undefined;
  const isDone = last.data?.attorneys.every(({ state }) => state === 'complete') ?? false;
  const to = isAsking && !isDone ? days.last : days.this;
  setStart({ today, to });
  return to;
}

/** Marks the own month as complete, or takes that back. */
function MonthCompletion({ month, name }: { month: string; name: string }) {
  const { data, error } = useQuery(ownMonthQuery(month));
  const save = useSaveMonth(month, name);
  const own = data?.attorneys[0];
  const isComplete = own?.state === 'complete';
  // The second tap of a double tap does not take back what the first one did.
  const isSettled = useSettled(isComplete);
  const since = isComplete ? own.recordedSince : 0;
  return (
    <>
      {save.isError && <Alert kind="error">{save.error.message}</Alert>}
      <div className={styles.month}>
        <span>
          {name}
          {isComplete && (
            <small>
              <StatusDot label="Complete" tone="good" />
              {since > 0 && `, ${since} recorded since`}
            </small>
          )}
          {error !== null && !data && <small>{error.message}</small>}
        </span>
        {data && !own ? (
          <small>You have no month of your own to complete.</small>
        ) : (
          <Button
            variant="outline"
            isBusy={save.isPending}
            isPaused={!isSettled}
            disabled={!data}
            onClick={() => save.mutate(!isComplete)}
          >
            {isComplete ? 'Undo' : 'My month is complete'}
          </Button>
        )}
      </div>
    </>
  );
}

function useSaveMonth(month: string, name: string) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: (isComplete: boolean) => saveOwnMonth(month, isComplete),
    onSuccess: async (saved, isComplete) => {
      client.setQueryData(ownMonthQuery(month).queryKey, saved);
      toast(isComplete ? `${name} is complete.` : `${name} is no longer complete.`);
      await invalidate(client, ['month-ends']);
    },
  });
}

type Props = { recording: ChosenAttorney; attorney: Other };

/** The entries that a secretary recorded for an attorney, who completes the month. */
function RecordedMonths({ recording, attorney }: Props) {
  const month = toMonth(useToday());
  return (
    <Panel label="Recorded months" isTight>
      <ForField
        recording={recording}
        value={attorney._id}
        isDisabled={recording.isFixed}
        onChoose={recording.choose}
      />
      <h2>Recorded for {attorney.name}</h2>
      <div className={styles.parts}>
        {[month, monthBefore(month)].map((each) => (
          <RecordedMonth key={each} month={each} attorney={attorney} />
        ))}
      </div>
      <p>{attorney.name} marks a month as complete.</p>
    </Panel>
  );
}

function RecordedMonth({ month, attorney }: { month: string; attorney: Other }) {
  const { data, error, refetch } = useQuery(recordedMonthQuery(month, attorney._id));
  if (error !== null && !data)
    return (
      <ErrorState
        title={`${monthText(month)} could not be loaded.`}
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className={styles.month} aria-busy={data === undefined}>
      <span>
        {monthText(month)}
        <small>{data ? countOf(data.count, 'entry', 'entries') : 'Loading…'}</small>
      </span>
      {data && <strong>{formatRand(toCentsTotal(data.amount))}</strong>}
    </div>
  );
}
