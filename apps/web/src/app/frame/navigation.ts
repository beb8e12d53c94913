import { type Role, role } from '@recoup/contract/core/access';
import { paths } from '../../platform/browser/paths.ts';

/** Where somebody of a role can go. `key`: after g it leads there by keyboard. `also`: other words for it. */
export type Place = { label: string; to: string; key?: string; also?: string };

const account: readonly Place[] = [
  { label: 'Change Password', to: paths.updatePassword, also: 'account' },
  { label: 'API', to: paths.api, also: 'calls openapi documentation' },
];

/** Pages by role. */
export const placesByRole = {
  [role.systemAdmin]: [
    { label: 'Attorney Firms', to: paths.firms, key: 'f', also: 'admins' },
    ...account,
  ],
  [role.attorneyAdmin]: [
    { label: 'Attorneys', to: paths.attorneys, key: 'a', also: 'people call fees' },
    { label: 'Disbursement Types', to: paths.disbursements, key: 'd' },
    { label: 'Matters', to: paths.matters, key: 'm', also: 'clients files' },
    { label: 'Entries', to: paths.firmEntries, key: 'e', also: 'recoveries calls' },
    { label: 'Import / Export', to: paths.fileHandler, key: 'i', also: 'upload download csv mail' },
    { label: 'Exports', to: paths.exports, key: 'x', also: 'ledger sent' },
    { label: 'Change Cell Number', to: paths.updateCell, also: 'account phone otp' },
    ...account,
  ],
  [role.attorney]: [
    { label: 'My entries', to: paths.entries, key: 'e', also: 'calls home' },
    ...account,
  ],
} as const satisfies Record<Role, readonly Place[]>;

/** What somebody of a role does most; each begins on a page. */
export const actionsByRole = {
  [role.systemAdmin]: [{ label: 'Add Firm', to: paths.addFirm, also: 'new' }],
  [role.attorneyAdmin]: [
    { label: 'Add Attorney', to: paths.addAttorney, also: 'new person' },
    { label: 'Add disbursement type', to: paths.addDisbursement, also: 'new' },
    { label: 'Import matters', to: paths.fileHandler, also: 'upload csv file' },
    {
      label: 'Download disbursements',
      to: paths.fileHandler,
      also: 'export csv xlsx pdf mail send',
    },
  ],
  [role.attorney]: [
    { label: 'New entry', to: paths.newEntry, also: 'add disbursement call record' },
  ],
} as const satisfies Record<Role, readonly Place[]>;
