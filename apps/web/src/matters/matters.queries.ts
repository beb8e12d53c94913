import {
  type Matter,
  matterEndpoints,
  type matterStatuses,
} from '@recoup/contract/matters/endpoints';
import { importEndpoints } from '@recoup/contract/matters/import-endpoints';
import { matterLabelEndpoints } from '@recoup/contract/matters/label-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../platform/api/query-keys.ts';
import { send } from '../platform/api/api-client.ts';
import { download, type Received } from '../platform/api/api-download.ts';
import { transfer } from '../platform/api/api-transfer.ts';
import type { ListView } from '../ui/list/list-view.ts';

export type MatterStatus = (typeof matterStatuses)[number];
export type MatterFilter = { search: string; status: MatterStatus | undefined };

/** A page of the firm's matters by number. */
export function mattersQuery(view: ListView, status: MatterStatus | undefined) {
  const query = { page: view.page, itemsPerPage: view.size, search: view.search, status };
  return queryOptions<{ data: Matter[]; count: number }>({
    queryKey: [...queryKeys.matters, 'page', query],
    queryFn: ({ signal }) => send(matterEndpoints.listMatters, { query }, { signal }),
  });
}

/** The matters of the filter as the text of a CSV file in our own layout. Throws `ApiError`. */
export function downloadMatters({ search, status }: MatterFilter): Promise<string> {
  return transfer(matterEndpoints.listMatters, { query: { search, status }, accept: 'text/csv' });
}

/** Labels with QR codes for the matters of the filter, as a PDF. Throws `ApiError`. */
export function downloadLabels(query: MatterFilter): Promise<Received> {
  return download(matterLabelEndpoints.getMatterLabels, { query }, { accept: 'application/pdf' });
}

type PageQuery = { page: number; itemsPerPage: number };

/** A page of the imports, the latest first. */
export async function listImports(query: PageQuery, signal: AbortSignal) {
  return send(importEndpoints.listImports, { query }, { signal });
}

export async function undoImport(id: string): Promise<void> {
  await send(importEndpoints.undoImport, { params: { id } });
}
