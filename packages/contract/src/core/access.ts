/** Roles of the specification, section 6, and the auditor, who reads a firm and changes nothing. */
export const role = { attorney: 0, attorneyAdmin: 1, auditor: 2, systemAdmin: 10 } as const;
export type Role = (typeof role)[keyof typeof role];

/** Statuses of the specification, section 4. */
export const userStatus = { blocked: 0, inactive: 1, active: 2 } as const;
export type UserStatus = (typeof userStatus)[keyof typeof userStatus];

/**
 * What a token opens: `full`, the whole product; `restricted`, only a change of password, because
 * the first sign-in must change it; `reset`, one new password after a good OTP.
 */
export type SessionKind = 'full' | 'restricted' | 'reset';

type Rule = {
  roles: readonly Role[];
  sessions: readonly SessionKind[];
  /** Also before a second factor that is owed was added. */
  isForOwing?: boolean;
};

const everyRole = [role.attorney, role.attorneyAdmin, role.auditor, role.systemAdmin] as const;
const full = (...roles: readonly Role[]): Rule => ({ roles, sessions: ['full'] });
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
  'audit:read': full(role.attorneyAdmin, role.auditor, role.systemAdmin),
  'firms:list': full(...everyRole),
  'firms:read': full(...everyRole),
  'firms:write': full(role.systemAdmin),
  'firm-settings:read': full(role.attorneyAdmin, role.auditor),
  'firm-settings:write': full(role.attorneyAdmin),
  'vat-rates:read': full(...everyRole),
  'vat-rates:write': full(role.systemAdmin),
  'users:list': full(role.attorneyAdmin, role.auditor, role.systemAdmin),
  'users:read': full(...everyRole),
  'users:write': full(role.attorneyAdmin, role.systemAdmin),
  'disbursements:read': full(role.attorney, role.attorneyAdmin, role.auditor),
  'disbursements:write': full(role.attorneyAdmin),
  'call-fees:read': full(role.attorneyAdmin, role.auditor),
  'call-fees:write': full(role.attorneyAdmin),
  'fee-annexures:read': full(role.attorney, role.attorneyAdmin, role.auditor),
  'matters:read': full(role.attorney, role.attorneyAdmin, role.auditor),
  'matters:write': full(role.attorneyAdmin),
  'matters:import': full(role.attorneyAdmin),
  'matters:read-imports': full(role.attorneyAdmin, role.auditor),
  'entries:read': full(role.attorney, role.attorneyAdmin, role.auditor),
  'entries:write': full(role.attorney, role.attorneyAdmin),
  'entries:record-for': full(role.attorney),
  'entries:correct-many': full(role.attorneyAdmin),
  'entries:summarise': full(role.attorneyAdmin, role.auditor),
  'list-views:read': full(role.attorneyAdmin),
  'list-views:write': full(role.attorneyAdmin),
  'exports:read': full(role.attorneyAdmin, role.auditor),
  'exports:write': full(role.attorneyAdmin),
  'posting-layouts:read': full(role.attorneyAdmin, role.auditor),
  'posting-layouts:write': full(role.attorneyAdmin),
  'hand-overs:read': full(role.attorneyAdmin, role.auditor),
  'hand-overs:write': full(role.attorneyAdmin),
  'statements:read': full(role.attorneyAdmin, role.auditor),
  'exceptions:read': full(role.attorney, role.attorneyAdmin, role.auditor),
  'exceptions:accept': full(role.attorney, role.attorneyAdmin),
  'call-records:import': full(role.attorneyAdmin),
  'call-records:read-imports': full(role.attorneyAdmin, role.auditor),
  'call-records:read': full(role.attorney, role.attorneyAdmin, role.auditor),
  'call-records:write': full(role.attorney, role.attorneyAdmin),
  'private-numbers:manage': full(role.attorney),
  'mail:send': full(role.attorneyAdmin),
  'month-ends:read': full(role.attorney, role.attorneyAdmin, role.auditor),
  'month-ends:write': full(role.attorney),
} as const satisfies Record<string, Rule | 'anyone'>;

export type Action = keyof typeof rules;
/** Actions that need no sign-in. */
export type OpenAction = { [A in Action]: (typeof rules)[A] extends 'anyone' ? A : never }[Action];
export type Principal = {
  role: Role;
  session: SessionKind;
  /** A policy requires a second factor, and none was added. */
  owesFactor: boolean;
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

/** Whether the user may do it; `undefined` for a signed-out client. */
export function can(principal: Principal | undefined, action: Action): Verdict {
  const rule: Rule | 'anyone' = rules[action];
  if (rule === 'anyone') return 'allowed';
  if (!principal) return 'unauthenticated';
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
