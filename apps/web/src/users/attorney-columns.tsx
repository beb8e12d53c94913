import { userStatus } from '@recoup/contract/core/access';
import type { ListedUser } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { PencilIcon } from '../ui/controls/icons.tsx';
import { Chips } from '../ui/list/chips.tsx';
import type { Column } from '../ui/list/column.ts';
import { RowAction } from '../ui/list/row-action.tsx';
import { UserStatusLabel } from './user-status.tsx';

export const columns: readonly Column<ListedUser>[] = [
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

/** A tag that cannot be loaded is left out. */
const LoadedTag = lazy<ComponentType>(async () => loadTag().catch(() => ({ default: () => null })));

async function loadTag(): Promise<{ default: ComponentType }> {
  return { default: (await import('./missing-factor.tsx')).MissingFactorTag };
}

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
