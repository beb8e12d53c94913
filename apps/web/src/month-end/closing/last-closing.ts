import { exportEndpoints, type ExportRecord } from '@recoup/contract/exports/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';

/** The latest export that locks entries; null if there is none. */
export const lastClosingQuery = queryOptions({
  meta: { unableToGet: 'exports' },
  queryKey: [...queryKeys.exports, 'last closing'] as const,
  queryFn: ({ signal }) => lastClosing(signal),
});

/** The ledger has no filter, and a firm may have downloaded many copies since. */
async function lastClosing(signal: AbortSignal, page = 1): Promise<ExportRecord | null> {
  const query = { page, itemsPerPage: 20 };
  const { data, count } = await send(exportEndpoints.listExports, { query }, { signal });
  const found = data.find(({ state }) => state === 'closed');
  if (found) return found;
  return page * query.itemsPerPage < count ? lastClosing(signal, page + 1) : null;
}
