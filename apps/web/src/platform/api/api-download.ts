import type { Endpoint, EndpointInput } from '@recoup/contract/core/endpoint';
import { trackActivity } from '../session/activity.ts';
import { requestAddress, credentials, toApiError } from './api-client.ts';
import { networkError } from './api-error.ts';
import { deadlines, type Extend, withDeadline } from './deadline.ts';
import { session } from '../session/session.ts';

export type Received = { name: string; content: Blob; location: string | null };
type Options = {
  /** One of the media types that the endpoint produces. */
  accept: string;
  signal?: AbortSignal;
  /** Bytes received so far; the total is unknown. */
  onProgress?: (bytes: number) => void;
  onChunk?: (chunk: Uint8Array) => void;
};

/** Fetches a file from an endpoint that produces one. Throws as `send` does. */
export async function download<C extends Endpoint>(
  endpoint: C,
  input: EndpointInput<C>,
  options: Options,
): Promise<Received> {
  const token = session.token();
  const { accept } = options;
  return trackActivity(() =>
    withDeadline(deadlines.minutes, options.signal, async (signal, extend) => {
      const init = { headers: { accept, ...credentials(endpoint, token) }, signal };
      try {
        // The endpoint's own parts.
        const response = await fetch(requestAddress(endpoint, input as object), init);
        if (!response.ok) throw await toApiError(response, token);
        const location = response.headers.get('content-location');
        const content = await readAll(response, options, extend);
        return { name: fileNameFrom(response), location, content };
      } catch (thrown) {
        // `fetch` and its stream throw a TypeError if the network fails.
        if (thrown instanceof TypeError) throw networkError();
        throw thrown;
      }
    }),
  );
}

async function readAll(
  response: Response,
  { accept, onProgress, onChunk }: Options,
  extend: Extend,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    extend(deadlines.write);
    const piece = await reader?.read();
    if (!piece?.value) break;
    chunks.push(piece.value);
    bytes += piece.value.length;
    onChunk?.(piece.value);
    onProgress?.(bytes);
  }
  return new Blob(chunks, { type: accept });
}

/** The server's names are plain ASCII. */
function fileNameFrom(response: Response): string {
  return (
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ??
    'recoup-export'
  );
}
