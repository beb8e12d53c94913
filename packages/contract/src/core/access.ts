/** Roles of the specification, section 6, and the auditor, who reads a firm and changes nothing. */
export const role = { attorney: 0, attorneyAdmin: 1, auditor: 2, systemAdmin: 10 } as const;
export type Role = (typeof role)[keyof typeof role];

/** Statuses of the specification, section 4. */
export const userStatus = { blocked: 0, inactive: 1, active: 2 } as const;
export type UserStatus = (typeof userStatus)[keyof typeof userStatus];

/**
 * Access by a token. `full`: the whole product. `restricted`: only the change of password that the
 * first sign-in requires. `reset`: one new password after a good OTP.
 */
export type SessionKind = 'full' | 'restricted' | 'reset';

/** Scopes of API keys. Each scope stands alone: none includes another. */
export const keyScopes = ['read', 'capture', 'import', 'export', 'provision'] as const;
export type KeyScope = (typeof keyScopes)[number];

type Rule = {
  roles: readonly Role[];
  sessions: readonly SessionKind[];
  /** With any of these scopes an API key may do it too. */
  keys?: readonly KeyScope[];
  /** Sessions of people may not. */
  isOnlyForKeys?: boolean;
  /** Also before a second factor that is owed was added. */
  isForOwing?: boolean;
};

const everyRole = [role.attorney, role.attorneyAdmin, role.auditor, role.systemAdmin] as const;
const full = (...roles: readonly Role[]): Rule => ({ roles, sessions: ['full'] });
const byKey = (keys: readonly KeyScope[], rule: Rule): Rule => ({ ...rule, keys });
const onlyByKey = (keys: readonly KeyScope[], rule: Rule): Rule => ({
  ...byKey(keys, rule),
  isOnlyForKeys: true,
});
const evenRestricted: Rule = { roles: everyRole, sessions: ['full', 'restricted'] };
const evenOwing = <R extends Rule>(rule: R) => ({ ...rule, isForOwing: true });

/**
 * The one table that decides who may do what. Which firm's data is decided by the scope that the
 * session carries.
 */
export const rules = {
  'account:logon': 'anyone',
  'account:logout': evenOwing(evenRestricted),
  'account:me': evenOwing(evenRestricted),
  'account:change-password': evenRestricted,
  'account:recover': 'anyone',
  'account:reset-password': { roles: everyRole, sessions: ['reset'] },
  'account:change-profile': full(...everyRole),
  'account:change-cell': full(role.attorneyAdmin),
  'second-factors:enrol': evenOwing(full(...everyRole)),
  'second-factors:manage': full(...everyRole),
  'sessions:manage': full(...everyRole),
  'identities:manage': full(role.attorney, role.attorneyAdmin, role.auditor),
  'api-keys:read': full(role.attorneyAdmin, role.auditor),
  'api-keys:write': full(role.attorneyAdmin),
  'operations:read': full(role.systemAdmin),
  'audit:read': byKey(['read'], full(role.attorneyAdmin, role.auditor, role.systemAdmin)),
  'firms:list': byKey(['read'], full(...everyRole)),
  'firms:read': byKey(['read'], full(...everyRole)),
  'firms:write': full(role.systemAdmin),
  'firm-settings:read': byKey(['read'], full(role.attorneyAdmin, role.auditor)),
  'firm-settings:write': full(role.attorneyAdmin),
  'vat-rates:read': byKey(['read'], full(...everyRole)),
  'vat-rates:write': full(role.systemAdmin),
  'users:list': byKey(['read'], full(role.attorneyAdmin, role.auditor, role.systemAdmin)),
  'users:read': byKey(['read'], full(...everyRole)),
  'users:write': full(role.attorneyAdmin, role.systemAdmin),
  'users:provision': onlyByKey(['provision'], evenOwing(evenRestricted)),
  'disbursements:read': byKey(['read'], full(role.attorney, role.attorneyAdmin, role.auditor)),
  'disbursements:write': full(role.attorneyAdmin),
  'call-fees:read': byKey(['read'], full(role.attorneyAdmin, role.auditor)),
  'call-fees:write': full(role.attorneyAdmin),
  'fee-annexures:read': byKey(['read'], full(role.attorney, role.attorneyAdmin, role.auditor)),
  'matters:read': byKey(['read'], full(role.attorney, role.attorneyAdmin, role.auditor)),
  'matters:write': full(role.attorneyAdmin),
  'matters:import': byKey(['import'], full(role.attorneyAdmin)),
  'matters:read-imports': byKey(['read', 'import'], full(role.attorneyAdmin, role.auditor)),
  'entries:read': byKey(['read'], full(role.attorney, role.attorneyAdmin, role.auditor)),
  'entries:write': byKey(['capture'], full(role.attorney, role.attorneyAdmin)),
  'entries:record-for': full(role.attorney),
  'entries:correct-many': byKey(['capture'], full(role.attorneyAdmin)),
  'entries:summarise': byKey(['read'], full(role.attorneyAdmin, role.auditor)),
  'vouchers:read': byKey(['read'], full(role.attorney, role.attorneyAdmin, role.auditor)),
  'vouchers:write': byKey(['capture'], full(role.attorney, role.attorneyAdmin)),
  'suppliers:read': byKey(['read'], full(role.attorneyAdmin, role.auditor)),
  'suppliers:write': byKey(['capture'], full(role.attorneyAdmin)),
  'list-views:read': full(role.attorneyAdmin),
  'list-views:write': full(role.attorneyAdmin),
  'exports:read': byKey(['read', 'export'], full(role.attorneyAdmin, role.auditor)),
  'exports:set-up': full(role.attorneyAdmin),
  'exports:reopen': full(role.attorneyAdmin),
  'exports:write': byKey(['export'], full(role.attorneyAdmin)),
  'posting-layouts:read': byKey(['read', 'export'], full(role.attorneyAdmin, role.auditor)),
  'posting-layouts:write': full(role.attorneyAdmin),
  'hand-overs:read': full(role.attorneyAdmin, role.auditor),
  'hand-overs:write': full(role.attorneyAdmin),
  'statements:read': byKey(['read'], full(role.attorneyAdmin, role.auditor)),
  'exceptions:read': byKey(['read'], full(role.attorney, role.attorneyAdmin, role.auditor)),
  'overview:read': byKey(['read'], full(role.attorneyAdmin, role.auditor)),
  'exceptions:accept': full(role.attorney, role.attorneyAdmin),
  'call-records:set-up': full(role.attorneyAdmin),
  'call-records:import-own': full(role.attorney),
  'call-records:import': byKey(['import'], full(role.attorneyAdmin)),
  'call-records:read-imports': byKey(['read', 'import'], full(role.attorneyAdmin, role.auditor)),
  'call-records:read': byKey(['read'], full(role.attorney, role.attorneyAdmin, role.auditor)),
  'call-records:write': byKey(['capture'], full(role.attorney, role.attorneyAdmin)),
  'private-numbers:manage': full(role.attorney),
  'mail:send': full(role.attorneyAdmin),
  'month-ends:read': byKey(['read'], full(role.attorney, role.attorneyAdmin, role.auditor)),
  'webhooks:read': full(role.attorneyAdmin, role.auditor),
  'webhooks:write': full(role.attorneyAdmin),
  'month-ends:write': full(role.attorney),
} as const satisfies Record<string, Rule | 'anyone'>;

export type Action = keyof typeof rules;
type RoomName = Action extends `${infer Room}:${string}` ? Room : never;

/** The rooms of the actions, as the API's document describes them. */
export const actionRooms = {
  account: 'Sign-in, recovery, and the own password and cell',
  'second-factors': 'Second factors of the own account',
  sessions: 'Where the own account is signed in',
  identities: 'Accounts of providers with which people sign in',
  users: 'People of a firm, and the administrators of firms',
  firms: 'Firms with their domains and logos',
  'firm-settings': 'Settings of a firm',
  'vat-rates': 'Rates of VAT',
  disbursements: 'Disbursement types of a firm',
  'call-fees': 'Call fees of attorneys',
  'fee-annexures': 'Fees of attorneys as PDF for clients',
  matters: 'Matters and their imports',
  entries: 'Recorded calls and disbursements',
  vouchers: 'Files of invoices and receipts',
  suppliers: 'Suppliers of a firm, and the accounts that they send',
  'list-views': 'Views and columns of lists, for each user',
  'call-records': 'Calls of telephone systems, and what becomes of them',
  'private-numbers': 'Numbers whose calls an attorney keeps private',
  'posting-layouts': 'Layouts of files that accounting programs read',
  webhooks: 'Webhooks of a firm, and what was sent to them',
  'hand-overs': 'Files that are handed over on schedule, and the SFTP servers of a firm',
  statements: 'What a client owes for a matter, as JSON, PDF or XLSX',
  exports: 'Files of disbursements and their ledger',
  mail: 'Mails with an export',
  'month-ends': 'Months that attorneys mark as complete',
  overview: 'Where a firm stands',
  exceptions: 'What should be looked at before a month is closed',
  'api-keys': 'Keys with which programs call Recoup',
  operations: 'What fails now, of all firms',
  audit: 'Who did what, when and from where, and the incident pack',
} as const satisfies Readonly<Record<RoomName, string>>;

/** Actions that need no sign-in. */
export type OpenAction = { [A in Action]: (typeof rules)[A] extends 'anyone' ? A : never }[Action];
export type Principal = {
  role: Role;
  session: SessionKind;
  /** A policy requires a second factor, and none was added. */
  owesFactor: boolean;
  /** Set for an API key, which acts for the firm admin who made it. */
  key?: { scopes: readonly KeyScope[] };
};
export type Verdict =
  | 'allowed'
  | 'unauthenticated'
  | 'forbidden'
  | 'password_change_required'
  | 'second_factor_enrolment_required';

/** Whether no sign-in is needed. */
export function isOpen(action: Action): action is OpenAction {
  return rules[action] === 'anyone';
}

/** With which scopes an API key may do it; any of them is enough. */
export function scopesFor(action: Action): readonly KeyScope[] {
  const rule: Rule | 'anyone' = rules[action];
  return (rule === 'anyone' ? undefined : rule.keys) ?? [];
}

/** Whether the user may do it; `undefined` for a signed-out client. */
export function can(principal: Principal | undefined, action: Action): Verdict {
  const rule: Rule | 'anyone' = rules[action];
  if (rule === 'anyone') return 'allowed';
  if (!principal) return 'unauthenticated';
  if (rule.isOnlyForKeys === true && !principal.key) return 'forbidden';
  if (principal.key && !scopesFor(action).some((scope) => principal.key?.scopes.includes(scope)))
    return 'forbidden';
  if (!rule.sessions.includes(principal.session)) return refusalBySession[principal.session];
  // A session that must change its password owes that first, and a reset grant opens nothing else.
  if (principal.session === 'full' && principal.owesFactor && rule.isForOwing !== true)
    return 'second_factor_enrolment_required';
  return rule.roles.includes(principal.role) ? 'allowed' : 'forbidden';
}

/** A reset grant is no sign-in, and a full sign-in is no reset grant. */
const refusalBySession = {
  full: 'forbidden',
  restricted: 'password_change_required',
  reset: 'unauthenticated',
} as const satisfies Record<SessionKind, Verdict>;
