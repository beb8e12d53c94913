import {
  type CaseContext,
  everyone,
  type AccessCase,
  type Rule,
  selfOnly,
  none,
  ownOnly,
  admins,
} from './expectations.ts';
import { otp, otpToken, challengeOf, recoveryCode } from './fixture-account.ts';
import { password } from './fixture.ts';

const fresh = 'lantern-harbour-quiet-7';
const roles = (rule: Rule) => ({ attorney: rule, admin: rule, auditor: rule, system: rule });
/** The right password is never right for blocked and inactive users; most have a second factor. */
const answersToPassword: Readonly<Record<string, Rule>> = {
  blocked: { rest: 'wrong' },
  inactive: { rest: 'wrong' },
  'system admin': everyone,
  'first sign-in': everyone,
  'owes a second factor': everyone,
  'key of an admin who owes a second factor': everyone,
  'key of a blocked admin': { rest: 'wrong' },
  'reset grant': everyone,
  'delegate of A': everyone,
  'auditor of A': everyone,
};
const userId = ({ id }: CaseContext) => ({ userId: id });

/** Signing in and out, the own password and the own cell. */
export const accountCases: readonly AccessCase[] = [
  {
    call: 'logon',
    ...none,
    ...roles(everyone),
    anyone: ({ name }) => answersToPassword[name] ?? { rest: 'factor' },
    ask: ({ me }) => ({ body: { email: me.email, password } }),
  },
  {
    call: 'sendOtp',
    at: 'query.email',
    of: 'none',
    ...roles(everyone),
    anyone: () => everyone,
    writes: true,
    ask: ({ me }) => ({ query: { email: me.email } }),
  },
  {
    call: 'verifyOtp',
    at: 'body.token',
    of: 'none',
    ...roles(everyone),
    anyone: () => ({ rest: 'bad' }),
    ask: () => ({ body: { otp: '12345678', token: 't'.repeat(43) } }),
  },
  ...(['forgetful', 'blocked'] as const).map(
    (name): AccessCase => ({
      call: 'verifyOtp',
      at: `body.token (${name})`,
      of: 'none',
      ...roles(everyone),
      anyone: () => (name === 'blocked' ? { rest: 'bad' } : everyone),
      ask: ({ side }) => ({ body: { otp, token: otpToken(side.people[name]) } }),
    }),
  ),
  { call: 'logout', ...none, ...roles(everyone), restricted: everyone, owing: everyone },
  { call: 'getMe', ...none, ...roles(everyone), restricted: everyone, owing: everyone },
  {
    call: 'updateMe',
    ...none,
    ...roles(everyone),
    ask: () => ({ body: { name: 'Another Name', dateForm: 'yyyy-mm-dd' } }),
  },
  {
    call: 'resetPassword',
    at: 'path',
    of: 'user',
    ...roles('no'),
    owing: 'no',
    grant: selfOnly,
    ask: (given) => ({ params: userId(given), body: { newPassword: fresh } }),
  },
  {
    call: 'changePassword',
    at: 'path',
    of: 'user',
    ...roles(selfOnly),
    restricted: selfOnly,
    ask: (given) => ({
      params: userId(given),
      body: { oldPassword: password, newPassword: fresh },
    }),
  },
  {
    call: 'changePassword',
    at: 'body._id',
    of: 'user',
    ...roles({ self: 'ok', rest: 'bad' }),
    restricted: { self: 'ok', rest: 'bad' },
    ask: ({ me, id }) => ({
      params: { userId: me.id },
      body: { _id: id, oldPassword: password, newPassword: fresh },
    }),
  },
  {
    call: 'changePassword',
    at: 'body.oldPassword',
    of: 'none',
    ...roles({ rest: 'bad' }),
    restricted: { rest: 'bad' },
    ask: ({ me }) => ({
      params: { userId: me.id },
      body: { oldPassword: 'not-the-password-at-all', newPassword: fresh },
    }),
  },
  {
    call: 'changeCell',
    at: 'body.password',
    of: 'none',
    attorney: 'no',
    admin: { rest: 'bad' },
    system: 'no',
    ask: ({ me }) => ({
      params: { userId: me.id },
      body: { cellNumber: '0810000001', password: 'not-the-password-at-all' },
    }),
  },
  {
    call: 'changeCell',
    at: 'path',
    of: 'user',
    attorney: 'no',
    admin: selfOnly,
    system: 'no',
    ask: (given) => ({ params: userId(given), body: { cellNumber: '0810000001' } }),
  },
];

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

/** Keys of a firm. */
export const apiKeyCases: readonly AccessCase[] = [
  { call: 'listApiKeys', ...none, ...admins(everyone) },
  {
    call: 'createApiKey',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: { name: 'Another key', scopes: ['read'] } }),
  },
  { call: 'deleteApiKey', at: 'path', of: 'apiKey', ...admins(ownOnly) },
];
