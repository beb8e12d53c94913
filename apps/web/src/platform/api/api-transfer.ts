import type { Endpoint } from '@recoup/contract/core/endpoint';
import { trackActivity } from '../session/activity.ts';
import { requestAddress, credentials, toApiError } from './api-client.ts';
import { networkError, unreadableError } from './api-error.ts';
import { firstAnswers } from './first-answers.ts';
import { deadlines, type Extend, withDeadline } from './deadline.ts';
import { session } from '../session/session.ts';

type Transfer = {
  params?: object;
  query?: object;
  body?: Blob | string;
  /** The media type of the body. */
  type?: string;
  accept?: string;
  signal?: AbortSignal;
  /** Bytes that have left and bytes in all; `fetch` cannot tell, hence XMLHttpRequest. */
  onProgress?: (sent: number, total: number) => void;
};

/** Transfers a file and returns the reply's text. Throws as `send` does. */
export async function transfer(endpoint: Endpoint, options: Transfer): Promise<string> {
  const token = session.token();
  // With a body the deadline starts again at each piece, and again for the response.
  const ms = options.body === undefined ? deadlines.minutes : deadlines.write;
  const endWrite = endpoint.method === 'GET' ? undefined : firstAnswers()?.beginWrite();
  const response = await trackActivity(() =>
    withDeadline(ms, options.signal, (signal, extend) =>
      exchange(endpoint, token, { ...options, signal, extend }),
    ),
  ).finally(endWrite);
  if (response.ok) return response.text();
  throw await toApiError(response, token);
}

/** The `data` of a transferred reply. Throws `ApiError` for one that is no JSON, as of a proxy. */
export function replyData(reply: string): unknown {
  try {
    return (JSON.parse(reply) as { data: unknown }).data; // each reply has one
  } catch {
    throw unreadableError();
  }
}

function exchange(
  endpoint: Endpoint,
  token: string | null,
  { signal, body, extend, ...options }: Transfer & { signal: AbortSignal; extend: Extend },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, requestAddress(endpoint, options));
    request.setRequestHeader('accept', options.accept ?? 'application/json');
    if (options.type !== undefined) request.setRequestHeader('content-type', options.type);
    for (const [name, value] of Object.entries(credentials(endpoint, token)))
      request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      extend(deadlines.write);
      options.onProgress?.(loaded, total);
    });
    request.upload.addEventListener('load', () => extend(deadlines.minutes));
    request.addEventListener('load', () => resolve(toResponse(request)));
    request.addEventListener('error', () => reject(networkError()));
    // Whoever waits has been told by `withDeadline`.
    signal.addEventListener('abort', () => request.abort());
    if (!signal.aborted) request.send(body ?? null);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText, {
    status: request.status,
    ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }),
  });
}
