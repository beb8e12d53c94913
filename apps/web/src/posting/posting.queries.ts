import { queryOptions } from '@tanstack/react-query';
import { exportEndpoints } from '@recoup/contract/exports/endpoints';
import {
  postingEndpoints,
  type PostingLayout,
  type PostingSettings,
} from '@recoup/contract/posting/endpoints';
import type { LayoutForm } from '@recoup/contract/posting/layouts';
import { send } from '../platform/api/api-client.ts';
import { download, type Received } from '../platform/api/api-download.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { subjectKey, readData } from '../platform/api/read.ts';

const what = 'posting layouts';

/** The built-in layouts, then those of the firm. */
export const postingLayoutsQuery = readData(postingEndpoints.listPostingLayouts, {}, { what });

/** The same where they are only shown. */
export const shownPostingLayoutsQuery = readData(
  postingEndpoints.listPostingLayouts,
  {},
  { what, beginsWithLast: true },
);

/** One layout; its form reads it by `useReadOnce`. Throws `ApiError`. */
export function postingLayoutQuery(id: string) {
  return queryOptions({
    meta: { unableToGet: 'posting layouts' },
    queryKey: [...subjectKey('posting-layouts'), 'one', id] as const,
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

/** Some columns of built-in layouts have rules of their own, which no layout of a firm can have. */
export function canBeCopied({ columns }: PostingLayout): boolean {
  return columns.every(({ field, constant: text }) => field !== undefined || text !== undefined);
}

export type SavedPostingSettings = PostingSettings & { version: number };

/** The firm's settings for a layout. */
export function postingSettingsQuery(id: string) {
  const input = { params: { id } };
  return readData(postingEndpoints.getPostingSettings, input, { what: 'posting settings' });
}

/** A sample entry as the layout writes it; null for a layout that cannot be written yet. */
export function testLineQuery(layout: LayoutForm | null) {
  return queryOptions({
    meta: { unableToGet: 'test line' },
    queryKey: [...subjectKey('posting-layouts'), 'test line', layout] as const,
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
