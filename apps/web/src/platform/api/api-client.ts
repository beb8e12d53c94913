import { isOpen } from '@recoup/contract/core/access';
import {
  apiRoot,
  type Endpoint,
  type EndpointInput,
  type EndpointPreview,
  type EndpointReply,
} from '@recoup/contract/core/endpoint';
import { trackActivity } from '../session/activity.ts';
import { type ApiError, readApiError, networkError } from './api-error.ts';
import { session } from '../session/session.ts';
import { recordSessionLifetime } from '../session/session-lifetime.ts';

type Parts = { params?: object; query?: object; body?: object };
type Options = {
  signal?: AbortSignal | undefined;
  /** Instead of the session's token: the grant that a good OTP gives. */
  token?: string;
  /** The client's id of the record that the call adds, for calls that declare it. */
  idempotencyKey?: string;
};

let handleSessionExpired: (error: ApiError) => void = () => undefined;

/** Handles the end of the session; set once, by the router. */
export function onSessionExpired(handler: (error: ApiError) => void): void {
  handleSessionExpired = handler;
}

/**
 * Sends a call of the contract and answers what its good status carries. Throws `ApiError` for
 * everything else, a dead network included; an aborted call throws the signal's own `AbortError`.
 */
export async function send<C extends Endpoint>(
  call: C,
  input: EndpointInput<C>,
  options: Options = {},
): Promise<EndpointReply<C>> {
  const parts = input as Parts; // CallInput names a part only where the call declares it
  const token = isOpen(call.may) ? null : (options.token ?? session.token());
  const response = await trackActivity(() => request(call, parts, { ...options, token }));
  recordSessionLifetime(response.headers);
  if (response.ok) return (await response.json()) as EndpointReply<C>; // by the same schema
  throw await toApiError(response, token);
}

/** Sends a call as a dry run, which its body asks for. Throws as `send` does. */
export async function sendDryRun<C extends Endpoint>(
  call: C,
  input: EndpointInput<C>,
  options: Options = {},
): Promise<EndpointPreview<C>> {
  return (await send(call, input, options)) as unknown as EndpointPreview<C>; // a dry run's schema
}

type SendOptions = Omit<Options, 'token'> & { token: string | null };

/** The error of an answer that is not good; the end of the session is seen to as well. */
export async function toApiError(response: Response, token: string | null): Promise<ApiError> {
  const error = await readApiError(response);
  if (isEndOfSession(error, token)) endSession(error);
  return error;
}

/** Who asks, as every call says it. */
export function credentials(call: Endpoint, token: string | null): Record<string, string> {
  const xsrf = call.method === 'GET' ? undefined : cookie('XSRF-TOKEN');
  return {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(xsrf !== undefined && { 'x-xsrf-token': xsrf }),
  };
}

async function request(call: Endpoint, parts: Parts, options: SendOptions): Promise<Response> {
  const init: RequestInit = {
    method: call.method,
    headers: {
      accept: 'application/json',
      ...credentials(call, options.token),
      ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    },
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    signal: options.signal,
  };
  try {
    return await fetch(addressOf(call, parts), init);
  } catch (thrown) {
    if (options.signal?.aborted === true) throw thrown;
    throw networkError();
  }
}

/** Path parameters filled in, and the query parameters that have a value. */
export function addressOf(call: Pick<Endpoint, 'path'>, parts: Parts): string {
  const params = new Map<string, unknown>(Object.entries(parts.params ?? {}));
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const given = Object.entries(parts.query ?? {}).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${apiRoot}${path}${query === '' ? '' : `?${query}`}`;
}

/** A late answer to a token that was replaced since ends nothing. */
function isEndOfSession(error: ApiError, token: string | null): boolean {
  return (
    error.status === 401 &&
    error.code !== 'wrong_credentials' &&
    token !== null &&
    token === session.token()
  );
}

function endSession(error: ApiError): void {
  session.end();
  session.keepEndReason(error.message);
  handleSessionExpired(error);
}

function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
}
