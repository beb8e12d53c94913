import type { ErrorBody, ErrorCode, RejectedRow } from '@recoup/contract/core/errors';
import type { Answer } from './first-answers.ts';

/** `network`: no answer came; `late`: none came in time. `status` is 0 then. */
export type ApiErrorCode = ErrorCode | 'network' | 'late';

/** Second-factor challenge after the right password; absent in other errors. */
export type SecondFactorDemand = Pick<ErrorBody, 'challenge' | 'methods' | 'options'>;
/** `_id` of a record that exists already. */
type Demands = SecondFactorDemand & Pick<ErrorBody, '_id'>;

type Facts = {
  status: number;
  code: ApiErrorCode;
  message: string;
  fields?: Readonly<Record<string, string>> | undefined;
  rows?: readonly RejectedRow[] | undefined;
  refused?: number | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  body?: Demands | undefined;
};

/** Everything that can go wrong with a request, in one shape; `message` is meant for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly fields: Readonly<Record<string, string>>;
  readonly rows: readonly RejectedRow[];
  /** How many rows were refused in all; `rows` holds the first of them. */
  readonly refused: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly body: Demands | undefined;

  constructor(facts: Facts) {
    super(facts.message);
    this.name = 'ApiError';
    this.status = facts.status;
    this.code = facts.code;
    this.fields = facts.fields ?? {};
    this.rows = facts.rows ?? [];
    this.refused = facts.refused ?? this.rows.length;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.body = facts.body;
  }
}

/** Refused before anything was sent, so nothing has changed; messages by form field. */
export class UnsentError extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.fields = fields;
  }
}

/** No answer says whether the request was done. */
export function isPerhapsDone(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** The address names nothing: a malformed id counts as not found. */
export function isUnknown(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** Reads an error reply; foreign replies, such as a proxy's page, get a fixed message. */
export async function readApiError(response: Answer): Promise<ApiError> {
  const body = await readBody(response);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    ...body,
    status: response.status,
    code: body.code ?? (response.status === 401 ? 'unauthenticated' : 'unavailable'),
    message: body.message ?? unreadable,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    body,
  });
}

const unreadable = 'The service gave no readable answer. Please try again shortly.';

/** An answer that is good by its status, and no JSON: the page of a proxy. */
export function unreadableError(): ApiError {
  return new ApiError({ status: 0, code: 'unavailable', message: unreadable });
}

/** No answer at all, or none in time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.code === 'late');
}

export function lateError(): ApiError {
  return new ApiError({
    status: 0,
    code: 'late',
    message: 'The service did not answer in time. Please check your connection and try again.',
  });
}

export function networkError(): ApiError {
  return new ApiError({
    status: 0,
    code: 'network',
    message: 'The service cannot be reached. Please check your connection and try again.',
  });
}

/** The answer that a request without a session would get. */
export function signedOutError(): ApiError {
  return new ApiError({
    status: 401,
    code: 'unauthenticated',
    message: 'Your session has ended. Please sign in again.',
  });
}

async function readBody(response: Answer): Promise<Partial<ErrorBody>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {}; // the contract's shape
  } catch {
    return {};
  }
}
