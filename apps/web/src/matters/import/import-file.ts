import {
  type ColumnMapping,
  matterEndpoints,
  type UploadResult,
  uploadLimits,
} from '@recoup/contract/matters/endpoints';
import { type ImportPreview, importEndpoints } from '@recoup/contract/matters/import-endpoints';
import { send } from '../../platform/api/api-client.ts';
import { transfer } from '../../platform/api/api-transfer.ts';
import { decode, type Encoding, readFile } from '../../platform/browser/text-file.ts';

/** How far a file has come. `sent`: from 0 to 1, undefined while that cannot be told. */
export type ImportProgress = { step: 'reading' | 'sending' | 'checking'; sent?: number };
export type ImportJob<Choice> = Choice & {
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
};
export type ChosenFile = { file: File; mapping: ColumnMapping | undefined };

/** Larger files are sent raw, so that neither side holds several copies. */
const largestJson = 4_000_000;

/** Previews an upload. Throws `ApiError`, or `AbortError` when cancelled. */
export async function previewFile({
  file,
  mapping,
  signal,
  onProgress,
}: ImportJob<ChosenFile>): Promise<ImportPreview> {
  onProgress({ step: 'reading' });
  const { encoding } = await readFile(file);
  signal.throwIfAborted();
  const query = mapping ? { mapping: JSON.stringify(mapping) } : {};
  const reply = await transfer(importEndpoints.previewImport, {
    query,
    ...asItIs(file, encoding),
    signal,
    onProgress: toProgress(onProgress),
  });
  return (JSON.parse(reply) as { data: ImportPreview }).data; // by the same schema
}

/** Imports the file. Throws `ApiError` with rejected `rows`, or `AbortError`. */
export async function uploadFile({
  file,
  mapping,
  signal,
  onProgress,
}: ImportJob<ChosenFile>): Promise<UploadResult> {
  onProgress({ step: 'reading' });
  const { encoding, bytes } = await readFile(file);
  signal.throwIfAborted();
  const fileName = file.name.slice(0, 200);
  const options = { signal, onProgress: toProgress(onProgress) };
  const reply =
    file.size <= largestJson
      ? await transfer(matterEndpoints.upload, {
          body: JSON.stringify({ fileStream: decode(bytes, encoding), fileName, mapping }),
          type: 'application/json',
          ...options,
        })
      : await transfer(importEndpoints.createImport, {
          query: { fileName, ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }) },
          ...asItIs(file, encoding),
          ...options,
        });
  return (JSON.parse(reply) as { data: UploadResult }).data; // by the same schema
}

/** The refused rows in the layout of the file, with one more column that says why. */
export async function fetchRejectedRows(
  file: File,
  mapping: ColumnMapping | undefined,
): Promise<{ fileName: string; fileContent: string }> {
  const { encoding, bytes } = await readFile(file);
  const body = { fileStream: decode(bytes, encoding), fileName: file.name.slice(0, 200), mapping };
  return (await send(importEndpoints.listRefusedRows, { body })).data;
}

/** Why a file is not worth sending, if so. */
export function validateFile(file: File): string | undefined {
  if (file.size === 0) return `“${file.name}” is empty.`;
  if (file.size > uploadLimits.bodyBytes)
    return `“${file.name}” is too large. The limit is 150 MB (about a million matters).`;
  return undefined;
}

export function asItIs(file: File, encoding: Encoding): { body: Blob; type: string } {
  // Without the type that the system gave it, which would replace ours.
  return { body: file.slice(0, file.size, ''), type: `text/csv; charset=${encoding}` };
}

export function toProgress(
  onProgress: ImportJob<object>['onProgress'],
): (sent: number, total: number) => void {
  return (sent, total) =>
    onProgress(sent >= total ? { step: 'checking' } : { step: 'sending', sent: sent / total });
}
