import { may } from '../platform/session/may.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { closingPreviewQuery } from '../exports/exports.queries.ts';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { toMonth } from '../platform/browser/months.ts';
import { ClosingPanel, isNothingNew } from './closing/closing-panel.tsx';
import { HandOverStep } from './closing/hand-over-step.tsx';
import { ExceptionsPanel } from './exceptions/exceptions-panel.tsx';
import { useFirstExceptions } from './exceptions/exception-view.ts';
import styles from './month-end.module.css';
import { StepList } from './step-list.tsx';
import { exceptionGroupsQuery, monthEndQuery } from './month-end.queries.ts';
import { AttorneyMonths } from './sign-off/attorney-months.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { useSearchParams } from 'react-router';
import { isDay, useToday } from '../platform/browser/local-day.ts';
import { isEarly, lastDays, monthChoiceFor } from './chosen-month.ts';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { formatDate } from '../ui/lib/format.ts';
import { useAhead } from '../ui/list/use-ahead.ts';
import { useSearchParamsState } from '../ui/list/use-search-params-state.ts';

// The chart brings its own library, and the steps do not wait for it.
const Recoveries = lazyPart(async () => ({
  default: (await import('../entries/recoveries/recoveries.tsx')).Recoveries,
}));

/** Leads from the exceptions of a month to its mailed file (product-2, section 3). */
export function MonthEndPage() {
  const to = useLastDay();
  return (
    <PageFrame title="Month end">
      {to === undefined ? (
        <p aria-busy="true">Loading…</p>
      ) : (
        <>
          <MonthChoice to={to} />
          <Steps to={to} />
        </>
      )}
    </PageFrame>
  );
}

function Steps({ to }: { to: string }) {
  const [justClosed, setJustClosed] = useState<string>();
  const isReady = useFirstAnswers(to);
  if (!isReady) return <p aria-busy="true">Loading…</p>;
  return (
    <>
      <StepList to={to} />
      <ExceptionsPanel to={to} />
      <AttorneyMonths to={to} />
      {may('exports:write') && (
        <>
          <ClosingPanel to={to} onClosed={setJustClosed} />
          <HandOverStep justClosed={justClosed} />
        </>
      )}
      <Panel label="Recoveries by month">
        <h2>This month and the twelve before</h2>
        <div className={styles.chart}>
          <Suspense fallback={<p aria-busy="true">Loading…</p>}>
            <Recoveries months={13} />
          </Suspense>
        </div>
      </Panel>
    </>
  );
}

/** The steps appear together, so that none pushes another down; afterwards they stay. */
function useFirstAnswers(to: string): boolean {
  const [isReady, setIsReady] = useState(false);
  const groups = useQuery(exceptionGroupsQuery(to));
  const exceptions = useFirstExceptions(to);
  const month = useQuery(monthEndQuery(toMonth(to)));
  const mayClose = may('exports:write');
  const preview = useQuery({ ...closingPreviewQuery({ to }), enabled: !isReady && mayClose });
  const needed = [groups, exceptions, month, ...(mayClose ? [preview] : [])];
  const arePending = needed.some(({ isPending }) => isPending);
  if (!isReady && !arePending) setIsReady(true);
  return isReady || !arePending;
}

/**
 * The last day of what is closed, from the address. Without one the end of the last month while it
 * has entries to close and this month is young, else of this month; undefined until that is known.
 */
function useLastDay(): string | undefined {
  const today = useToday();
  const [params] = useSearchParams();
  const to = params.get('to') ?? '';
  const requested = isDay(to) ? to : undefined;
  // State, because after the last month is closed, the page still shows it.
  const [start, setStart] = useState(isEarly(today) ? undefined : lastDays(today).this);
  const isAsking = requested === undefined && start === undefined;
  const last = useQuery({
    ...closingPreviewQuery({ to: lastDays(today).last }),
    enabled: isAsking,
  });
  if (isAsking && (last.data !== undefined || last.error !== null))
    setStart(isNothingNew(last.error) ? lastDays(today).this : lastDays(today).last);
  return requested ?? start;
}

/** The last day of what is looked at and closed. */
function MonthChoice({ to }: { to: string }) {
  const today = useToday();
  const days = lastDays(today);
  const [isOtherDay, setOtherDay] = useState(monthChoiceFor(to, today) === 'day');
  const [chosen, change] = useChosenDay(to);
  const choice = isOtherDay ? 'day' : monthChoiceFor(chosen, today);
  const choose = (wanted: string) => {
    setOtherDay(wanted === 'day');
    if (wanted !== 'day') change(wanted === 'last' ? days.last : days.this);
  };
  return (
    <Panel label="Month" isTight>
      <div className={styles.month}>
        <RadioGroup
          label="Up to the end of"
          options={[
            { value: 'this', label: `This month, ${formatDate(days.this)}` },
            { value: 'last', label: `Last month, ${formatDate(days.last)}` },
            { value: 'day', label: 'A day' },
          ]}
          value={choice}
          onChange={choose}
        />
        {choice === 'day' && (
          <DayField
            label="Last day"
            value={chosen}
            onChange={({ currentTarget }) => {
              if (currentTarget.value !== '') change(currentTarget.value);
            }}
          />
        )}
      </div>
    </Panel>
  );
}

/** Filters of another period may show nothing; they begin again. */
function useChosenDay(to: string): [string, (to: string) => void] {
  const [chosen, show] = useAhead(to);
  const [, changeAddress] = useSearchParamsState();
  const change = (day: string) => {
    show(day);
    changeAddress(() => new URLSearchParams({ to: day }), { preventScrollReset: true });
  };
  return [chosen, change];
}
