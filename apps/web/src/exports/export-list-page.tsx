import { may } from '../platform/session/may.ts';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { Link } from 'react-router';
import { paths } from '../platform/browser/paths.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import type { Column } from '../ui/list/column.ts';
import { opensRow } from '../ui/list/open-row.ts';
import { DataList } from '../ui/list/data-list.tsx';
import { formatCount } from '../ui/lib/format.ts';
import { MomentCell } from '../ui/list/moment-cell.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { SumWithVat } from '../vat/sum-with-vat.tsx';
import { StatusDot } from '../ui/feedback/status-dot.tsx';
import { blockingText, exportStates, mailStatesText, exportPeriodText } from './export-texts.ts';
import styles from './exports.module.css';
import { exportsQuery } from './exports.queries.ts';

/** The ledger: what went out, when, by whom, and whether it arrived. */
export function ExportListPage() {
  return (
    <PageFrame
      title="Exports"
      intro="Every export with its total. Its entries stay locked until it is reopened."
    >
      <Panel>
        <DataList
          label="Exports"
          isSearchable={false}
          columns={columns}
          rowKey={({ _id }) => _id}
          query={exportsQuery}
          defaults={{ size: 10 }}
          empty={
            <EmptyState title="No exports yet" action={fileLink()}>
              Each download and each closing is kept here. Its CSV can be downloaded again, exactly
              as sent.
            </EmptyState>
          }
        />
      </Panel>
    </PageFrame>
  );
}

/** To the page that makes an export. */
function fileLink() {
  return (
    may('exports:write') && (
      <ButtonLink variant="outline" to={paths.fileHandler}>
        Import / Export
      </ButtonLink>
    )
  );
}

const columns: readonly Column<ExportRecord>[] = [
  {
    key: 'number',
    title: 'Export',
    isTitle: true,
    cell: ({ _id, number }) => (
      <Link {...opensRow} to={paths.export({ exportId: _id })}>
        Export {number}
      </Link>
    ),
  },
  { key: 'when', title: 'When', cell: ({ createdAt }) => <MomentCell at={createdAt} /> },
  { key: 'by', title: 'By', cell: ({ by }) => by.name },
  { key: 'period', title: 'Period', noWrap: true, cell: exportPeriodText },
  { key: 'rows', title: 'Rows', align: 'end', cell: ({ rows }) => formatCount(rows) },
  { key: 'sum', title: 'Total', align: 'end', cell: SumWithVat },
  { key: 'state', title: 'State', cell: (record) => <State record={record} /> },
  { key: 'mails', title: 'Emails', cell: ({ mails }) => mailStatesText(mails) },
];

function State({ record: { state, override } }: { record: ExportRecord }) {
  return (
    <div>
      <StatusDot {...exportStates[state]} />
      {override !== null && (
        <p className={styles.about}>
          While {blockingText(override.exceptions)} open: {override.reason}
        </p>
      )}
    </div>
  );
}
