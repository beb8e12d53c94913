import { maxNamedFields } from '@recoup/contract/core/errors';
import { AppError } from '../platform/core/app-error.ts';

/** The error of an entry within a request: its fields have the names of the contract. */
export function errorWithin(part: string, thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.details.fields === undefined) return thrown;
  const named = Object.entries(thrown.details.fields);
  const fields = Object.fromEntries(named.map(([name, text]) => [`${part}.${name}`, text]));
  return new AppError(thrown.code, { ...thrown.details, fields });
}

export function noEntry(): AppError {
  return new AppError('not_found', { message: noSuchEntry });
}

/** The error of entries that are missing: their places in the request, and how many it names. */
export function missingEntries(places: readonly number[], count: number): AppError {
  const verbs = places.length === 1 ? 'does not exist; it' : 'do not exist; they';
  const named = places.slice(0, maxNamedFields).map((at) => [`entries.${at}`, noSuchEntry]);
  return new AppError('not_found', {
    message: `${places.length} of ${count} entries ${verbs} may have been deleted.`,
    fields: Object.fromEntries(named),
  });
}

const noSuchEntry = 'There is no such entry.';
