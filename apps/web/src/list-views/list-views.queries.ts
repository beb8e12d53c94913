import {
  type ListName,
  listViewEndpoints,
  type NewListView,
} from '@recoup/contract/list-views/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

/** The user's saved views of a list, and the columns that it hides. */
export function listViewsQuery(list: ListName) {
  return queryOptions({
    meta: { unableToGet: 'saved views' },
    queryKey: [...queryKeys.listViews, list] as const,
    queryFn: ({ signal }) => send(listViewEndpoints.listListViews, { query: { list } }, { signal }),
  });
}

export async function createView(body: NewListView) {
  return (await send(listViewEndpoints.createListView, { body })).data;
}

export async function changeView({ id, ...body }: { id: string; name?: string; query?: string }) {
  return (await send(listViewEndpoints.updateListView, { params: { id }, body })).data;
}

export async function deleteView(id: string) {
  await send(listViewEndpoints.deleteListView, { params: { id } });
}

export async function hideColumns(body: { list: ListName; columns: string[] }) {
  return (await send(listViewEndpoints.saveHiddenColumns, { body })).data.columns;
}
