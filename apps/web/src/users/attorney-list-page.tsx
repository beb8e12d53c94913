import { type QueryClient, useQuery } from '@tanstack/react-query';
import { spareablePart } from '../ui/feedback/lazy-part.tsx';
import { useEffect, type ReactNode, Suspense } from 'react';
import { logNoFirm } from '../platform/browser/console.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { type ListDefaults, readView, shortPageSizes } from '../ui/list/list-view.ts';
import { PlusIcon, PencilIcon } from '../ui/controls/icons.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { attorneysQuery } from './users.queries.ts';
import { userStatus } from '@recoup/contract/core/access';
import type { ListedUser } from '@recoup/contract/users/user';
import { Chips } from '../ui/list/chips.tsx';
import type { Column } from '../ui/list/column.ts';
import { RowAction } from '../ui/list/row-action.tsx';
import { UserStatusLabel } from './user-status.tsx';

const defaults: ListDefaults = {
  size: 10,
  sizes: shortPageSizes,
  sort: { key: 'status', order: 'asc' },
};

/** Requests the list of an address, while the page is still waiting for the user. */
export function requestList(client: QueryClient, params: URLSearchParams): Promise<void> {
  return client.prefetchQuery(attorneysQuery(readView(params, defaults)));
}

/** The firm's attorneys (specification, section 2.6), with something of another room above. */
export function AttorneyListPage({ above }: { above: ReactNode }) {
  const firm = useQuery(currentUserQuery).data?.firm;
  return (
    <PageFrame
      title="Attorneys"
      intro="People who record entries, and what each can record."
      actions={
        <ButtonLink to={paths.addAttorney} data-shortcut="n">
          <PlusIcon />
          Add Attorney
        </ButtonLink>
      }
    >
      {firm !== null && above}
      <Panel>{firm === null ? <NoFirm /> : <Attorneys />}</Panel>
    </PageFrame>
  );
}

function NoFirm() {
  // The console is outside React.
  useEffect(logNoFirm, []);
  return (
    <ErrorState
      title="Firm Id not present"
      message="Your account is not linked to a firm, so there are no attorneys to show."
    />
  );
}

function Attorneys() {
  return (
    <DataList
      label="Attorneys"
      searchLabel="Search name, email or cell"
      columns={columns}
      rowKey={(attorney) => attorney._id}
      query={attorneysQuery}
      defaults={defaults}
      maxHeight={257}
      empty={
        <EmptyState
          title="No attorneys yet"
          action={<ButtonLink to={paths.addAttorney}>Add Attorney</ButtonLink>}
        >
          Add your first attorney, then set the agreed call fees.
        </EmptyState>
      }
    />
  );
}

const columns: readonly Column<ListedUser>[] = [
  { key: 'number', title: '#', isRowNumber: true, cell: (_, number) => number },
  {
    key: 'name',
    title: 'Name',
    isSortable: true,
    isTitle: true,
    cell: (attorney) => (
      <>
        {attorney.name} {isWithoutFactor(attorney) && <MissingFactor />}
      </>
    ),
  },
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
      <RowAction isOpener to={paths.updateAttorney({ attorneyId: _id })} label={`Edit ${name}`}>
        <PencilIcon />
        Edit
      </RowAction>
    ),
  },
];

function isWithoutFactor({ status, hasSecondFactor }: ListedUser): boolean {
  return status === userStatus.active && !hasSecondFactor;
}

const LoadedTag = spareablePart(async () => ({
  default: (await import('./missing-factor.tsx')).MissingFactorTag,
}));

/** Only where a policy of the firm can require one. */
function MissingFactor() {
  const { data: user } = useQuery({ ...currentUserQuery, enabled: false });
  return (
    (user?.secondFactor?.requiredFrom ?? null) !== null && (
      <Suspense>
        <LoadedTag />
      </Suspense>
    )
  );
}
