import type { Account } from './accounts.repository.ts';

/** The hash to compare a password with; null where no password opens the account. */
export function usablePasswordHash(account: Account, now: Date): string | null {
  return opensByPassword(account, now) ? account.passwordHash : null;
}

/** False where the firm requires single sign-on. */
export function opensByPassword(
  { passwordUntil }: Pick<Account, 'passwordUntil'>,
  now: Date,
): boolean {
  return passwordUntil === null || passwordUntil > now;
}
