import {
  type Failure,
  type FailureKind,
  operationsEndpoints,
} from '@recoup/contract/operations/endpoints';
import { Link } from 'react-router';
import { read } from '../platform/api/read.ts';
import { paths } from '../platform/browser/paths.ts';
import { EmptyState } from '../ui/feedback/states.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { formatCount } from '../ui/lib/format.ts';
import { formatMoment } from '../ui/lib/moment.ts';
import type { Column } from '../ui/list/column.ts';
import { DataList } from '../ui/list/data-list.tsx';
import type { ListView } from '../ui/list/list-view.ts';

const intro = 'What fails now, in all firms. A line goes when it works again or is given up.';

/** Failures of all firms, with the next step of the operator. */
export function OperationsPage() {
  return (
    <PageFrame title="Operations" intro={intro}>
      <Panel>
        <DataList
          label="Failures"
          isSearchable={false}
          columns={columns}
          // The server lists equal lines once.
          rowKey={(row) => JSON.stringify(row)}
          query={failuresQuery}
          defaults={{ size: 20 }}
          empty={
            <EmptyState title="Nothing fails">
              Hand-overs, imports, webhooks, emails and SMS of all firms work.
            </EmptyState>
          }
        />
      </Panel>
    </PageFrame>
  );
}

function failuresQuery({ page, size }: ListView) {
  return read(operationsEndpoints.listFailures, { query: { page, itemsPerPage: size } });
}

const columns: readonly Column<Failure>[] = [
  {
    key: 'what',
    title: 'What',
    isTitle: true,
    cell: ({ kind, what }) => `${labels[kind]}: ${what}`,
  },
  {
    key: 'firm',
    title: 'Firm',
    cell: ({ firm }) =>
      firm === null ? (
        <span className={shared.muted}>All</span>
      ) : (
        <Link to={paths.updateFirm({ firmId: firm._id })}>{firm.name}</Link>
      ),
  },
  {
    key: 'reason',
    title: 'Reason',
    cell: ({ kind, reason }) => (
      <div>
        {reason}
        <div className={shared.muted}>{advice[kind] ?? seeLog}</div>
      </div>
    ),
  },
  { key: 'since', title: 'Since', noWrap: true, cell: ({ since }) => formatMoment(since) },
  { key: 'tries', title: 'Tries', align: 'end', cell: ({ tries }) => formatCount(tries) },
];

const labels: Readonly<Record<FailureKind, string>> = {
  'hand-over': 'Hand-over',
  intake: 'Import of matters',
  webhook: 'Webhook',
  mail: 'Email',
  sms: 'SMS',
  pull: 'Calls',
  'sign-on': 'Single sign-on',
  backup: 'Backup',
  rehearsal: 'Rehearsal',
};

const seeLog = 'The log of the server says more.';
const askAdmin =
  'The firm’s admin sees each run under Settings, Integrations, and repeats it there.';

const advice: Readonly<Partial<Record<FailureKind, string>>> = {
  'hand-over': `A file is tried again for a day. ${askAdmin}`,
  intake: `It is tried again by itself. ${askAdmin}`,
  webhook: 'It is tried again for a day. The receiver has to answer.',
  mail: 'They are tried again. Check the mail server and its settings.',
  sms: 'Users ask for another code. Check the settings of the gateway, and the credit there.',
};
