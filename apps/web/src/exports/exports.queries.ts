import { userEndpoints } from '@recoup/contract/users/endpoints';
import {
  type CsvDelimiter,
  type CsvProfile,
  type FileKind,
  fileTypes,
} from '@recoup/contract/exports/files';
import {
  exportEndpoints,
  type ExportRecord,
  type ExportSettings,
} from '@recoup/contract/exports/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { download, type Received } from '../platform/api/api-download.ts';
import { send, sendDryRun } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';
import type { ListView } from '../ui/list/list-view.ts';

/** For `invalidateQueries` after any export, mail or reopening. */
export const exportsKey = ['exports'] as const;

/** What a person chooses among: a kind of file, and for CSV how it is written. */
export const fileChoices = [
  // Without a profile, as the specification asks for it.
  { value: 'csv', label: 'CSV', kind: 'csv', profile: undefined },
  { value: 'people', label: 'CSV for spreadsheets', kind: 'csv', profile: 'people' },
  { value: 'xlsx', label: 'XLSX', kind: 'xlsx', profile: undefined },
  { value: 'pdf', label: 'PDF', kind: 'pdf', profile: undefined },
] as const satisfies readonly {
  value: string;
  label: string;
  kind: FileKind;
  profile: CsvProfile | undefined;
}[];
export type FileChoice = (typeof fileChoices)[number];

export type Transfer = { signal?: AbortSignal; onProgress?: (bytes: number) => void };

/** Mails under way change by themselves. */
const whileQueued = 2_000;

/** A page of the ledger, the latest first. */
export function exportsQuery({ page, size }: Pick<ListView, 'page' | 'size'>) {
  const query = { page, itemsPerPage: size } as const;
  return queryOptions({
    queryKey: [...exportsKey, 'list', query] as const,
    queryFn: ({ signal }) => send(exportEndpoints.listExports, { query }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(hasQueuedMail) === true ? whileQueued : false,
  });
}

export function exportQuery(id: string) {
  return queryOptions({
    queryKey: [...exportsKey, id] as const,
    queryFn: async ({ signal }) =>
      (await send(exportEndpoints.getExport, { params: { id } }, { signal })).data,
    refetchInterval: ({ state }) => (state.data && hasQueuedMail(state.data) ? whileQueued : false),
  });
}

/** What a closing of everything up to this day would take now; `to` is empty for all days. Never of an earlier moment. */
export function closingPreviewQuery(to: string) {
  const body = { ...upTo(to), dryRun: true };
  return queryOptions({
    queryKey: [...exportsKey, 'closing', to] as const,
    queryFn: async ({ signal }) =>
      (await sendDryRun(exportEndpoints.createExport, { body }, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
}

/** What a person has seen and wants closed. */
export type SeenClosing = { to: string; rows: number; sum: number | string };

/**
 * Closes what was seen. When no readable answer comes, the ledger says whether the export was closed all the same.
 * Throws `ApiError`, and for who cancels the signal's `AbortError`.
 */
export async function closeExport(
  { to, rows, sum }: SeenClosing,
  signal: AbortSignal,
): Promise<ExportRecord> {
  const last = (await latestExport(signal))?.number ?? 0;
  try {
    const body = { ...upTo(to), expected: { rows, sum } };
    return (await send(exportEndpoints.createExport, { body }, { signal })).data;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status > 0 && error.status < 500)) throw error;
    const found = await findClosed({ rows, sum, after: last }, signal).catch(() => undefined);
    if (!found) throw error;
    return found;
  }
}

/** The latest export, if it is the user's own closing of what was seen. */
async function findClosed(
  seen: Pick<SeenClosing, 'rows' | 'sum'> & { after: number },
  signal: AbortSignal,
): Promise<ExportRecord | undefined> {
  const me = await send(userEndpoints.getMe, {}, { signal });
  const latest = await latestExport(signal);
  const isNew =
    latest?.state === 'closed' && latest.number > seen.after && latest.by._id === me._id;
  return isNew && latest.rows === seen.rows && latest.sum === seen.sum ? latest : undefined;
}

/** Everything of a period. Throws `ApiError`. */
export function downloadPeriod(
  period: { from?: string; to?: string },
  choice: FileChoice,
  transfer: Transfer,
): Promise<Received> {
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
  const input = { params: { id }, query: { profile: choice.profile } };
  return download(exportEndpoints.getExportFile, input, {
    accept: fileTypes[choice.kind],
    ...transfer,
  });
}

export async function reopenExport(id: string, reason: string): Promise<ExportRecord> {
  return (await send(exportEndpoints.reopenExport, { params: { id }, body: { reason } })).data;
}

/** How the firm's files are written. */
export function exportSettingsQuery() {
  return queryOptions({
    queryKey: ['export-settings'] as const,
    queryFn: async ({ signal }) =>
      (await send(exportEndpoints.getExportSettings, {}, { signal })).data,
  });
}

export async function saveExportSettings(settings: {
  csvDelimiter: CsvDelimiter;
  mailProfile?: CsvProfile;
}): Promise<ExportSettings> {
  return (await send(exportEndpoints.saveExportSettings, { body: settings })).data;
}

function upTo(to: string): { to?: string } {
  return to === '' ? {} : { to };
}

async function latestExport(signal: AbortSignal): Promise<ExportRecord | undefined> {
  return (
    await send(exportEndpoints.listExports, { query: { page: 1, itemsPerPage: 1 } }, { signal })
  ).data[0];
}

function hasQueuedMail({ mails }: ExportRecord): boolean {
  return mails.some(({ state }) => state === 'queued');
}
