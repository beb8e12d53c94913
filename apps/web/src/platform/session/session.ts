import type { Role } from '@recoup/contract/core/access';
import { clearOfflineCache } from '../api/offline-cache.ts';
import { rememberUser } from './shared-content.ts';

/** Keys of the specification, section 9. */
const keys = { token: 'token', role: 'role' } as const;
/** The id of the user's firm, with which the first list of attorneys is requested. */
const firmKey = 'firm';

/**
 * For a user who records for others: the attorney whose entries the pages show, or `own`. With it
 * the next visit requests them first.
 */
export const othersKey = 'others';

/** The reason for the last sign-out, for the unauthorized page. */
const messageKey = 'unauthorizedMessage';

type Known = {
  _id: string;
  role: Role;
  firm: { _id: string } | null;
};

export const session = {
  token: (): string | null => sessionStorage.getItem(keys.token),
  isSignedIn: (): boolean => sessionStorage.getItem(keys.token) !== null,
  role: (): string | null => sessionStorage.getItem(keys.role),
  hasRole: (role: Role): boolean => sessionStorage.getItem(keys.role) === String(role),

  begin(token: string): void {
    sessionStorage.setItem(keys.token, token);
    sessionStorage.removeItem(messageKey);
  },
  firm: (): string | undefined => sessionStorage.getItem(firmKey) ?? undefined,
  keepRole({ _id, role, firm }: Known): void {
    rememberUser(_id);
    sessionStorage.setItem(keys.role, String(role));
    if (firm === null) sessionStorage.removeItem(firmKey);
    else sessionStorage.setItem(firmKey, firm._id);
  },
  end(): void {
    sessionStorage.removeItem(keys.token);
    sessionStorage.removeItem(keys.role);
    sessionStorage.removeItem(firmKey);
    sessionStorage.removeItem(othersKey);
    clearOfflineCache();
  },

  endReason: (): string | null => sessionStorage.getItem(messageKey),
  keepEndReason(message: string): void {
    sessionStorage.setItem(messageKey, message);
  },
};
