import { disbursementEndpoints } from '@recoup/contract/disbursements/endpoints';
import { read, readData } from '../platform/api/read.ts';
import type { ListView } from '../ui/list/list-view.ts';

/** The console says so when they cannot be loaded (specification, section 8). */
const what = 'disbursements';

/** A page of the firm's types, by title: those that are in use, or those that are not. */
export function disbursementsQuery(
  firm: string,
  isInUse: boolean,
  { page, size, search }: ListView,
) {
  const query = {
    firmId: firm,
    active: isInUse ? 'true' : 'false',
    page,
    itemsPerPage: size,
    search,
  } as const;
  return read(disbursementEndpoints.listDisbursements, { query }, { what, beginsWithLast: true });
}

/** All of the firm's types, those that are no longer in use too: for choosing among them. */
export function allDisbursementsQuery(firm: string, options: { beginsWithLast?: boolean } = {}) {
  const query = { firmId: firm };
  return readData(disbursementEndpoints.listDisbursements, { query }, { what, ...options });
}

/** One type; its form reads it by `useReadOnce`. */
export function disbursementQuery(id: string) {
  const input = { params: { id } };
  return readData(disbursementEndpoints.getDisbursement, input, { what, gcTime: 0, staleTime: 0 });
}
