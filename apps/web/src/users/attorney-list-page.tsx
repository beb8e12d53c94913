import type { ListedUser } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logNoFirm } from '../platform/browser/console.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { Chips } from '../ui/list/chips.tsx';
import type { Column } from '../ui/list/column.ts';
import { DataList } from '../ui/list/data-list.tsx';
import { PencilIcon, PlusIcon } from '../ui/controls/icons.tsx';
import { PageFrame, Panel } from '../ui/layout/page-frame.tsx';
import { RowAction } from '../ui/list/row-action.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { UserStatusLabel } from './user-status.tsx';
import { attorneysQuery } from './users.queries.ts';

/** The firm's attorneys (specification, section 2.6). */
export function AttorneyListPage() {
  const firm = useQuery(currentUserQuery).data?.firm;
  return (
    <PageFrame
      title="Attorneys"
      intro="Everybody who records calls and disbursements, and what each may record."
      actions={
        <ButtonLink to={paths.addAttorney} data-shortcut="n">
          <PlusIcon />
          Add Attorney
        </ButtonLink>
      }
    >
      <Panel>
        {firm === null && <NoFirm />}
        {firm && <Attorneys firm={firm._id} />}
      </Panel>
    </PageFrame>
  );
}

function NoFirm() {
  // The console is outside React.
  useEffect(logNoFirm, []);
  return (
    <ErrorState
      title="Firm Id not present"
      message="You belong to no firm, so there are no attorneys to show."
    />
  );
}

function Attorneys({ firm }: { firm: string }) {
  return (
    <DataList
      label="Attorneys"
      searchLabel="Search name, email or cell"
      columns={columns}
      rowKey={(attorney) => attorney._id}
      query={(view) => attorneysQuery(firm, view)}
      defaults={{ size: 10, sort: { key: 'status', order: 'asc' } }}
      maxHeight={257}
      empty={
        <EmptyState
          title="No attorneys yet"
          action={<ButtonLink to={paths.addAttorney}>Add Attorney</ButtonLink>}
        >
          Add the first one, then set the call fees that were agreed.
        </EmptyState>
      }
    />
  );
}

const columns: readonly Column<ListedUser>[] = [
  { key: 'number', title: '#', isRowNumber: true, cell: (_, number) => number },
  { key: 'name', title: 'Name', isSortable: true, isTitle: true, cell: ({ name }) => name },
  { key: 'cell', title: 'Phone', noWrap: true, cell: ({ cell }) => cell },
  {
    key: 'disbursement',
    title: 'Disbursement',
    cell: (attorney) => (
      <Chips items={attorney.disbursementTypes.map(({ title }) => title)} none="None" />
    ),
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
      <RowAction to={paths.updateAttorney({ attorneyId: _id })} label={`Edit ${name}`}>
        <PencilIcon />
      </RowAction>
    ),
  },
];
