import { type DisbursementType, isCallTitle } from '@recoup/contract/disbursements/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import type { Column } from '../ui/list/column.ts';
import { DataList } from '../ui/list/data-list.tsx';
import fieldStyles from '../ui/form/field.module.css';
import { PencilIcon, PlusIcon } from '../ui/controls/icons.tsx';
import { ReadOnlyCheckbox } from '../ui/controls/read-only-checkbox.tsx';
import { PageFrame, Panel } from '../ui/layout/page-frame.tsx';
import { RowAction } from '../ui/list/row-action.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { useSearchParamsState } from '../ui/list/use-search-params-state.ts';
import { disbursementsQuery } from './disbursements.queries.ts';

/** The kinds of disbursements that the firm's attorneys may record (specification, section 2.9). */
export function DisbursementListPage() {
  const firm = useQuery(currentUserQuery).data?.firm;
  return (
    <PageFrame
      title="Disbursement Types"
      intro="What attorneys record against a matter. Assign a type to an attorney, with call fees where time makes the price."
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
      defaults={{ size: 5 }}
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

/** Lives in the address, as the rest of what the list shows; by default the types in use, as the specified call asks for them. */
function UseFilter({ isInUse }: { isInUse: boolean }) {
  const choose = useChooseUse();
  return (
    <select
      aria-label="Use"
      className={fieldStyles.inline}
      value={String(isInUse)}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="true">In use</option>
      <option value="false">Not in use</option>
    </select>
  );
}

/** The same search among the other types, so that a type out of use is found by its name. */
function OtherUse({ isInUse }: { isInUse: boolean }) {
  const choose = useChooseUse();
  return (
    <Button variant="outline" onClick={() => choose(String(!isInUse))}>
      {isInUse ? 'Search those not in use' : 'Search those in use'}
    </Button>
  );
}

function useChooseUse(): (active: string) => void {
  const [, change] = useSearchParamsState();
  return (active) =>
    change((next) => {
      next.delete('page');
      if (active === 'true') next.delete('active');
      else next.set('active', active);
      return next;
    });
}

const columns: readonly Column<DisbursementType>[] = [
  { key: 'number', title: '#', isRowNumber: true, cell: (_, number) => number },
  {
    key: 'title',
    title: 'Name',
    isTitle: true,
    cell: ({ title, active }) => (
      <>
        {title} {!active && <Tag>Not in use</Tag>}
      </>
    ),
  },
  {
    key: 'fixed',
    title: 'Fixed',
    cell: ({ fixed, title }) => <ReadOnlyCheckbox isOn={fixed} label={`${title}: fixed`} />,
  },
  {
    key: 'calculated',
    title: 'Calculated',
    cell: ({ calculated, title }) => (
      <ReadOnlyCheckbox isOn={calculated} label={`${title}: calculated`} />
    ),
  },
  {
    key: 'action',
    title: 'Action',
    isAction: true,
    // The type that every firm is born with stays as it is, so its pencil is hidden (specification, section 2.9).
    cell: ({ _id, title }) =>
      isCallTitle(title) ? null : (
        <RowAction to={paths.updateDisbursement({ disbursementId: _id })} label={`Edit ${title}`}>
          <PencilIcon />
        </RowAction>
      ),
  },
];
