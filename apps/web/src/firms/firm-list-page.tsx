import { role, userStatus } from '@recoup/contract/core/access';
import type { AdminOfFirm, Firm } from '@recoup/contract/firms/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import type { Column } from '../ui/list/column.ts';
import { DataList } from '../ui/list/data-list.tsx';
import { shortPageSizes } from '../ui/list/list-view.ts';
import { BuildingIcon, PencilIcon, PlusIcon } from '../ui/controls/icons.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { RowAction } from '../ui/list/row-action.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { UserStatusLabel } from '../users/user-status.tsx';
import styles from './firms.module.css';
import { firmsQuery } from './firms.queries.ts';
import shared from '../ui/layout/shared.module.css';

/** Specification, section 2.5. Other roles see their own firm, read-only. */
export function FirmListPage() {
  const user = useQuery(currentUserQuery).data;
  const canEdit = user?.role === role.systemAdmin;
  return (
    <PageFrame
      title="Attorney Firms"
      intro={
        canEdit ? 'All firms on Recoup and their administrators.' : 'The firm that you belong to.'
      }
      actions={canEdit && <AddFirm />}
    >
      <Panel>
        {user !== undefined && (
          <DataList
            label="Attorney Firms"
            searchLabel="Search firm, domain or admin"
            columns={canEdit ? [...columns, adminToEdit, action] : [...columns, admin]}
            rowKey={(firm) => firm._id}
            query={firmsQuery}
            defaults={{ size: 10, sizes: shortPageSizes }}
            empty={
              <EmptyState title="No firms yet" action={canEdit && <AddFirm />}>
                Add the first one, then its administrator.
              </EmptyState>
            }
          />
        )}
      </Panel>
    </PageFrame>
  );
}

function AddFirm() {
  return (
    <ButtonLink to={paths.addFirm} data-shortcut="n">
      <PlusIcon />
      Add Firm
    </ButtonLink>
  );
}

const columns: readonly Column<Firm>[] = [
  { key: 'number', title: 'Sno.', isRowNumber: true, cell: (_, number) => number },
  { key: 'name', title: 'Firm Name', isTitle: true, cell: (firm) => <FirmName firm={firm} /> },
];

const admin: Column<Firm> = {
  key: 'admin',
  title: 'Admin',
  cell: (firm) =>
    firm.admin === null ? (
      <span className={shared.muted}>None</span>
    ) : (
      <Admin admin={firm.admin}>{firm.admin.email}</Admin>
    ),
};

const adminToEdit: Column<Firm> = {
  ...admin,
  cell: (firm) => {
    const to = paths.addAttorneyAdmin({ firmId: firm._id });
    if (firm.admin === null)
      return (
        <Link to={to} aria-label={`Add Attorney Admin of ${firm.name}`}>
          Add Attorney Admin
        </Link>
      );
    return (
      <Admin admin={firm.admin}>
        <Link to={to} aria-label={`${firm.admin.email}, admin of ${firm.name}`}>
          {firm.admin.email}
        </Link>
      </Admin>
    );
  },
};

const action: Column<Firm> = {
  key: 'action',
  title: 'Action',
  isAction: true,
  cell: ({ _id, name }) => (
    <RowAction isOpener to={paths.updateFirm({ firmId: _id })} label={`Edit ${name}`}>
      <PencilIcon />
      Edit
    </RowAction>
  ),
};

function FirmName({ firm }: { firm: Firm }) {
  return (
    <span className={styles.firm}>
      <span className={styles.logo}>
        {firm.logo === null ? <BuildingIcon /> : <img src={firm.logo} alt="" />}
      </span>
      {firm.name}
    </span>
  );
}

/** An active status goes without saying. */
function Admin({ admin: { status }, children }: { admin: AdminOfFirm; children: ReactNode }) {
  return (
    <span className={styles.admin}>
      {children}
      {status !== userStatus.active && <UserStatusLabel status={status} />}
    </span>
  );
}
