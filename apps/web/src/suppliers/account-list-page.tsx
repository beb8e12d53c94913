import type { ListedAccount } from '@recoup/contract/suppliers/account-endpoints';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ListTools } from '../list-views/list-tools.tsx';
import styles from './accounts.module.css';
import { useListSettings } from '../list-views/use-list-settings.ts';
import { paths } from '../platform/browser/paths.ts';
import { FilterSelect, PeriodFilter } from '../platform/filters/filter-fields.tsx';
import { choiceText, useFilters } from '../platform/filters/filters.ts';
import { may } from '../platform/session/may.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { PlusIcon } from '../ui/controls/icons.tsx';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { formatCount, formatDate } from '../ui/lib/format.ts';
import type { Column } from '../ui/list/column.ts';
import { DataList } from '../ui/list/data-list.tsx';
import { FilterChips } from '../ui/list/filter-chips.tsx';
import { opensRow } from '../ui/list/open-row.ts';
import {
  accountDefaults,
  accountFilters,
  type AccountFilters,
  accountsQuery,
  supplierNamesQuery,
} from './suppliers.queries.ts';

const intro = 'What sheriffs, counsel and search houses charge: one entry for each line.';

/** The accounts of the firm's suppliers, to find, and to record another one. */
export function AccountListPage() {
  const filters = useFilters(accountFilters);
  const { hidden, isKnown } = useListSettings('accounts');
  return (
    <PageFrame title="Accounts" intro={intro} actions={<Actions />}>
      <Panel label="Suppliers’ accounts">
        <DataList
          label="Accounts"
          searchLabel="Search number or supplier"
          filters={<AccountFilterFields filters={filters} />}
          summary={
            may('list-views:write') && (
              <ListTools list="accounts" columns={optionalColumns} fixed="Account and Total" />
            )
          }
          columns={columns.filter(({ key }) => isFixed(key) || !hidden.includes(key))}
          isPending={!isKnown}
          rowKey={({ _id }) => _id}
          query={(view) => accountsQuery(filters.values, view)}
          defaults={accountDefaults}
          empty={<NoAccounts isFiltered={filters.isFiltered} />}
        />
      </Panel>
    </PageFrame>
  );
}

function Actions() {
  return (
    <>
      <ButtonLink variant="outline" to={paths.suppliers}>
        Suppliers
      </ButtonLink>
      {may('suppliers:write') && (
        <ButtonLink to={paths.addAccount()} data-shortcut="n">
          <PlusIcon />
          Add account
        </ButtonLink>
      )}
    </>
  );
}

function NoAccounts({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title={isFiltered ? 'No accounts match.' : 'No accounts yet'}>
      {isFiltered
        ? 'Remove a filter or widen the dates.'
        : 'Type one, or paste its lines from a spreadsheet.'}
    </EmptyState>
  );
}

const paymentOptions = [
  { value: 'false', label: 'Not paid' },
  { value: 'true', label: 'Paid' },
] as const;

function AccountFilterFields({ filters }: { filters: AccountFilters }) {
  const suppliers = useQuery(supplierNamesQuery);
  const { supplier, isPaid } = filters.values;
  return (
    <>
      <PeriodFilter filters={filters} />
      <div className={styles.choice}>
        <FilterSelect
          label="Supplier"
          all="All suppliers"
          choices={suppliers.data}
          filters={filters}
          name="supplier"
        />
      </div>
      <FilterSelect
        label="Payment"
        all="Paid or not"
        choices={paymentOptions}
        filters={filters}
        name="isPaid"
      />
      <FilterChips
        filters={filters}
        texts={{
          supplier: choiceText(supplier, suppliers.data),
          isPaid: choiceText(isPaid, paymentOptions),
        }}
      />
      <NotLoaded what="The suppliers" of={suppliers} />
    </>
  );
}

const columns: readonly Column<ListedAccount>[] = [
  {
    key: 'number',
    title: 'Account',
    isTitle: true,
    cell: ({ _id, number, total }) => (
      <>
        <Link {...opensRow} to={paths.account({ accountId: _id })}>
          {number}
        </Link>{' '}
        {total < 0 && <Tag>Credit note</Tag>}
      </>
    ),
  },
  { key: 'supplier', title: 'Supplier', cell: ({ supplier }) => supplier.name },
  { key: 'date', title: 'Date', noWrap: true, cell: ({ date }) => formatDate(date) },
  { key: 'lines', title: 'Lines', align: 'end', cell: ({ lineCount }) => formatCount(lineCount) },
  {
    key: 'total',
    title: 'Total',
    align: 'end',
    cell: ({ total }) => formatRand(toCents(total)),
  },
  { key: 'paid', title: 'Paid', cell: ({ paidOn }) => (paidOn ? formatDate(paidOn) : 'Not paid') },
];

const optionalColumns = columns.filter(({ key }) => !isFixed(key));

function isFixed(key: string): boolean {
  return key === 'number' || key === 'total';
}
