import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { exceptionNames } from '@recoup/contract/month-end/exceptions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Other } from '../../entries/recording-for/chosen-attorney.ts';
import { ForField } from '../../entries/recording-for/for-field.tsx';
import {
  type ChosenAttorney,
  useChosenAttorney,
} from '../../entries/recording-for/use-chosen-attorney.ts';
import { invalidate } from '../../platform/api/read.ts';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import { useToday } from '../../platform/browser/local-day.ts';
import { monthBefore, monthText, toMonth } from '../../platform/browser/months.ts';
import { useOfflinePage } from '../../platform/browser/offline-page.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { unlessFailed } from '../../ui/feedback/loaded.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { countOf, formatCount, formatDate } from '../../ui/lib/format.ts';
import { isEarly, lastDays } from '../chosen-month.ts';
import { countsByLevel, notesText, toCheckText } from '../exceptions/exception-groups.ts';
import { exceptionKey, levelTones } from '../exceptions/exception-texts.ts';
import type { Open } from './own-month-dialog.tsx';
import styles from './own-month.module.css';
import {
  type OwnExceptionList,
  ownExceptionsQuery,
  ownMonthQuery,
  recordedMonthQuery,
  saveOwnMonth,
} from './own-month.queries.ts';

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
  const query = useQuery(recordedMonthQuery(month, attorney._id));
  const { data, error, refetch } = unlessFailed(query);
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

type Handlers = {
  onOpen: (exception: Exception) => void;
  onAccept: (exceptions: Exception[]) => void;
};

/**
 * One line until it is opened. While it waits it is as long as its answer: nothing below it moves,
 * and the browser takes the page for drawn before the answer comes.
 */
function OwnExceptions({ to, ...handlers }: Handlers & { to: string }) {
  const { data, error, refetch } = useQuery(ownExceptionsQuery(to));
  if (data)
    return data.count === 0 ? (
      <div className={styles.line}>Nothing to look at up to {formatDate(to)}.</div>
    ) : (
      <Found to={to} found={data} {...handlers} />
    );
  return (
    <div className={styles.line}>
      <span>
        {error === null
          ? `Your entries up to ${formatDate(to)} are being checked before the closing …`
          : `Exceptions could not be loaded. ${error.message}`}
      </span>
      {error !== null && (
        <Button variant="outline" onClick={() => void refetch()}>
          Retry
        </Button>
      )}
    </div>
  );
}

function Found({ to, found, ...handlers }: Handlers & { to: string; found: OwnExceptionList }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, count, groups } = found;
  const counts = countsByLevel(groups, 'open');
  const infos = data.filter(({ level }) => level === 'info');
  const others = data.filter(({ level }) => level !== 'info');
  return (
    <>
      <div className={styles.line}>
        <span>
          {toCheckText(counts)} up to {formatDate(to)}
        </span>
        <Button variant="outline" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </div>
      {isOpen && others.length > 0 && <ToLookAt data={others} {...handlers} />}
      {isOpen && infos.length > 0 && (
        <details>
          <summary>{notesText(counts.info)}</summary>
          <ul className={styles.exceptions} aria-label="Own notes">
            {infos.map((exception) => (
              <Line key={exceptionKey(exception)} exception={exception} onOpen={handlers.onOpen} />
            ))}
          </ul>
        </details>
      )}
      {isOpen && count > data.length && (
        <p className={styles.line}>The first {data.length} are shown.</p>
      )}
    </>
  );
}

/** Blocking exceptions, and warnings, of which several are accepted for one reason. */
function ToLookAt({ data, onOpen, onAccept }: Handlers & { data: readonly Exception[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const warnings = data.filter(({ level }) => level === 'warn');
  const selected = warnings.filter((each) => chosen.has(exceptionKey(each)));
  const choose = (items: readonly Exception[]) => setChosen(new Set(items.map(exceptionKey)));
  const toggle = (item: Exception) =>
    choose(
      selected.includes(item) ? selected.filter((each) => each !== item) : [...selected, item],
    );
  return (
    <>
      {warnings.length > 0 && (
        <WarningBar {...{ warnings, selected, choose }} onAccept={() => onAccept(selected)} />
      )}
      <ul className={styles.exceptions} aria-label="Own exceptions">
        {data.map((exception) => (
          <Line key={exceptionKey(exception)} exception={exception} onOpen={onOpen}>
            {exception.level === 'block' ? (
              <small>Put right, or ask your firm’s administrator.</small>
            ) : (
              <CheckboxField
                label="Select"
                aria-label={`Select: ${exceptionNames[exception.code]}, ${exception.subject.name}`}
                checked={selected.includes(exception)}
                onChange={() => toggle(exception)}
              />
            )}
          </Line>
        ))}
      </ul>
    </>
  );
}

type BarProps = {
  warnings: readonly Exception[];
  selected: readonly Exception[];
  choose: (items: readonly Exception[]) => void;
  onAccept: () => void;
};

function WarningBar({ warnings, selected, choose, onAccept }: BarProps) {
  const areAll = selected.length === warnings.length;
  return (
    <div className={styles.actions}>
      <Button disabled={selected.length === 0} onClick={onAccept}>
        Accept selected
      </Button>
      <Button variant="outline" onClick={() => choose(areAll ? [] : warnings)}>
        {areAll ? 'Select none' : 'Select all warnings'}
      </Button>
      <output>{selected.length > 0 && `${formatCount(selected.length)} selected`}</output>
    </div>
  );
}

type LineProps = Pick<Handlers, 'onOpen'> & { exception: Exception; children?: React.ReactNode };

function Line({ exception, onOpen, children }: LineProps) {
  const { code, level, message, subject, hasLapsed } = exception;
  return (
    <li>
      <StatusDot label={exceptionNames[code]} tone={levelTones[level]} />
      <p>{message}</p>
      {hasLapsed && <p>Accepted before, but the facts changed.</p>}
      <div className={styles.actions}>
        {subject.kind === 'entry' ? (
          <Button variant="outline" onClick={() => onOpen(exception)}>
            {subject.name}
          </Button>
        ) : (
          <span>{subject.name}</span>
        )}
        {children}
      </div>
    </li>
  );
}
