import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { ExportPreview, ExportRecord } from '@recoup/contract/exports/endpoints';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PreviewFacts } from '../../exports/closing/closing-facts.tsx';
import { useClosing } from '../../exports/closing/use-closing.tsx';
import { DownloadOutcome } from '../../exports/download-outcome.tsx';
import { exportStates } from '../../exports/export-texts.ts';
import { shownPreviewQuery, lastClosingQuery } from '../../exports/exports.queries.ts';
import { useDownload } from '../../exports/use-download.ts';
import { localDay, today } from '../../platform/browser/local-day.ts';
import { lastDayIn, monthText, toMonth } from '../../platform/browser/months.ts';
import { paths } from '../../platform/browser/paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { countOf, formatCount, formatDate } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import styles from '../month-end.module.css';
import { ClosingNotes } from './closing-notes.tsx';

type Props = { to: string; onClosed: (exportId: string) => void };

/** Preview of a closing and the button that starts it, or what was closed. */
export function ClosingPanel({ to, onClosed }: Props) {
  const preview = useQuery(shownPreviewQuery(to));
  const last = useQuery(lastClosingQuery(today())).data;
  const download = useDownload();
  const closing = useClosing(download, { choice: undefined, to, Notes: ClosingNotes, onClosed });
  const { data, error } = preview;
  const isNothing = data === null;
  return (
    <Panel id="close" label="Close">
      <h2>3. Close</h2>
      {closing.dialog === null && <DownloadOutcome download={download} />}
      {closing.dialog}
      {error !== null && (
        <ErrorState
          title="What is new could not be loaded."
          message={error.message}
          onRetry={() => void preview.refetch()}
        />
      )}
      {error === null && (
        <div className={styles.closing}>
          {/* Another one, because the focus would be lost in one that is hidden. */}
          <div
            key={isNothing ? 'hidden' : 'shown'}
            className={styles.facts}
            data-hidden={isNothing || undefined}
          >
            <PreviewFacts preview={data ?? undefined} />
            <div className={styles.bar}>
              <Button
                disabled={!data}
                isBusy={download.isPending && closing.dialog === null}
                onClick={closing.ask}
              >
                Close and export
              </Button>
              <output>{data && <Consequence preview={data} to={to} />}</output>
            </div>
          </div>
          {isNothing && (
            <output className={styles.closed}>
              {last && <ClosedAs record={last} />}
              <span>Nothing new up to {formatDate(to)}.</span>
            </output>
          )}
        </div>
      )}
    </Panel>
  );
}

/** The last closing in one line, and the way to it. */
export function ClosedAs({ record }: { record: ExportRecord }) {
  const { _id, number, rows, sum, state, by, createdAt } = record;
  return (
    <p>
      {closedText(record)} <Link to={paths.export({ exportId: _id })}>Export {number}</Link> ·{' '}
      {countOf(rows, 'entry', 'entries')} · {formatRand(toCentsTotal(sum))} · {by.name},{' '}
      {formatMoment(createdAt)} {state !== 'closed' && <StatusDot {...exportStates[state]} />}
    </p>
  );
}

/** A whole month is named; others by their last day. */
function closedText({ to, createdAt }: ExportRecord): string {
  const day = to ?? localDay(new Date(createdAt));
  const [month = ''] = monthText(toMonth(day)).split(' ');
  return day === lastDayIn(toMonth(day))
    ? `${month} closed as`
    : `Closed up to ${formatDate(day)} as`;
}

function Consequence({ preview, to }: { preview: ExportPreview; to: string }) {
  const { rows, sum, exceptions } = preview;
  if (exceptions.block > 0)
    return (
      <Link to={paths.blockingExceptions({ to })}>
        {formatCount(exceptions.block)} blocking{' '}
        {exceptions.block === 1 ? 'exception is' : 'exceptions are'} open
      </Link>
    );
  const entries = countOf(rows, 'entry', 'entries');
  return `Locks ${entries}, ${formatRand(toCentsTotal(sum))}, up to ${formatDate(to)}.`;
}
