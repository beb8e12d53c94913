import { totalsText } from '@recoup/contract/vat/totals';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { Alert } from '../ui/feedback/alert.tsx';
import { formatCount } from '../ui/lib/format.ts';
import { formatMoment } from '../ui/lib/moment.ts';
import { Panel } from '../ui/layout/panel.tsx';
import { StatusDot } from '../ui/feedback/status-dot.tsx';
import { blockingText, exportStates, exportPeriodText } from './export-texts.ts';
import styles from './exports.module.css';
import { DownloadAgain } from './download-again.tsx';

/** Facts of an export, and its files to download again. */
export function ExportFacts({ record }: { record: ExportRecord }) {
  const { reopening, override } = record;
  return (
    <Panel label="The export">
      {reopening !== null && (
        <Alert kind="info">
          Reopened by {reopening.by.name} on {formatMoment(reopening.at)}: {reopening.reason}
        </Alert>
      )}
      {override !== null && (
        <Alert kind="info">
          Closed by {record.by.name} while {blockingText(override.exceptions)} open:{' '}
          {override.reason}
        </Alert>
      )}
      <dl className={styles.facts}>
        <Fact title="State">
          <StatusDot {...exportStates[record.state]} />
        </Fact>
        <Fact title="Created">{formatMoment(record.createdAt)}</Fact>
        <Fact title="By">{record.by.name}</Fact>
        <Fact title="Period">{exportPeriodText(record)}</Fact>
        <Fact title="Rows">{formatCount(record.rows)}</Fact>
        <Fact title="Total">{formatRand(toCentsTotal(record.sum))}</Fact>
        {record.vat && <Fact title="With VAT">{totalsText(record.vat)}</Fact>}
        <div className={styles.hash}>
          <dt>SHA-256 of the CSV</dt>
          <dd>{record.sha256}</dd>
        </div>
      </dl>
      <DownloadAgain id={record._id} />
    </Panel>
  );
}

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
