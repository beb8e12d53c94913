import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logNoFirm } from '../platform/browser/console.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { type ListDefaults, readView, shortPageSizes } from '../ui/list/list-view.ts';
import { PlusIcon } from '../ui/controls/icons.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { attorneysQuery } from './users.queries.ts';
import { columns } from './attorney-columns.tsx';

const defaults: ListDefaults = {
  size: 10,
  sizes: shortPageSizes,
  sort: { key: 'status', order: 'asc' },
};

/** Requests the list of an address, while the page is still waiting for the user. */
export function requestList(client: QueryClient, params: URLSearchParams): Promise<void> {
  return client.prefetchQuery(attorneysQuery(readView(params, defaults)));
}

/** The firm's attorneys (specification, section 2.6). */
export function AttorneyListPage() {
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
