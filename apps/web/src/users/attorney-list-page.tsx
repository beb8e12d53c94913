import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logNoFirm } from '../platform/browser/console.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { PlusIcon } from '../ui/controls/icons.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { attorneysQuery } from './users.queries.ts';
import { columns } from './attorney-columns.tsx';

/** The firm's attorneys (specification, section 2.6). */
export function AttorneyListPage() {
  const firm = useQuery(currentUserQuery).data?.firm;
  return (
    <PageFrame
      title="Attorneys"
      intro="People who record calls and disbursements, and what each can record."
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
      message="Your account is not linked to a firm, so there are no attorneys to show."
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
          Add your first attorney, then set the agreed call fees.
        </EmptyState>
      }
    />
  );
}
