import {
  type CallImport,
  callImportEndpoints,
  type CallImportPreview,
} from '@recoup/contract/call-records/import-endpoints';
import type { CallMapping } from '@recoup/contract/call-records/mapping';
import { uploadLimits } from '@recoup/contract/matters/endpoints';
import { asItIs, type ImportJob, toProgress } from '../../matters/import/import-file.ts';
import { transfer } from '../../platform/api/api-transfer.ts';
import { readFile } from '../../platform/browser/text-file.ts';
import { addExtensions } from '../call-set-up.queries.ts';

/** A file and how it is read; undefined is left to the server. */
export type CallFileChoice = {
  file: File;
  /** The telephone system, where the firm has several of its kind. */
  source: string | undefined;
  zone: string | undefined;
  /** The digits dialled before an outside number. */
  outsidePrefix: string | undefined;
  mapping: CallMapping | undefined;
};
export type CallUploadChoice = CallFileChoice & {
  isZoneConfirmed: boolean;
  /** Attorneys by extension, saved before the import. */
  attorneys?: ReadonlyMap<string, string>;
};

/** Previews a file of calls. Throws `ApiError`, or `AbortError` when cancelled. */
export async function previewCallFile(job: ImportJob<CallFileChoice>): Promise<CallImportPreview> {
  const reply = await sendFile(job, { dryRun: 'true' });
  return (JSON.parse(reply) as { data: CallImportPreview }).data; // by the same schema
}

/** Imports a file of calls. Throws `ApiError`, or `AbortError` when cancelled. */
export async function importCallFile(job: ImportJob<CallUploadChoice>): Promise<CallImport> {
  if (job.attorneys) await saveAttorneys(job.attorneys);
  job.signal.throwIfAborted();
  const reply = await sendFile(job, job.isZoneConfirmed ? { isZoneConfirmed: 'true' } : {});
  return (JSON.parse(reply) as { data: CallImport }).data; // by the same schema
}

/** Saves whose calls those of extensions are. Throws `ApiError`. */
export async function saveAttorneys(attorneys: ReadonlyMap<string, string>): Promise<void> {
  if (attorneys.size === 0) return;
  await addExtensions([...attorneys].map(([value, attorney]) => ({ value, attorney })));
}

/** Why a file is not worth sending, if so. */
export function validateCallFile(file: File): string | undefined {
  if (file.size === 0) return `“${file.name}” is empty.`;
  if (file.size > uploadLimits.bodyBytes)
    return `“${file.name}” is too large. The limit is 150 MB: export fewer months at a time.`;
  return undefined;
}

async function sendFile(job: ImportJob<CallFileChoice>, more: object): Promise<string> {
  const { file, source, zone, outsidePrefix, mapping, signal, onProgress } = job;
  onProgress({ step: 'reading' });
  const { encoding } = await readFile(file);
  signal.throwIfAborted();
  return transfer(callImportEndpoints.createCallImport, {
    query: {
      ...more,
      fileName: file.name.slice(0, 200),
      ...(source !== undefined && { source }),
      ...(zone !== undefined && { zone }),
      ...(outsidePrefix !== undefined && { outsidePrefix }),
      ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
    },
    ...asItIs(file, encoding),
    signal,
    onProgress: toProgress(onProgress),
  });
}
