import {
  type ColumnMapping,
  matterEndpoints,
  type UploadResult,
} from '@recoup/contract/matters/endpoints';
import { type ImportPreview, importEndpoints } from '@recoup/contract/matters/import-endpoints';
import { texts } from '@recoup/contract/core/texts';
import { send } from '../../platform/api/api-client.ts';
import { decode, readFile } from '../../platform/browser/text-file.ts';
import { type ImportJob, sendBody, sendFile } from '../../platform/imports/send-file.ts';
import { useImport } from '../../platform/imports/use-import.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { replyData } from '../../platform/api/api-transfer.ts';

type Choice = { mapping: ColumnMapping | undefined };
export type MatterImportState = ReturnType<typeof useMatterImport>;

/** Larger files are sent raw, so that neither side holds several copies. */
const largestJson = 4_000_000;

export function useMatterImport() {
  return useImport<Choice, ImportPreview, UploadResult>({
    start: { mapping: undefined },
    atMost: ' (about a million matters).',
    preview: previewFile,
    upload: uploadFile,
    complete: ({ mapping }, shown) => ({ mapping: mapping ?? rememberedMapping(shown) }),
    corrected: (shown, { mapping = shown.mapping }) => ({ ...shown, mapping }),
    onUploaded: (_, { file, isLeft }) => {
      if (isLeft) toast(`${file.name}: ${texts.uploaded}`);
    },
    changes: ['matters'],
  });
}

/** Sent too, because the preview showed it. */
export function rememberedMapping(shown: ImportPreview | undefined): ColumnMapping | undefined {
  return shown?.isRemembered === true ? shown.mapping : undefined;
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

/** Throws `ApiError`, or `AbortError` when cancelled. */
async function previewFile({ mapping, ...job }: ImportJob<Choice>): Promise<ImportPreview> {
  const reply = await sendFile(importEndpoints.previewImport, mappingQuery(mapping), job);
  return replyData(reply) as ImportPreview; // by the same schema
}

/** Throws `ApiError` with rejected `rows`, or `AbortError`. */
async function uploadFile({ mapping, ...job }: ImportJob<Choice>): Promise<UploadResult> {
  const { file, signal } = job;
  const fileName = file.name.slice(0, 200);
  const transferFile = async () => {
    if (file.size > largestJson) {
      const query = { fileName, ...mappingQuery(mapping) };
      return sendFile(importEndpoints.createImport, query, job);
    }
    const { encoding, bytes } = await readFile(file);
    signal.throwIfAborted();
    const body = JSON.stringify({ fileStream: decode(bytes, encoding), fileName, mapping });
    return sendBody(matterEndpoints.upload, { body, type: 'application/json' }, job);
  };
  return replyData(await transferFile()) as UploadResult; // by the same schema
}

function mappingQuery(mapping: ColumnMapping | undefined) {
  return mapping === undefined ? {} : { mapping: JSON.stringify(mapping) };
}
