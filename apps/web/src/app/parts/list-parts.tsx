import { folded } from '@recoup/contract/core/folded';
import { PencilIcon } from '../../ui/controls/icons.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Chips } from '../../ui/list/chips.tsx';
import type { Column } from '../../ui/list/column.ts';
import { DataList } from '../../ui/list/data-list.tsx';
import type { ListView } from '../../ui/list/list-view.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { PagedTable } from '../../ui/list/paged-table.tsx';
import { RowAction } from '../../ui/list/row-action.tsx';
import { nothing, Part } from './part.tsx';

type Person = { id: string; name: string; types: readonly string[] };

const people: Person[] = Array.from({ length: 42 }, (_, index) => ({
  id: String(index + 1),
  name: `Person ${index + 1}`,
  types: index % 3 === 0 ? [] : ['Call', 'Photocopies'],
}));
const columns: readonly Column<Person>[] = [
  { key: 'number', title: '#', cell: (_, number) => number, isRowNumber: true },
  { key: 'name', title: 'Name', cell: ({ name }) => name, isSortable: true, isTitle: true },
  { key: 'types', title: 'Types', cell: ({ types }) => <Chips items={types} none="None" /> },
  { key: 'status', title: 'Status', cell: () => <StatusDot tone="good" label="Active" /> },
  { key: 'amount', title: 'Amount', cell: () => 'R 33.00', align: 'end', noWrap: true },
  { key: 'action', title: 'Action', cell: ({ name }) => editAction(name), isAction: true },
];
const list = {
  columns,
  rowKey: ({ id }: Person) => id,
  defaults: { size: 5 },
  empty: <EmptyState title="Nothing here yet" />,
} as const;

export function ListParts() {
  return (
    <>
      <Part name="DataList">
        <DataList {...list} label="People" query={(view) => partQuery('people', findPage, view)} />
      </Part>
      <Part name="DataList, empty">
        <DataList {...list} label="Empty list" isSearchable={false} query={() => emptyQuery} />
      </Part>
      <Part name="DataList, not loaded">
        <DataList {...list} label="Errors" isSearchable={false} query={() => failingQuery} />
      </Part>
      <Part name="DataTable, loading and stale">
        <DataTable {...list} {...table} rows={undefined} isStale={false} />
        <DataTable {...list} {...table} rows={people.slice(0, 2)} isStale />
      </Part>
      <Part name="PagedTable">
        <PagedTable {...list} label="Pages" rows={people} isStale={false} />
        <PagedTable {...list} label="One page" rows={people.slice(0, 5)} isStale={false} />
      </Part>
    </>
  );
}

const view: ListView = { page: 1, size: 5, search: '', sort: { key: 'name', order: 'asc' } };
const table = { label: 'A table', view, onSort: nothing } as const;
const emptyQuery = partQuery('empty', () => ({ data: [], count: 0 }));
const failingQuery = partQuery('errors', () => {
  throw new Error('The service cannot be reached.');
});

type Page = { data: Person[]; count: number };

function partQuery(name: string, find: (shown: ListView) => Page, shown = view) {
  return { queryKey: ['parts', name, shown], queryFn: async () => find(shown), retry: false };
}

function findPage({ page, size, search }: ListView): Page {
  const found = people.filter(({ name }) => folded(name).includes(folded(search)));
  return { data: found.slice((page - 1) * size, page * size), count: found.length };
}

function editAction(name: string) {
  return (
    <RowAction to="#content" label={`Edit ${name}`}>
      <PencilIcon />
      Edit
    </RowAction>
  );
}
