import { queryOptions } from '@tanstack/react-query';
import { fileTypes } from '@recoup/contract/exports/files';
import { exportEndpoints, type ExportRecord } from '@recoup/contract/exports/endpoints';
import { withLastVisit } from '../platform/api/page-copy.ts';
import { subjectKey, read, readData } from '../platform/api/read.ts';
import { download, type Received } from '../platform/api/api-download.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { requestAddress, send, sendDryRun } from '../platform/api/api-client.ts';
import { finishUndoable } from '../ui/feedback/undo.ts';
import type { ListView } from '../ui/list/list-view.ts';
import type { FileChoice } from './file-choices.ts';

type Transfer = { signal?: AbortSignal; onProgress?: (bytes: number) => void };

/** Mails under way change by themselves. */
const whileQueued = 2_000;

/** A page of the ledger, the latest first. */
export function exportsQuery({ page, size }: Pick<ListView, 'page' | 'size'>) {
  const query = { page, itemsPerPage: size };
  return read(
    exportEndpoints.listExports,
    { query },
    { beginsWithLast: true, refetchInterval: ({ state }) => whileMailed(state.data?.data) },
  );
}

export function exportQuery(id: string) {
  return readData(
    exportEndpoints.getExport,
    { params: { id } },
    {
      refetchInterval: ({ state }) => whileMailed(state.data && [state.data.data]),
    },
  );
}

/**
 * Previews a closing up to this day; an empty day means all days. Fails if the entries do not fit
 * the layout of the requested posting file. Never cached. Its key is below the entries, because
 * each change of an entry changes the preview.
 */
export function closingPreviewQuery({ to, layout }: Pick<SeenClosing, 'to' | 'layout'>) {
  const body = { ...upTo(to), layout, dryRun: true };
  return queryOptions({
    queryKey: [...subjectKey('entries'), 'closing', to, layout] as const,
    queryFn: async ({ signal }) => {
      // An entry that was announced as deleted must not be locked by the closing.
      await finishUndoable();
      return (await sendDryRun(exportEndpoints.createExport, { body }, { signal })).data;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * The preview as a page shows it, or null where nothing is new up to this day; begins with that of
 * the last visit. The dialog that closes requests its own.
 */
export function shownPreviewQuery(to: string) {
  return queryOptions({
    // As in the dialog, an entry that was announced as deleted is not new.
    ...shownPreview({ to, dryRun: true }, finishUndoable),
    queryKey: [...subjectKey('entries'), 'shown closing', to] as const,
  });
}

/**
 * Entries that no closed export contains, or null. They depend on the day, so a new day requests
 * them again.
 */
export function unexportedQuery(today: string) {
  return queryOptions({
    ...shownPreview({ dryRun: true }),
    meta: { unableToGet: 'new entries' },
    queryKey: [...subjectKey('exports'), 'unexported', today] as const,
  });
}

/** The latest export that locked entries, also if it was reopened; null if there is none. */
export function lastClosingQuery(today: string, { beginsWithLast = false } = {}) {
  const query = { page: 1, itemsPerPage: 1, closing: 'true' } as const;
  const options = { what: 'exports', beginsWithLast };
  const page = read(exportEndpoints.listExports, { query }, options);
  return queryOptions({
    ...page,
    queryKey: [...page.queryKey, today] as const,
    select: ({ data }) => data[0] ?? null,
    refetchInterval: ({ state }) => whileMailed(state.data?.data),
  });
}

/** The closing as the user saw and confirmed it. */
export type SeenClosing = {
  to: string;
  rows: number;
  sum: number | string;
  /** How many blocking exceptions stood there. */
  blocking: number;
  /** Why blocking exceptions are passed over. */
  override?: string | undefined;
  /** The layout of the posting file, which the entries must fit. */
  layout?: string | undefined;
};

/** Everything of a period, without what was announced as deleted. Throws `ApiError`. */
export async function downloadPeriod(
  period: { from?: string; to?: string },
  choice: FileChoice,
  transfer: Transfer,
): Promise<Received> {
  await finishUndoable();
  return download(
    exportEndpoints.download,
    { query: { ...period, profile: choice.profile } },
    { accept: fileTypes[choice.kind], ...transfer },
  );
}

/** The file of an export, as it went out. Throws `ApiError`. */
export function downloadExport(
  id: string,
  choice: FileChoice,
  transfer: Transfer = {},
): Promise<Received> {
  const { profile, layout } = choice;
  const query = layout === undefined ? { profile } : { layout };
  const input = { params: { id }, query };
  return download(exportEndpoints.getExportFile, input, {
    accept: fileTypes[choice.kind],
    ...transfer,
  });
}

/** How the firm's files are written. */
export const exportSettingsQuery = readData(exportEndpoints.getExportSettings, {});

/** The id of the export that a file belongs to. */
export function exportIdFrom(location: string | null): string | undefined {
  return /\/exports\/([^/]+)\/file$/.exec(location ?? '')?.[1];
}

export function upTo(to: string): { to?: string } {
  return to === '' ? {} : { to };
}

export async function latestExport(signal: AbortSignal): Promise<ExportRecord | undefined> {
  return (
    await send(exportEndpoints.listExports, { query: { page: 1, itemsPerPage: 1 } }, { signal })
  ).data[0];
}

function whileMailed(records: readonly ExportRecord[] = []): number | false {
  const isQueued = records.some(({ mails }) => mails.some(({ state }) => state === 'queued'));
  return isQueued ? whileQueued : false;
}

function shownPreview(body: { to?: string; dryRun: true }, prepare?: () => Promise<unknown>) {
  const address = `${requestAddress(exportEndpoints.createExport, {})} ${JSON.stringify(body)}`;
  return withLastVisit(address, async ({ signal }: { signal: AbortSignal }) => {
    await prepare?.();
    try {
      return (await sendDryRun(exportEndpoints.createExport, { body }, { signal })).data;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'nothing_to_export') return null;
      throw error;
    }
  });
}
