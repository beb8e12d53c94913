import { callImportEndpoints } from '@recoup/contract/call-records/import-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';

/** A page of the imports, the latest first. */
export function callImportsQuery(page: number, itemsPerPage: number) {
  const query = { page, itemsPerPage };
  return queryOptions({
    meta: { unableToGet: 'imports' },
    queryKey: [...queryKeys.callRecords, 'imports', query] as const,
    queryFn: ({ signal }) => send(callImportEndpoints.listCallImports, { query }, { signal }),
  });
}

export async function undoCallImport(id: string): Promise<void> {
  await send(callImportEndpoints.undoCallImport, { params: { id } });
}
