import { matterCalls, type UploadResult } from '@recoup/contract/matters';
import { detectEncoding } from '@recoup/contract/text-decoding';
import { send } from '../platform/api-client.ts';

/** For `invalidateQueries` after an upload. */
export const mattersKey = ['matters'] as const;

/** Reads the file in whatever encoding it has and takes its matters in. Throws `ApiError`, with `rows` for what was refused. */
export async function uploadMatters(file: File): Promise<UploadResult> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const fileStream = new TextDecoder(detectEncoding(bytes)).decode(bytes);
  return (await send(matterCalls.upload, { body: { fileStream, fileName: file.name } })).data;
}
