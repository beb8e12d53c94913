import { AppError } from './app-error.ts';

export function tooManyEntered(who: string, max: number, name: string): AppError {
  return busy(`${who} ${max} ${name} in progress or waiting, which is the limit`);
}

export function waitedTooLong(name: string): AppError {
  return busy(`Your firm has other ${name} in progress that take long`);
}

function busy(reason: string): AppError {
  return new AppError('too_many_requests', {
    message: `${reason}. Please wait a little and try again.`,
    retryAfterSeconds: 5,
  });
}
