import { type CsvDelimiter, type CsvProfile, type FileKind, fileTypes } from '@recoup/contract/export-files';
import { exportCalls, type ExportRecord } from '@recoup/contract/exports';
import { queryOptions } from '@tanstack/react-query';
import { download, type Received } from '../platform/api-download.ts';
import { send } from '../platform/api-client.ts';
import type { ListView } from '../ui/list-view.ts';

/** For `invalidateQueries` after any export, mail or reopening. */
export const exportsKey = ['exports'] as const;

/** What a person chooses among: a kind of file, and for CSV how it is written. */
export const fileChoices = [
  { value: 'csv', label: 'CSV', kind: 'csv', profile: 'systems' },
  { value: 'people', label: 'CSV for spreadsheets', kind: 'csv', profile: 'people' },
  { value: 'xlsx', label: 'XLSX', kind: 'xlsx', profile: undefined },
  { value: 'pdf', label: 'PDF', kind: 'pdf', profile: undefined },
] as const satisfies readonly { value: string; label: string; kind: FileKind; profile: CsvProfile | undefined }[];
export type FileChoice = (typeof fileChoices)[number];

export type Transfer = { readonly signal?: AbortSignal; readonly onProgress?: (bytes: number) => void };

/** Mails under way change by themselves. */
const whileQueued = 2_000;

/** A page of the ledger, the latest first. */
export function exportsQuery({ page, size }: Pick<ListView, 'page' | 'size'>) {
  const query = { page, itemsPerPage: size } as const;
  return queryOptions({
    queryKey: [...exportsKey, 'list', query] as const,
    queryFn: ({ signal }) => send(exportCalls.listExports, { query }, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(hasQueuedMail) === true ? whileQueued : false),
  });
}

export function exportQuery(id: string) {
  return queryOptions({
    queryKey: [...exportsKey, id] as const,
    queryFn: async ({ signal }) => (await send(exportCalls.getExport, { params: { id } }, { signal })).data,
    refetchInterval: ({ state }) => (state.data !== undefined && hasQueuedMail(state.data) ? whileQueued : false),
  });
}

/** Closes what is new into an export. Throws `ApiError`. */
export async function closeExport(signal: AbortSignal): Promise<ExportRecord> {
  return (await send(exportCalls.createExport, { body: {} }, { signal })).data;
}

/** Everything of a period. Throws `ApiError`. */
export function downloadPeriod(period: { from?: string; to?: string }, choice: FileChoice, transfer: Transfer): Promise<Received> {
  return download(exportCalls.download, { query: { ...period, profile: choice.profile } }, { accept: fileTypes[choice.kind], ...transfer });
}

/** The file of an export, as it went out. Throws `ApiError`. */
export function downloadExport(id: string, choice: FileChoice, transfer: Transfer = {}): Promise<Received> {
  const input = { params: { id }, query: { profile: choice.profile } };
  return download(exportCalls.getExportFile, input, { accept: fileTypes[choice.kind], ...transfer });
}

export async function reopenExport(id: string, reason: string): Promise<ExportRecord> {
  return (await send(exportCalls.reopenExport, { params: { id }, body: { reason } })).data;
}

/** How the firm's files are written. */
export function exportSettingsQuery() {
  return queryOptions({
    queryKey: ['export-settings'] as const,
    queryFn: async ({ signal }) => (await send(exportCalls.getExportSettings, {}, { signal })).data,
  });
}

export async function saveExportSettings(settings: { csvDelimiter: CsvDelimiter }): Promise<{ csvDelimiter: CsvDelimiter }> {
  return (await send(exportCalls.saveExportSettings, { body: settings })).data;
}

function hasQueuedMail({ mails }: ExportRecord): boolean {
  return mails.some(({ state }) => state === 'queued');
}
