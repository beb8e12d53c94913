import { exportEndpoints } from '@recoup/contract/exports/endpoints';
import {
  type ChangedPostingSettings,
  postingEndpoints,
  type PostingLayout,
  type PostingSettings,
} from '@recoup/contract/posting/endpoints';
import type { ChangedLayout, LayoutForm, NewLayout } from '@recoup/contract/posting/layouts';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { download, type Received } from '../platform/api/api-download.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

/** The built-in layouts, then those of the firm. */
export const postingLayoutsQuery = queryOptions({
  meta: { unableToGet: 'posting layouts' },
  queryKey: [...queryKeys.postingLayouts, 'list'] as const,
  queryFn: async ({ signal }): Promise<PostingLayout[]> =>
    (await send(postingEndpoints.listPostingLayouts, {}, { signal })).data,
});

/** One layout; its form reads it by `useReadOnce`. Throws `ApiError`. */
export function postingLayoutQuery(id: string) {
  return queryOptions({
    meta: { unableToGet: 'posting layouts' },
    queryKey: [...queryKeys.postingLayouts, 'one', id] as const,
    queryFn: async ({ signal }): Promise<PostingLayout> => {
      const { data } = await send(postingEndpoints.listPostingLayouts, {}, { signal });
      const layout = data.find(({ _id }) => _id === id);
      if (layout) return layout;
      throw noSuchLayout();
    },
  });
}

export function noSuchLayout(): ApiError {
  return new ApiError({ status: 404, code: 'not_found', message: 'There is no such layout.' });
}

export type SavedPostingSettings = PostingSettings & { version: number };

/** The firm's settings for a layout. */
export function postingSettingsQuery(id: string) {
  return queryOptions({
    meta: { unableToGet: 'posting settings' },
    queryKey: [...queryKeys.postingLayouts, 'settings', id] as const,
    queryFn: async ({ signal }): Promise<SavedPostingSettings> =>
      (await send(postingEndpoints.getPostingSettings, { params: { id } }, { signal })).data,
  });
}

export async function savePostingSettings(id: string, body: ChangedPostingSettings) {
  return (await send(postingEndpoints.savePostingSettings, { params: { id }, body })).data;
}

export async function createLayout(body: NewLayout): Promise<PostingLayout> {
  return (await send(postingEndpoints.createPostingLayout, { body })).data;
}

export async function updateLayout(id: string, body: ChangedLayout): Promise<PostingLayout> {
  return (await send(postingEndpoints.updatePostingLayout, { params: { id }, body })).data;
}

export async function deleteLayout(id: string): Promise<void> {
  await send(postingEndpoints.deletePostingLayout, { params: { id } });
}

/** A sample entry as the layout writes it; null for a layout that cannot be written yet. */
export function testLineQuery(layout: LayoutForm | null) {
  return queryOptions({
    meta: { unableToGet: 'test line' },
    queryKey: [...queryKeys.postingLayouts, 'test line', layout] as const,
    queryFn: async ({ signal }) => {
      if (layout === null) return null;
      return (await send(postingEndpoints.writePostingTestLine, { body: layout }, { signal })).data;
    },
    gcTime: 0,
  });
}

/** An export as the file of a layout. Throws `ApiError`. */
export function downloadPostingFile(exportId: string, layout: string): Promise<Received> {
  const input = { params: { id: exportId }, query: { layout } };
  return download(exportEndpoints.getExportFile, input, { accept: 'text/csv' });
}
