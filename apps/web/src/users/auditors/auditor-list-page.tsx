import type { ListedUser } from '@recoup/contract/users/user';
import { paths } from '../../platform/browser/paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PencilIcon, PlusIcon } from '../../ui/controls/icons.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatDate } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { DataList } from '../../ui/list/data-list.tsx';
import { RowAction } from '../../ui/list/row-action.tsx';
import { UserStatusLabel } from '../user-status.tsx';
import { auditorsQuery } from '../users.queries.ts';

const intro =
  'People who read entries, exports, matters, fees, month end and audit log up to a last day, ' +
  'and change nothing.';

/** Bookkeepers and accountants who read the firm up to a day. */
export function AuditorListPage() {
  return (
    <PageFrame
      title="Auditors"
      intro={intro}
      actions={
        <ButtonLink to={paths.addAuditor} data-shortcut="n">
          <PlusIcon />
          Add auditor
        </ButtonLink>
      }
    >
      <Panel>
        <DataList
          label="Auditors"
          searchLabel="Search name, email or cell"
          columns={columns}
          rowKey={({ _id }) => _id}
          query={auditorsQuery}
          defaults={{ size: 10, sort: { key: 'name', order: 'asc' } }}
          empty={
            <EmptyState
              title="No auditors yet"
              action={<ButtonLink to={paths.addAuditor}>Add auditor</ButtonLink>}
            >
              A bookkeeper or an accountant from outside reads entries, exports and fees here.
            </EmptyState>
          }
        />
      </Panel>
    </PageFrame>
  );
}

const columns: readonly Column<ListedUser>[] = [
  { key: 'name', title: 'Name', isSortable: true, isTitle: true, cell: ({ name }) => name },
  { key: 'email', title: 'Email', cell: ({ email }) => email },
  {
    key: 'endsOn',
    title: 'Last day',
    noWrap: true,
    cell: ({ endsOn }) => (endsOn === null ? null : formatDate(endsOn)),
  },
  {
    key: 'status',
    title: 'Status',
    isSortable: true,
    cell: ({ status }) => <UserStatusLabel status={status} />,
  },
  {
    key: 'action',
    title: 'Action',
    isAction: true,
    cell: ({ _id, name }) => (
      <RowAction isOpener to={paths.updateAuditor({ auditorId: _id })} label={`Edit ${name}`}>
        <PencilIcon />
        Edit
      </RowAction>
    ),
  },
];
