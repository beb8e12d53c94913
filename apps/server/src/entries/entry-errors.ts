import { AppError } from '../platform/core/app-error.ts';

/** The error of a field that the contract leaves optional and this entry needs. */
export function requiredField(field: string, message: string): AppError {
  return new AppError('invalid_input', { message, fields: { [field]: message } });
}

/** The error of an entry within a request: its fields have the names of the contract. */
export function errorWithin(part: string, thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.details.fields === undefined) return thrown;
  const named = Object.entries(thrown.details.fields);
  const fields = Object.fromEntries(named.map(([name, text]) => [`${part}.${name}`, text]));
  return new AppError(thrown.code, { ...thrown.details, fields });
}

export function noEntry(): AppError {
  return new AppError('not_found', { message: 'There is no such entry.' });
}
