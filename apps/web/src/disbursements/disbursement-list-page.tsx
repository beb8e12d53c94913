import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { shortPageSizes } from '../ui/list/list-view.ts';
import { PlusIcon, PencilIcon } from '../ui/controls/icons.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { disbursementsQuery } from './disbursements.queries.ts';
import { Button } from '../ui/controls/button.tsx';
import { FilterChips } from '../ui/list/filter-chips.tsx';
import { FilterSelect } from '../platform/filters/filter-fields.tsx';
import { type ListFilters, choiceFilter, useFilters } from '../platform/filters/filters.ts';
import { isCallTitle } from '@recoup/contract/disbursements/call-title';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { toCents } from '@recoup/contract/core/money';
import { ReadOnlyCheckbox } from '../ui/controls/read-only-checkbox.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import type { Column } from '../ui/list/column.ts';
import { RowAction } from '../ui/list/row-action.tsx';
import { priceText } from './unit-price-text.ts';

const intro =
  'What attorneys record against a matter. Assign a type to an attorney; set call fees where ' +
  'the price depends on time.';

/** In use by default, as specified. */
const typeFilters = { active: choiceFilter(['true', 'false'], 'true') };
type TypeFilters = ListFilters<typeof typeFilters>;

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
  const filters = useFilters(typeFilters);
  const isInUse = filters.values.active === 'true';
  return (
    <DataList
      filters={<UseFilter filters={filters} />}
      label="Disbursement types"
      searchLabel="Search by name"
      columns={columns}
      rowKey={({ _id }) => _id}
      query={(view) => disbursementsQuery(firm, isInUse, view)}
      defaults={{ size: 5, sizes: shortPageSizes }}
      elsewhere={<OtherUse filters={filters} />}
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

const uses = [
  { value: 'true', label: 'In use' },
  { value: 'false', label: 'Not in use' },
];

function UseFilter({ filters }: { filters: TypeFilters }) {
  return (
    <>
      <FilterSelect label="Use" choices={uses} filters={filters} name="active" />
      <FilterChips filters={filters} texts={{ active: filters.isFiltered ? 'Not in use' : '' }} />
    </>
  );
}

/** The same search among the other types, so that a type out of use is found by its name. */
function OtherUse({ filters }: { filters: TypeFilters }) {
  const isInUse = filters.values.active === 'true';
  return (
    <Button variant="outline" onClick={() => filters.change({ active: String(!isInUse) })}>
      {isInUse ? 'Search those not in use' : 'Search those in use'}
    </Button>
  );
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
    cell: ({ fixed, title, unitPrice }) => (
      <span>
        <ReadOnlyCheckbox isOn={fixed} label={`${title}: fixed`} />
        {unitPrice !== null && ` ${priceText(toCents(unitPrice))}`}
      </span>
    ),
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
    // The built-in type cannot be edited (specification, section 2.9).
    cell: ({ _id, title }) =>
      isCallTitle(title) ? null : (
        <RowAction
          isOpener
          to={paths.updateDisbursement({ disbursementId: _id })}
          label={`Edit ${title}`}
        >
          <PencilIcon />
          Edit
        </RowAction>
      ),
  },
];
