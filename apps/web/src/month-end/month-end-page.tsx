import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { RecoveriesPart } from '../entries/recoveries/recoveries-part.tsx';
import { DownloadAgain } from '../exports/download-again.tsx';
import { lastClosingQuery, shownPreviewQuery } from '../exports/exports.queries.ts';
import { isDay, today, useToday } from '../platform/browser/local-day.ts';
import { toMonth } from '../platform/browser/months.ts';
import { may } from '../platform/session/may.ts';
import { CheckIcon } from '../ui/controls/icons.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { Loaded, unlessFailed } from '../ui/feedback/loaded.tsx';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { Deferred } from '../ui/layout/deferred.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { formatDate } from '../ui/lib/format.ts';
import { useAhead } from '../ui/list/use-ahead.ts';
import { useSearchParamsState } from '../ui/list/use-search-params-state.ts';
import { isEarly, lastDays, monthChoiceFor } from './chosen-month.ts';
import { ClosedAs, ClosingPanel } from './closing/closing-panel.tsx';
import { countsByLevel, toCheckText } from './exceptions/exception-groups.ts';
import { useFirstExceptions } from './exceptions/exception-view.ts';
import { ExceptionsPanel } from './exceptions/exceptions-panel.tsx';
import styles from './month-end.module.css';
import { exceptionGroupsQuery, monthEndQuery } from './month-end.queries.ts';
import { AttorneyMonths } from './sign-off/attorney-months.tsx';
import { signOffSummary } from './sign-off/sign-off-texts.ts';

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
      <Deferred>
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
            <RecoveriesPart months={13} />
          </div>
        </Panel>
      </Deferred>
    </>
  );
}

/**
 * The steps and the exceptions appear together, so that nothing pushes one down, and then stay.
 * The facts of the closing have their places before they are known.
 */
function useFirstAnswers(to: string): boolean {
  const [isReady, setIsReady] = useState(false);
  const groups = useQuery(exceptionGroupsQuery(to));
  const exceptions = useFirstExceptions(to);
  const month = useQuery(monthEndQuery(toMonth(to)));
  const arePending = [groups, exceptions, month].some(({ isPending }) => isPending);
  if (!isReady && !arePending) setIsReady(true);
  return isReady || !arePending;
}

/** The last day of what is closed, from the address or else the usual one, once that is known. */
function useLastDay(): string | undefined {
  const [params] = useSearchParams();
  const to = params.get('to') ?? '';
  const isRequested = isDay(to);
  const usual = useUsualLastDay(!isRequested);
  return isRequested ? to : usual;
}

/**
 * The end of the last month while it has entries to close and this month is young, else of this
 * month. Those who close nothing begin with the last month all the while.
 */
function useUsualLastDay(isShown: boolean): string | undefined {
  const day = useToday();
  const days = lastDays(day);
  const dayIfYoung = may('exports:write') ? undefined : days.last;
  // State, because after the last month is closed, the page still shows it.
  const [start, setStart] = useState(isEarly(day) ? dayIfYoung : days.this);
  const isAsking = isShown && start === undefined;
  const query = shownPreviewQuery(days.last);
  const { data, error } = useQuery({ ...query, enabled: isAsking });
  // This tab has recorded or closed something since; else an old answer decides too.
  const isOutdated = useQueryClient().getQueryState(query.queryKey)?.isInvalidated;
  const isNothing = data === null && error === null;
  const isKnown = error !== null || (data !== undefined && !isOutdated);
  if (isAsking && isKnown) setStart(isNothing ? days.this : days.last);
  return start;
}

/** The last day of what is looked at and closed. */
function MonthChoice({ to }: { to: string }) {
  const day = useToday();
  const days = lastDays(day);
  const [isOtherDay, setOtherDay] = useState(monthChoiceFor(to, day) === 'day');
  const [chosen, change] = useChosenDay(to);
  const choice = isOtherDay ? 'day' : monthChoiceFor(chosen, day);
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

/** `isDone` is undefined until it is known. */
type Step = { id: string; title: string; isDone: boolean | undefined; text: string };

/** The four steps of a month end, each with a tick once it is done, and the way to it. */
function StepList({ to }: { to: string }) {
  const { search } = useLocation();
  const steps = [useCheckStep(to), usePeopleStep(to), useCloseStep(to), useHandOverStep()];
  return (
    <ol className={styles.steps} aria-label="Steps of the month end">
      {steps
        .filter((step) => step !== undefined)
        .map(({ id, title, isDone, text }, index) => (
          <li key={id}>
            <Link to={{ search, hash: `#${id}` }}>
              <span className={styles.tick} data-done={isDone === true || undefined}>
                {isDone === true ? <Tick /> : index + 1}
              </span>
              <span>
                <strong>{title}</strong>
                <small>{text}</small>
              </span>
            </Link>
          </li>
        ))}
    </ol>
  );
}

function Tick() {
  return (
    <>
      <CheckIcon />
      <span className="visually-hidden">Done:</span>
    </>
  );
}

function useCheckStep(to: string): Step {
  const { data } = unlessFailed(useQuery(exceptionGroupsQuery(to)));
  const counts = data && countsByLevel(data, 'open');
  return {
    id: 'check',
    title: 'Check',
    isDone: counts && counts.block + counts.warn === 0,
    text: counts ? toCheckText(counts) : '…',
  };
}

function usePeopleStep(to: string): Step {
  const attorneys = unlessFailed(useQuery(monthEndQuery(toMonth(to)))).data?.attorneys;
  return {
    id: 'people',
    title: 'People',
    isDone: attorneys?.every(({ state }) => state === 'complete'),
    text: attorneys ? signOffSummary(attorneys) : '…',
  };
}

function useCloseStep(to: string): Step | undefined {
  const mayClose = may('exports:write');
  const { data: preview, error } = useQuery({ ...shownPreviewQuery(to), enabled: mayClose });
  if (!mayClose) return undefined;
  const data = error === null ? preview : undefined;
  const isNothing = data === null;
  const sum = data && formatRand(toCentsTotal(data.sum));
  return {
    id: 'close',
    title: 'Close',
    isDone: isNothing || (data ? false : undefined),
    text: isNothing ? 'Nothing new' : (sum ?? '…'),
  };
}

function useHandOverStep(): Step | undefined {
  const { data: record } = useQuery(lastClosingQuery(today()));
  if (!may('exports:write')) return undefined;
  const isSent = record?.mails.some(({ state }) => state !== 'failed') === true;
  const isDone = record && (isSent || record.postings.length > 0);
  return {
    id: 'hand-over',
    title: 'Hand over',
    isDone: isDone ?? undefined,
    text: record ? `Export ${record.number}${isDone ? '' : ', not yet'}` : 'Nothing closed yet',
  };
}

// Large, and below the other steps.
const PostingPanel = lazyPart(async () => ({
  default: (await import('../posting/file/posting-panel.tsx')).PostingPanel,
}));
const ExportMails = lazyPart(async () => ({
  default: (await import('../mail/export-mails.tsx')).ExportMails,
}));
const ExportHandOvers = lazyPart(async () => ({
  default: (await import('../hand-over/export-hand-overs.tsx')).ExportHandOvers,
}));

/**
 * Steps above become shorter once they are read again, some by a request after another: this long
 * (ms) nothing is read before the page goes on with this one.
 */
const settledMs = 300;

/**
 * Files of the last closing, its emails, and its hand-over by SFTP; as on its own page. The form of
 * an email is open for the export that was just closed.
 */
function HandOverStep({ justClosed }: { justClosed: string | undefined }) {
  const query = useQuery(lastClosingQuery(today()));
  const { data: record } = query;
  const isBusy = useIsFetching() > 0;
  const [shown, setShown] = useState<string>();
  const isClosed = justClosed !== undefined && record?._id === justClosed;
  useEffect(() => {
    if (!isClosed || isBusy) return undefined;
    const timer = setTimeout(() => setShown(justClosed), settledMs);
    return () => clearTimeout(timer);
  }, [isClosed, isBusy, justClosed]);
  return (
    <>
      <Panel id="hand-over" label="Hand over">
        <h2 key={shown} ref={shown === undefined ? undefined : takeFocus} tabIndex={-1}>
          4. Hand over
        </h2>
        <Loaded query={query} what="The last export">
          {(closed) =>
            closed === null ? (
              <p className={shared.muted}>Nothing is closed yet. Its files appear here.</p>
            ) : (
              <>
                <ClosedAs record={closed} />
                <DownloadAgain id={closed._id} />
              </>
            )
          }
        </Loaded>
      </Panel>
      {record && (
        <Suspense fallback={<p aria-busy="true">Loading…</p>}>
          <PostingPanel key={`posting ${record._id}`} record={record} />
          <ExportMails key={record._id} record={record} startsOpen={record._id === justClosed} />
          <ExportHandOvers record={record} />
        </Suspense>
      )}
    </>
  );
}

/** After a closing the page goes on with this step, unless the user fills in its form already. */
function takeFocus(heading: HTMLHeadingElement | null): void {
  if (document.activeElement?.closest('form')) return;
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
