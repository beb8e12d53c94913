import { z } from 'zod';
import {
  backwards,
  id,
  isoDate,
  isPeriod,
  itemsPerPage,
  page,
  search,
  sortOrder,
} from '../core/fields.ts';

/** Sort keys of a list of entries, and the query parameter of each. */
export const entrySorts = {
  date: 'sortOrderDate',
  matter: 'sortOrderMatter',
  attorney: 'sortOrderAttorney',
  type: 'sortOrderDisbursementType',
  length: 'sortOrderLength',
  amount: 'sortOrderAmount',
  export: 'sortOrderExport',
} as const;
export type EntrySort = keyof typeof entrySorts;
export const entrySortNames = [
  'date',
  'matter',
  'attorney',
  'type',
  'length',
  'amount',
  'export',
] as const satisfies readonly EntrySort[];

/** Without a sort the newest come first. */
export const entryListQuery = z
  .strictObject({
    attorney: id.optional(),
    matter: id.optional(),
    disbursementType: id.optional(),
    from: isoDate.optional(),
    to: isoDate.optional(),
    exported: z
      .enum(['true', 'false'], 'Must be true or false.')
      .transform((value) => value === 'true')
      .optional(),
    hasVoucher: z
      .enum(['true', 'false'], 'Must be true or false.')
      .transform((value) => value === 'true')
      .optional(),
    search,
    sortOrderDate: sortOrder.optional(),
    sortOrderMatter: sortOrder.optional(),
    sortOrderAttorney: sortOrder.optional(),
    sortOrderDisbursementType: sortOrder.optional(),
    sortOrderLength: sortOrder.optional(),
    sortOrderAmount: sortOrder.optional(),
    sortOrderExport: sortOrder.optional(),
    page: page.optional(),
    itemsPerPage: itemsPerPage.optional(),
  })
  .refine(isPeriod, backwards)
  .refine(
    (query) => entrySortNames.filter((name) => query[entrySorts[name]] !== undefined).length < 2,
    { path: ['sortOrderDate'], error: 'Sort by one column.' },
  );
export type EntryListQuery = z.infer<typeof entryListQuery>;

/** The closing export that holds an entry; absent while none does. */
export const entryExport = z.object({ _id: z.string(), number: z.int() }).optional();
