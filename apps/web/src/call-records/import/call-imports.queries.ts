import { callImportEndpoints } from '@recoup/contract/call-records/import-endpoints';
import { send } from '../../platform/api/api-client.ts';

type PageQuery = { page: number; itemsPerPage: number };

/** A page of the imports, the latest first. */
export async function listCallImports(query: PageQuery, signal: AbortSignal) {
  return send(callImportEndpoints.listCallImports, { query }, { signal });
}

export async function undoCallImport(id: string): Promise<void> {
  await send(callImportEndpoints.undoCallImport, { params: { id } });
}
