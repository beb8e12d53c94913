import { firstSignInDays, firstSignInEnd } from '@recoup/contract/account/rules';
import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { AppError } from '../../platform/core/app-error.ts';
import type { Account } from '../session/accounts.repository.ts';

/** True for an expired initial password or invitation; never for a password of the user's own. */
export function isFirstSignInExpired(
  { mustChangePassword, invitedAt }: Account,
  now: Date,
): boolean {
  return mustChangePassword && now >= firstSignInEnd(invitedAt);
}

/** Only for a client that has entered the right password. */
export function firstSignInExpired({ cell, firmId }: Account): AppError {
  const reason = `This initial password has ended after ${firstSignInDays} days.`;
  return new AppError('first_sign_in_ended', { message: `${reason} ${advice(cell, firmId)}` });
}

function advice(cell: string, firmId: string | null): string {
  if (firmId === null) return 'The operator makes a new one: npm run user -- new-password.';
  return canReceiveSms(cell)
    ? 'Please choose “Forgot password”: a code is sent to your cell.'
    : 'Please ask your firm admin for a new one.';
}
