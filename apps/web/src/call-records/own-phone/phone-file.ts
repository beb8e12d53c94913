import {
  type OwnCallImport,
  type OwnCallPreview,
  ownCallEndpoints,
} from '@recoup/contract/call-records/own-call-endpoints';
import type { CallMapping } from '@recoup/contract/call-records/mapping';
import { type ImportJob, sendBody } from '../../platform/imports/send-file.ts';
import { decode, readFile } from '../../platform/browser/text-file.ts';

export type PhoneFileChoice = { mapping: CallMapping | undefined };
export type PhonePreview = OwnCallPreview & { isRemembered: boolean; notices: string[] };

/** Previews a file of a phone. Throws `ApiError`, or `AbortError` when cancelled. */
export async function previewPhoneFile(job: ImportJob<PhoneFileChoice>): Promise<PhonePreview> {
  const reply = await sendCalls(job, { dryRun: true });
  const { data } = JSON.parse(reply) as { data: OwnCallPreview }; // by the same schema
  return { ...data, isRemembered: false, notices: [] };
}

/** Takes the calls of a file. Throws `ApiError`, or `AbortError` when cancelled. */
export async function takePhoneFile(job: ImportJob<PhoneFileChoice>): Promise<OwnCallImport> {
  return (JSON.parse(await sendCalls(job, {})) as { data: OwnCallImport }).data; // as above
}

async function sendCalls(job: ImportJob<PhoneFileChoice>, more: object): Promise<string> {
  const { file, mapping, signal } = job;
  const { bytes, encoding } = await readFile(file);
  signal.throwIfAborted();
  const fields = { ...more, ...(mapping !== undefined && { mapping }) };
  const body = JSON.stringify({ fileStream: decode(bytes, encoding), ...fields });
  return sendBody(ownCallEndpoints.createOwnCallImport, { body, type: 'application/json' }, job);
}
