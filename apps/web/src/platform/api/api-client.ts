import { isOpen } from '@recoup/contract/core/access';
import {
  apiRoot,
  type Endpoint,
  type EndpointInput,
  type EndpointPreview,
  type EndpointReply,
} from '@recoup/contract/core/endpoint';
import { recordServerTime } from '../browser/local-day.ts';
import { trackActivity } from '../session/activity.ts';
import { type Answer, firstAnswers } from './first-answers.ts';
import {
  type ApiError,
  networkError,
  readApiError,
  signedOutError,
  unreadableError,
} from './api-error.ts';
import { deadlines, withDeadline } from './deadline.ts';
import { session } from '../session/session.ts';
import { recordSessionLifetime } from '../session/session-lifetime.ts';

type Parts = {
  params?: object | undefined;
  query?: object | undefined;
  body?: object;
};
type Options = {
  signal?: AbortSignal | undefined;
  /** Instead of the session's token: the grant that a good OTP gives. */
  token?: string;
  /** The client's id of the record that the request adds, for endpoints that declare it. */
  idempotencyKey?: string;
  /** It arrives also if the page is closed meanwhile. */
  keepalive?: boolean;
  /** Instead of the deadline of the endpoint, in milliseconds. */
  deadlineMs?: number;
};

let handleRefusal: (error: ApiError) => void = () => undefined;

/** Handles a session that has ended or owes a second factor; set once, by the router. */
export function onSessionRefused(handler: (error: ApiError) => void): void {
  handleRefusal = handler;
}

/**
 * Sends a request to an endpoint of the contract and returns the reply of its good status. Throws
 * `ApiError` for everything else, a dead network included; an aborted request throws the signal's
 * `AbortError`. Without a session only open endpoints are called.
 */
export async function send<C extends Endpoint>(
  endpoint: C,
  input: EndpointInput<C>,
  options: Options = {},
): Promise<EndpointReply<C>> {
  const parts = input as Parts; // EndpointInput names a part only where the endpoint declares it
  const token = isOpen(endpoint.may) ? null : (options.token ?? session.token());
  if (token === null && !isOpen(endpoint.may)) throw signedOutError();
  return trackActivity(() =>
    withDeadline(
      options.deadlineMs ?? requestDeadline(endpoint),
      options.signal,
      async (signal) => {
        const response = await request(endpoint, parts, { ...options, token, signal });
        recordSessionLifetime(response.headers);
        recordServerTime(response.headers);
        if (!response.ok) throw await toApiError(response, token);
        return (await readJson(response, signal)) as EndpointReply<C>; // by the same schema
      },
    ),
  );
}

function requestDeadline({ method, takesMinutes }: Endpoint): number {
  if (takesMinutes === true) return deadlines.minutes;
  return method === 'GET' ? deadlines.read : deadlines.write;
}

async function readJson(response: Answer, signal: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    throw thrown instanceof SyntaxError ? unreadableError() : networkError();
  }
}

/** Sends a request for a dry run, which its body asks for. Throws as `send` does. */
export async function sendDryRun<C extends Endpoint>(
  endpoint: C,
  input: EndpointInput<C>,
  options: Options = {},
): Promise<EndpointPreview<C>> {
  const reply: unknown = await send(endpoint, input, options);
  return reply as EndpointPreview<C>; // by the schema of a dry run
}

type SendOptions = Omit<Options, 'token'> & { token: string | null };

/** The error of an answer that is not good; what it means for the session is seen to as well. */
export async function toApiError(response: Answer, token: string | null): Promise<ApiError> {
  const error = await readApiError(response);
  if (isEndOfSession(error, token)) endSession(error);
  if (error.code === 'second_factor_enrolment_required') handleRefusal(error);
  return error;
}

/** The headers that authenticate a request. */
export function credentials(endpoint: Endpoint, token: string | null): Record<string, string> {
  const xsrf = endpoint.method === 'GET' ? undefined : cookie('XSRF-TOKEN');
  return {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(xsrf !== undefined && { 'x-xsrf-token': xsrf }),
  };
}

async function request(endpoint: Endpoint, parts: Parts, options: SendOptions): Promise<Answer> {
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...credentials(endpoint, options.token),
      ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    },
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    ...(options.keepalive === true && { keepalive: true }),
    signal: options.signal,
  };
  try {
    const address = requestAddress(endpoint, parts);
    const first = firstAnswers();
    return await (first ? first.send(address, init, options.token) : fetch(address, init));
  } catch (thrown) {
    if (options.signal?.aborted === true) throw thrown;
    throw networkError();
  }
}

/** Path parameters filled in, and the query parameters that have a value. */
export function requestAddress(
  endpoint: Pick<Endpoint, 'path'>,
  parts: Pick<Parts, 'params' | 'query'>,
): string {
  const params = new Map<string, unknown>(Object.entries(parts.params ?? {}));
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const pairs = Object.entries(parts.query ?? {}).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
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
  handleRefusal(error);
}

function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
}
