import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { totalsText } from '@recoup/contract/vat/totals';
import { useQuery } from '@tanstack/react-query';
import { exportStates, mailStatesText } from '../../../exports/export-words.ts';
import { lastClosingQuery } from '../../../exports/exports.queries.ts';
import { localDay } from '../../../platform/browser/local-day.ts';
import { paths } from '../../../platform/browser/paths.ts';
import { AlertIcon } from '../../../ui/controls/icons.tsx';
import { StatusDot } from '../../../ui/feedback/status-dot.tsx';
import { countOf, formatDate } from '../../../ui/lib/format.ts';
import { OverviewPanel } from './overview-panel.tsx';
import styles from './overview.module.css';
import { failedMailText } from './overview-words.ts';

/** The last closing export, and whether it arrived. */
export function LastClosingPanel({ today }: { today: string }) {
  const result = useQuery(lastClosingQuery(today));
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
