import { supplierAccountEndpoints } from '@recoup/contract/suppliers/account-endpoints';
import { supplierEndpoints } from '@recoup/contract/suppliers/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { read, readData } from '../platform/api/read.ts';
import {
  choiceFilter,
  filterQuery,
  type FilterValues,
  type ListFilters,
  periodFilters,
  recordFilter,
} from '../platform/filters/filters.ts';
import type { ListDefaults, ListView } from '../ui/list/list-view.ts';

const what = 'suppliers';

export const suppliersQuery = readData(supplierEndpoints.listSuppliers, {}, { what });

/** The same where they are only shown. */
export const shownSuppliersQuery = readData(
  supplierEndpoints.listSuppliers,
  {},
  { what, beginsWithLast: true },
);

/** Names to choose from; inactive suppliers have accounts too. */
export const supplierNamesQuery = queryOptions({
  ...read(supplierEndpoints.listSuppliers, {}),
  select: ({ data }) => data.map(({ _id, name }) => ({ value: _id, label: name })),
});

export const accountDefaults: ListDefaults = { size: 20 };
export const accountFilters = {
  supplier: recordFilter,
  isPaid: choiceFilter(['true', 'false']),
  ...periodFilters,
};
export type AccountFilters = ListFilters<typeof accountFilters>;

export function accountsQuery(filters: FilterValues<typeof accountFilters>, view: ListView) {
  const { search, page, size: itemsPerPage } = view;
  const query = { ...filterQuery(filters), search, page, itemsPerPage };
  return read(supplierAccountEndpoints.listSupplierAccounts, { query }, { beginsWithLast: true });
}

export function accountQuery(id: string) {
  return readData(supplierAccountEndpoints.getSupplierAccount, { params: { id } });
}
