import type { ApiError } from '../../platform/api/api-error.ts';

/** How often it is tried: coming back online is not always reported. */
export const retryMs = 15_000;

/** Errors that only the user can correct are final; others are retried. */
export function isPassing({ status, code }: ApiError): boolean {
  return (
    status === 0 ||
    status >= 500 ||
    status === 401 ||
    status === 429 ||
    code === 'password_change_required' ||
    code === 'second_factor_enrolment_required'
  );
}
