import { AppError } from '../platform/core/app-error.ts';

/** The error of a field that the contract leaves optional and this entry needs. */
export function requiredField(field: string, message: string): AppError {
  return new AppError('invalid_input', { message, fields: { [field]: message } });
}

export function noEntry(): AppError {
  return new AppError('not_found', { message: 'There is no such entry.' });
}
