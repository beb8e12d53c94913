import { useQuery } from '@tanstack/react-query';
import { useToday, localDay } from '../platform/browser/local-day.ts';
import { Deferred } from '../ui/layout/deferred.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { ExceptionsPanel } from './exceptions-panel.tsx';
import styles from './overview.module.css';
import {
  attorneyMonthsQuery,
  exceptionGroupsQuery,
  hasEntriesQuery,
} from './overview-page.queries.ts';
import { overviewQuery, overviewStaleMs } from './overview.queries.ts';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { totalsText } from '@recoup/contract/vat/totals';
import { unexportedQuery, lastClosingQuery } from '../exports/exports.queries.ts';
import { paths } from '../platform/browser/paths.ts';
import { countOf, formatDate } from '../ui/lib/format.ts';
import { OverviewPanel } from './overview-panel.tsx';
import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';
import type { ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import { Link } from 'react-router';
import { silentAttorneys, silentMarks, silentText, failedMailText } from './overview-texts.ts';
import type { MonthlyRecovery } from '@recoup/contract/entries/endpoints';
import { loadRecoveries, RecoveriesPart } from '../entries/recoveries/recoveries-part.tsx';
import { recoveriesQuery } from '../entries/lists/firm-entries.queries.ts';
import { monthName, monthsBefore } from '../entries/recoveries/recoveries.data.ts';
import { compareMonths } from './compare-months.ts';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { exportStates, mailStatesText } from '../exports/export-texts.ts';
import { AlertIcon } from '../ui/controls/icons.tsx';
import { StatusDot } from '../ui/feedback/status-dot.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { Loaded } from '../ui/feedback/loaded.tsx';
import type { Overview, SetUpStep as SetUpStepName } from '@recoup/contract/overview/endpoints';

/** The firm admin's day; for a firm without entries what is still to be set up. */
export function OverviewPage() {
  const { data, isError } = useQuery({ ...overviewQuery, staleTime: overviewStaleMs });
  const counted = useQuery({ ...hasEntriesQuery, enabled: isError });
  const entries = data?.setUp.steps.find(({ step }) => step === 'entries');
  const hasEntries = entries?.isDone ?? counted.data;
  return (
    <PageFrame title="Overview" intro="Where your firm stands today.">
      {hasEntries === false ? <SetUp /> : <Panels />}
    </PageFrame>
  );
}

function Panels() {
  const today = useToday();
  return (
    <div className={styles.panels}>
      <UnexportedPanel today={today} />
      <LastClosingPanel today={today} />
      <ExceptionsPanel today={today} />
      <SilentAttorneysPanel today={today} />
      <Deferred>
        <MonthsPanel />
      </Deferred>
    </div>
  );
}

/** Totals of the entries that the next closing export would include. */
function UnexportedPanel({ today }: { today: string }) {
  return (
    <OverviewPanel
      title="Not exported yet"
      what="New entries"
      result={useQuery(unexportedQuery(today))}
      link={{ to: paths.monthEnd, label: 'Month end' }}
    >
      {(preview) =>
        preview === null ? (
          <p>Everything recorded has been exported.</p>
        ) : (
          <>
            <p className={styles.figure}>{formatRand(toCentsTotal(preview.sum))}</p>
            {preview.vat && <p>{totalsText(preview.vat)}</p>}
            <p>
              {countOf(preview.rows, 'entry', 'entries')} since {formatDate(preview.firstDay)}
            </p>
          </>
        )
      }
    </OverviewPanel>
  );
}

/** More would hide the panels below; the page Month end lists all. */
const maxNames = 5;

/** Attorneys who may have forgotten to record. The exceptions only add to the names. */
function SilentAttorneysPanel({ today }: { today: string }) {
  const groups = useQuery(exceptionGroupsQuery(today)).data ?? [];
  return (
    <OverviewPanel
      title="Nothing recorded this month"
      what="Months of attorneys"
      result={useQuery(attorneyMonthsQuery(today))}
      link={{ to: paths.firmEntries, label: 'Entries' }}
    >
      {(months) => <Silent months={months} groups={groups} />}
    </OverviewPanel>
  );
}

type SilentProps = { months: readonly AttorneyMonth[]; groups: readonly ExceptionGroup[] };

function Silent({ months, groups }: SilentProps) {
  const silent = silentAttorneys(months, groups);
  return (
    <>
      <p>{silentText(silent.length, months.length)}</p>
      <ul className={styles.lines}>
        {silent.slice(0, maxNames).map(({ _id: id, name, mark }) => (
          <li key={id}>
            <Link to={paths.entriesBy({ attorney: id })}>{name}</Link>{' '}
            {mark !== undefined && <span className={styles.muted}>{silentMarks[mark]}</span>}
          </li>
        ))}
      </ul>
      {silent.length > maxNames && (
        <p>
          <Link to={paths.monthEnd}>{silent.length - maxNames} more on Month end</Link>
        </p>
      )}
    </>
  );
}

const earlierMonths = 12;

// Beside the data, so that it is there when the rest is drawn.
void loadRecoveries().catch(() => {});

/** One request for the sentence and the chart. */
function MonthsPanel() {
  const from = monthsBefore(earlierMonths);
  return (
    <div className={styles.months}>
      <OverviewPanel
        title="This month and the twelve before"
        what="Recoveries"
        result={useQuery(recoveriesQuery(from))}
        link={{ to: paths.firmEntries, label: 'Entries' }}
      >
        {({ data, count }) => (
          <>
            {count > 0 && <Comparison rows={data} from={from} />}
            <RecoveriesPart months={earlierMonths + 1} />
          </>
        )}
      </OverviewPanel>
    </div>
  );
}

function Comparison({ rows, from }: { rows: readonly MonthlyRecovery[]; from: string }) {
  const { now, month, earlier } = compareMonths(rows, { from, months: earlierMonths + 1 });
  return (
    <div>
      <p className={styles.figure}>
        {formatRand(now)} in {monthName(month)} so far
      </p>
      <p>{earlier}</p>
    </div>
  );
}

/** The last closing export, and whether it arrived. */
function LastClosingPanel({ today }: { today: string }) {
  const result = useQuery(lastClosingQuery(today, { beginsWithLast: true }));
  const last = result.data;
  return (
    <OverviewPanel
      title="Last closing export"
      what="Exports"
      result={result}
      link={
        last
          ? { to: paths.export({ exportId: last._id }), label: `Export ${last.number}` }
          : { to: paths.exports, label: 'Exports' }
      }
    >
      {(record) =>
        record === null ? <p>No export has been closed yet.</p> : <Closing record={record} />
      }
    </OverviewPanel>
  );
}

function Closing({ record }: { record: ExportRecord }) {
  const failed = failedMailText(record.mails);
  return (
    <>
      <p className={styles.figure}>{formatRand(toCentsTotal(record.sum))}</p>
      {record.vat && <p>{totalsText(record.vat)}</p>}
      <p>
        {countOf(record.rows, 'entry', 'entries')}, closed on{' '}
        {formatDate(localDay(new Date(record.createdAt)))} by {record.by.name}
      </p>
      {record.state !== 'closed' && <StatusDot {...exportStates[record.state]} />}
      <p>
        {record.mails.length === 0
          ? 'Not emailed yet.'
          : `Emails: ${mailStatesText(record.mails)}.`}
      </p>
      {failed !== undefined && (
        <p className={styles.failed}>
          <AlertIcon />
          <span>{failed}</span>
        </p>
      )}
    </>
  );
}

/** Set-up steps of a new firm before its first entry, with their progress. */
function SetUp() {
  return (
    <Panel label="Set up your firm">
      <Loaded query={useQuery(overviewQuery)} what="The set-up of the firm">
        {({ setUp: { done, of, steps } }) => (
          <>
            <div className={styles.head}>
              <h2>Set up your firm</h2>
              <output>
                {done} of {of} done
              </output>
            </div>
            <ol className={styles.steps}>
              {steps.map((step) => (
                <SetUpStep key={step.step} {...step} />
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const aboutSteps: Readonly<Record<SetUpStepName, string>> = {
  domains: 'Attorneys sign in with addresses of these. The system admin adds them.',
  types: 'Call is there. Add what else your firm recovers, such as photocopies.',
  matters: 'Import the file of matters from your practice system.',
  attorneys: 'Register who records, with types and the fees of those charged by time.',
  entries: 'Attorneys record calls and costs, each on their own pages.',
};

function SetUpStep({ step, name, path, isDone }: Overview['setUp']['steps'][number]) {
  return (
    <li>
      <div className={styles.step}>
        <h3>{step === 'domains' ? name : <Link to={path}>{name}</Link>}</h3>
        <StatusDot {...(isDone ? shown.done : shown.todo)} />
      </div>
      <p className={styles.muted}>{aboutSteps[step]}</p>
    </li>
  );
}

const shown = {
  done: { label: 'Done', tone: 'good' },
  todo: { label: 'To do', tone: 'warn' },
} as const;
