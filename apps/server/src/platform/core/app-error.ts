import {
  type ErrorBody,
  type ErrorCode,
  errorStatus,
  maxNamedFields,
} from '@recoup/contract/core/errors';
import { errorTexts } from '@recoup/contract/core/error-texts';
import type { z } from 'zod';

type Details = Pick<
  ErrorBody,
  'fields' | 'rows' | 'refused' | 'challenge' | 'methods' | 'options' | '_id' | 'difference'
> & { message?: string; retryAfterSeconds?: number; cause?: unknown };

/** The code decides the status; the message is for users. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;
  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errorTexts[code], { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/** An error that a form shows at its field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_input', { message, fields: { [field]: message } });
}

export function conflict(message: string): AppError {
  return new AppError('conflict', { message });
}

/** As `invalidField`, for a value that another record has. */
export function fieldConflict(field: string, message: string): AppError {
  return new AppError('conflict', { message, fields: { [field]: message } });
}

/** Throws `changed_meanwhile` if a client read another version; without one it overwrites. */
export function assertVersion(stored: number, read: number | undefined): void {
  if (read !== undefined && read !== stored) throw new AppError('changed_meanwhile');
}

/** The message of a refusal, where work on others goes on; throws any other error again. */
export function refusalMessage(error: unknown): string {
  if (error instanceof AppError && errorStatus[error.code] < 500) return error.message;
  throw error;
}

/** `thing` completes the sentence: `webhook`. */
export function notFound(thing: string): AppError {
  return new AppError('not_found', { message: `There is no such ${thing}.` });
}

/**
 * The first message for each field, of at most so many: a small body can have thousands of wrong
 * fields.
 */
export function fromZodError(error: z.ZodError): AppError {
  const named = new Map<string, string>();
  let unnamed = 'The body must be a JSON object.';
  for (const [name, message] of fieldIssues(error)) {
    if (name === '__proto__') unnamed = message;
    if (name === '' || name === '__proto__' || named.has(name)) continue;
    if (named.size === maxNamedFields)
      return new AppError('invalid_input', {
        message: tooManyErrors,
        fields: Object.fromEntries(named),
      });
    named.set(name, message);
  }
  if (named.size === 0) return new AppError('invalid_input', { message: unnamed });
  const [only, ...others] = new Set(named.values());
  const message = only !== undefined && others.length === 0 ? only : errorTexts.invalid_input;
  return new AppError('invalid_input', { message, fields: Object.fromEntries(named) });
}

const tooManyErrors =
  `More than ${maxNamedFields} fields are not valid. ` +
  `The first ${maxNamedFields} are named here.`;

function* fieldIssues({ issues }: z.ZodError): Generator<readonly [name: string, message: string]> {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') yield [fieldName(issue.path), issue.message];
    else
      for (const key of issue.keys)
        yield [fieldName([...issue.path, key]), 'This field is not known here.'];
  }
}

/** A client chooses the length of an unknown name. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.join('.');
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

/** Throws `invalid_input` where the ids differ. */
export function assertIdMatchesPath(id: string, sent: string | undefined): void {
  if (sent === undefined || sent === id) return;
  const message = 'Must be the id of the address.';
  throw new AppError('invalid_input', { message, fields: { _id: message } });
}

/** The client has disconnected and reads no reply. */
export function requestCancelled(cause?: unknown): AppError {
  return new AppError('conflict', { message: 'The request was cancelled.', cause });
}
