import { type AccessCase, everyone, none, ownOnly, type Rule } from './expectations.ts';
import { challengeOf, recoveryCode } from './fixture-factors.ts';

const roles = (rule: Rule) => ({ attorney: rule, admin: rule, auditor: rule, system: rule });
const gone: Rule = { rest: 'gone' };
/** A system administrator manages the admins of firms. */
const ownPeople: Rule = { ownAttorney: 'ok', ownAuditor: 'ok', rest: 'gone' };
const managed = {
  attorney: 'no',
  admin: ownPeople,
  system: { ownAdmin: 'ok', rest: 'gone' },
} as const;
/** What belongs to the admin. */
const ofAdmin = { attorney: gone, admin: ownOnly, auditor: gone, system: gone } as const;
const madeUp = 'c'.repeat(43);

/** Second factors, and where users are signed in. */
export const secondFactorCases: readonly AccessCase[] = [
  {
    call: 'logonWithFactor',
    at: 'body.challenge',
    of: 'none',
    ...roles({ rest: 'ended' }),
    anyone: () => ({ rest: 'ended' }),
    ask: () => ({ body: { challenge: madeUp, code: '123456' } }),
  },
  {
    call: 'logonWithFactor',
    at: 'body.recoveryCode',
    of: 'none',
    ...roles(everyone),
    anyone: () => everyone,
    ask: ({ side }) => ({ body: { challenge: challengeOf(side), recoveryCode } }),
  },
  { call: 'listFactors', ...none, ...roles(everyone), owing: everyone },
  {
    call: 'createFactor',
    ...none,
    ...roles(everyone),
    owing: everyone,
    ask: () => ({ body: { kind: 'totp' } }),
  },
  {
    call: 'confirmFactor',
    at: 'path',
    of: 'factor',
    ...ofAdmin,
    admin: { own: 'taken', rest: 'gone' },
    owing: gone,
    ask: () => ({ body: { code: '123456' } }),
  },
  { call: 'deleteFactor', at: 'path', of: 'factor', ...ofAdmin },
  {
    call: 'renewRecoveryCodes',
    ...none,
    ...roles(everyone),
    auditor: { rest: 'taken' },
    delegate: { rest: 'taken' },
    system: { rest: 'taken' },
    ask: () => ({ body: {} }),
  },
  {
    call: 'resetFactors',
    at: 'path',
    of: 'user',
    ...managed,
    admin: { ...ownPeople, ownAuditor: 'taken' },
  },
  { call: 'listSessions', ...none, ...roles(everyone) },
  { call: 'endSession', at: 'path', of: 'session', ...ofAdmin },
  { call: 'endOtherSessions', ...none, ...roles(everyone) },
  { call: 'endUserSessions', at: 'path', of: 'user', ...managed },
];
