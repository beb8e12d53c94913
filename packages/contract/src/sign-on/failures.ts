/**
 * Why a single sign-on failed. The address of the page carries the name, and the page shows the
 * sentence: a link can make it show no text of its own.
 */
export const signOnFailures = {
  off: 'There is no single sign-on for this domain. Please sign in with your password.',
  unreachable:
    'The sign-in service of your firm does not answer properly. Please try again in a few ' +
    'minutes. If it lasts, your firm admin can sign in with a password.',
  cancelled: 'The sign-in at the provider was cancelled or refused.',
  expired:
    'That took too long, was used before, or was begun in another browser. ' +
    'Please sign in again.',
  invalid:
    'The answer of the sign-in service could not be trusted. Nobody was signed in. ' +
    'Please tell your firm admin if it happens again.',
  unknown:
    'This account is not linked with anyone at your firm. Sign in with your password once and ' +
    'link it on the page Security, or ask your firm admin for an invitation.',
  inactive: 'Your account at Recoup is not active. Please ask your firm admin.',
  other_account:
    'You are linked with another account of this provider. Sign in with that one, or ask your ' +
    'firm admin to remove the link on your page.',
  taken: 'This account is linked with another person of your firm already.',
  wrong_account: 'You signed in at the provider with another account than the linked one.',
  not_fresh:
    'The provider did not say that you signed in just now. Sign out and in again, or ask your ' +
    'firm admin to let it send auth_time.',
  elsewhere: 'Another page tried to begin the sign-in. Please begin it here.',
  busy: 'Too many sign-ins are in progress. Please wait a little and try again.',
} as const;

export type SignOnFailure = keyof typeof signOnFailures;
