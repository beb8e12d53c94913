import { role } from '@recoup/contract/core/access';
import {
  adminPages,
  officePages,
  ownPages,
  type Page,
  sharedPages,
  systemAdminPages,
  type Viewer,
} from './pages.ts';

/** Pages below an address, and the roles that `router.tsx` lets in. */
export type Area = { at: string; roles: readonly Viewer[]; pages: readonly Page[] };

const { attorney, attorneyAdmin, auditor, systemAdmin } = role;

/** Every page behind the sign-in, for the build and the tests. */
export const areas = {
  shared: { at: '/home', roles: [...Object.values(role), 'other'], pages: sharedPages },
  system: { at: '/home', roles: [systemAdmin], pages: systemAdminPages },
  own: { at: '/home/entries', roles: [attorney], pages: ownPages },
  office: { at: '/home/attorneys', roles: [attorneyAdmin, auditor], pages: officePages },
  admin: { at: '/home/attorneys', roles: [attorneyAdmin], pages: adminPages },
} as const satisfies Record<string, Area>;
