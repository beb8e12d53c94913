import {
  type CallImport,
  callImportEndpoints,
  type CallImportPreview,
} from '@recoup/contract/call-records/import-endpoints';
import type { CallMapping } from '@recoup/contract/call-records/mapping';
import { type ImportJob, sendFile } from '../../platform/imports/send-file.ts';
import { addExtensions } from '../call-set-up.queries.ts';
import { replyData } from '../../platform/api/api-transfer.ts';

/** How a file is read; undefined is left to the server. */
export type CallFileChoice = {
  /** The telephone system, where the firm has several of its kind. */
  source: string | undefined;
  zone: string | undefined;
  /** The digits dialled before an outside number. */
  outsidePrefix: string | undefined;
  mapping: CallMapping | undefined;
  isZoneConfirmed: boolean;
  /** Attorneys by extension, saved before the import. */
  attorneys?: ReadonlyMap<string, string>;
};

/** Previews a file of calls. Throws `ApiError`, or `AbortError` when cancelled. */
export async function previewCallFile(job: ImportJob<CallFileChoice>): Promise<CallImportPreview> {
  const reply = await sendCalls(job, { dryRun: 'true' });
  return replyData(reply) as CallImportPreview; // by the same schema
}

/** Imports a file of calls. Throws `ApiError`, or `AbortError` when cancelled. */
export async function importCallFile(job: ImportJob<CallFileChoice>): Promise<CallImport> {
  if (job.attorneys) await saveAttorneys(job.attorneys);
  job.signal.throwIfAborted();
  const reply = await sendCalls(job, job.isZoneConfirmed ? { isZoneConfirmed: 'true' } : {});
  return replyData(reply) as CallImport; // by the same schema
}

/** Saves whose calls those of extensions are. Throws `ApiError`. */
export async function saveAttorneys(attorneys: ReadonlyMap<string, string>): Promise<void> {
  if (attorneys.size === 0) return;
  await addExtensions([...attorneys].map(([value, attorney]) => ({ value, attorney })));
}

async function sendCalls(job: ImportJob<CallFileChoice>, more: object): Promise<string> {
  const { file, source, zone, outsidePrefix, mapping } = job;
  const query = {
    ...more,
    fileName: file.name.slice(0, 200),
    ...(source !== undefined && { source }),
    ...(zone !== undefined && { zone }),
    ...(outsidePrefix !== undefined && { outsidePrefix }),
    ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
  };
  return sendFile(callImportEndpoints.createCallImport, query, job);
}
