import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { shortPageSizes } from '../ui/list/list-view.ts';
import { PlusIcon } from '../ui/controls/icons.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { disbursementsQuery } from './disbursements.queries.ts';
import { columns } from './disbursement-columns.tsx';
import { UseFilter, OtherUse } from './use-filter.tsx';

const intro =
  'What attorneys record against a matter. Assign a type to an attorney; set call fees where ' +
  'the price depends on time.';

/** The kinds of disbursements that the firm's attorneys may record (specification, section 2.9). */
export function DisbursementListPage() {
  const firm = useQuery(currentUserQuery).data?.firm;
  return (
    <PageFrame
      title="Disbursement Types"
      intro={intro}
      actions={
        <ButtonLink to={paths.addDisbursement} data-shortcut="n">
          <PlusIcon />
          Add disbursement type
        </ButtonLink>
      }
    >
      <Panel>{firm && <Disbursements firm={firm._id} />}</Panel>
    </PageFrame>
  );
}

function Disbursements({ firm }: { firm: string }) {
  const [params] = useSearchParams();
  const isInUse = params.get('active') !== 'false';
  return (
    <DataList
      filters={<UseFilter isInUse={isInUse} />}
      label="Disbursement types"
      searchLabel="Search by name"
      columns={columns}
      rowKey={({ _id }) => _id}
      query={(view) => disbursementsQuery(firm, isInUse, view)}
      defaults={{ size: 5, sizes: shortPageSizes }}
      elsewhere={<OtherUse isInUse={isInUse} />}
      empty={isInUse ? <NoTypes /> : <EmptyState title="Every disbursement type is in use." />}
    />
  );
}

function NoTypes() {
  return (
    <EmptyState
      title="No disbursement types yet"
      action={<ButtonLink to={paths.addDisbursement}>Add disbursement type</ButtonLink>}
    />
  );
}
