import {
  type CaseContext,
  everyone,
  type AccessCase,
  type Rule,
  selfOnly,
  ownOnly,
  admins,
  idIn,
  withoutId,
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
  'key of a blocked admin: provision': { rest: 'wrong' },
  'reset grant': everyone,
  'delegate of A': everyone,
  'auditor of A': everyone,
};
const userId = ({ id }: CaseContext) => ({ userId: id });

/** Signing in and out, the own password and the own cell. */
export const accountCases: readonly AccessCase[] = [
  {
    ...withoutId('logon'),
    ...roles(everyone),
    anyone: ({ name }) => answersToPassword[name] ?? { rest: 'factor' },
    ask: ({ me }) => ({ body: { email: me.email, password } }),
  },
  idIn(
    'sendOtp',
    'query.email',
    'none',
    { ...roles(everyone), anyone: () => everyone, writes: true },
    ({ me }) => ({ query: { email: me.email } }),
  ),
  {
    ...idIn('verifyOtp', 'body.token', 'none'),
    ...roles(everyone),
    anyone: () => ({ rest: 'bad' }),
    ask: () => ({ body: { otp: '12345678', token: 't'.repeat(43) } }),
  },
  ...(['forgetful', 'blocked'] as const).map(
    (name): AccessCase => ({
      ...idIn('verifyOtp', `body.token (${name})`, 'none'),
      ...roles(everyone),
      anyone: () => (name === 'blocked' ? { rest: 'bad' } : everyone),
      ask: ({ side }) => ({ body: { otp, token: otpToken(side.people[name]) } }),
    }),
  ),
  withoutId('logout', { ...roles(everyone), restricted: everyone, owing: everyone }),
  withoutId('getMe', { ...roles(everyone), restricted: everyone, owing: everyone }),
  withoutId('updateMe', roles(everyone), () => ({
    body: { name: 'Another Name', dateForm: 'yyyy-mm-dd' },
  })),
  idIn(
    'resetPassword',
    'path',
    'user',
    { ...roles('no'), owing: 'no', grant: selfOnly },
    (input) => ({ params: userId(input), body: { newPassword: fresh } }),
  ),
  idIn('changePassword', 'path', 'user', { ...roles(selfOnly), restricted: selfOnly }, (value) => ({
    params: userId(value),
    body: { oldPassword: password, newPassword: fresh },
  })),
  {
    ...idIn('changePassword', 'body._id', 'user'),
    ...roles({ self: 'ok', rest: 'bad' }),
    restricted: { self: 'ok', rest: 'bad' },
    ask: ({ me, id }) => ({
      params: { userId: me.id },
      body: { _id: id, oldPassword: password, newPassword: fresh },
    }),
  },
  {
    ...idIn('changePassword', 'body.oldPassword', 'none'),
    ...roles({ rest: 'bad' }),
    restricted: { rest: 'bad' },
    ask: ({ me }) => ({
      params: { userId: me.id },
      body: { oldPassword: 'not-the-password-at-all', newPassword: fresh },
    }),
  },
  idIn('changeCell', 'body.password', 'none', admins({ rest: 'bad' }), ({ me }) => ({
    params: { userId: me.id },
    body: { cellNumber: '0810000001', password: 'not-the-password-at-all' },
  })),
  idIn('changeCell', 'path', 'user', admins(selfOnly), (fields) => ({
    params: userId(fields),
    body: { cellNumber: '0810000001' },
  })),
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
    ...idIn('logonWithFactor', 'body.challenge', 'none'),
    ...roles({ rest: 'ended' }),
    anyone: () => ({ rest: 'ended' }),
    ask: () => ({ body: { challenge: madeUp, code: '123456' } }),
  },
  {
    ...idIn('logonWithFactor', 'body.recoveryCode', 'none'),
    ...roles(everyone),
    anyone: () => everyone,
    ask: ({ side }) => ({ body: { challenge: challengeOf(side), recoveryCode } }),
  },
  withoutId('listFactors', { ...roles(everyone), owing: everyone }),
  withoutId('createFactor', { ...roles(everyone), owing: everyone }, () => ({
    body: { kind: 'totp' },
  })),
  idIn(
    'confirmFactor',
    'path',
    'factor',
    { ...ofAdmin, admin: { own: 'taken', rest: 'gone' }, owing: gone },
    () => ({ body: { code: '123456' } }),
  ),
  idIn('deleteFactor', 'path', 'factor', ofAdmin),
  {
    ...withoutId('renewRecoveryCodes'),
    ...roles(everyone),
    auditor: { rest: 'taken' },
    delegate: { rest: 'taken' },
    system: { rest: 'taken' },
    ask: () => ({ body: {} }),
  },
  idIn('resetFactors', 'path', 'user', {
    ...managed,
    admin: { ...ownPeople, ownAuditor: 'taken' },
  }),
  idIn('unlinkUser', 'path', 'user', managed),
  withoutId('listSessions', roles(everyone)),
  idIn('endSession', 'path', 'session', ofAdmin),
  withoutId('endOtherSessions', roles(everyone)),
  idIn('endUserSessions', 'path', 'user', managed),
];

/** Keys of a firm. */
export const apiKeyCases: readonly AccessCase[] = [
  withoutId('listApiKeys', admins(everyone)),
  withoutId('createApiKey', admins(everyone), () => ({
    body: { name: 'Another key', scopes: ['read'] },
  })),
  idIn('deleteApiKey', 'path', 'apiKey', admins(ownOnly)),
];

const people = (rule: Rule) => ({ ...roles(rule), system: 'no' }) as const;
const taken: Rule = { rest: 'taken' };

/** Single sign-on; nothing begins, because the secrets of both firms cannot be read. */
export const signOnCases: readonly AccessCase[] = [
  idIn(
    'findSignOn',
    'query.email',
    'none',
    { ...roles(everyone), anyone: () => everyone, echoes: true },
    ({ me }) => ({ query: { email: me.email } }),
  ),
  {
    ...idIn('logonWithTicket', 'body.ticket', 'none'),
    ...roles({ rest: 'ended' }),
    anyone: () => ({ rest: 'ended' }),
    ask: ({ side }) => ({ body: { ticket: `${side.id}.${madeUp}` } }),
  },
  withoutId('listIdentities', people(everyone)),
  withoutId('createIdentity', people(taken), () => ({ body: {} })),
  idIn('deleteIdentity', 'path', 'identity', { ...people(gone), admin: ownOnly }),
  withoutId('confirmAtProvider', people(taken), () => ({ body: {} })),
  withoutId('createSignOnTest', admins(taken), () => ({ body: {} })),
  idIn('getSignOnTest', 'path', 'signOnTest', { ...admins(ownOnly), auditor: 'no' }),
];
