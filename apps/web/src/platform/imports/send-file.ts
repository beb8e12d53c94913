import type { Endpoint } from '@recoup/contract/core/endpoint';
import { uploadLimits, uploadLimitText } from '@recoup/contract/core/upload-limits';
import { transfer } from '../api/api-transfer.ts';
import { type Encoding, readFile } from '../browser/text-file.ts';

/** How far a file has come. `sent`: from 0 to 1, undefined while that cannot be told. */
export type ImportProgress = { step: 'reading' | 'sending' | 'checking'; sent?: number };
export type ImportJob<Choice> = Choice & {
  file: File;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
};

/** Sends the bytes of a file. Throws `ApiError`, or `AbortError` when cancelled. */
export async function sendFile(
  endpoint: Endpoint,
  query: object,
  { file, signal, onProgress }: ImportJob<object>,
): Promise<string> {
  const { encoding } = await readFile(file);
  signal.throwIfAborted();
  return sendBody(endpoint, { query, ...rawBody(file, encoding) }, { signal, onProgress });
}

/** Sends a body that is read already, with its progress. */
export async function sendBody(
  endpoint: Endpoint,
  content: { query?: object; body: Blob | string; type: string },
  { signal, onProgress }: Omit<ImportJob<object>, 'file'>,
): Promise<string> {
  return transfer(endpoint, {
    ...content,
    signal,
    onProgress: (sent, total) =>
      onProgress(sent >= total ? { step: 'checking' } : { step: 'sending', sent: sent / total }),
  });
}

/** Why a file is not worth sending, if so; `atMost` says what the limit means. */
export function fileFault(file: File, atMost: string): string | undefined {
  if (file.size === 0) return `“${file.name}” is empty.`;
  if (file.size > uploadLimits.bodyBytes)
    return `“${file.name}” is too large. The limit is ${uploadLimitText}${atMost}`;
  return undefined;
}

function rawBody(file: File, encoding: Encoding): { body: Blob; type: string } {
  // Without the type that the system gave it, which would replace ours.
  return { body: file.slice(0, file.size, ''), type: `text/csv; charset=${encoding}` };
}
