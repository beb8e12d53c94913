import type { Trx } from '../platform/database/connections.ts';
import { queueMail } from '../mail/delivery/outbox.service.ts';
import type { Account } from './session/accounts.repository.ts';

/** Sent to the owner of the account, who may not have made the change. */
const notices = {
  passwordReset: {
    subject: 'Your Recoup password was reset',
    event:
      'The password of your Recoup account was reset with a one-time password. ' +
      'All sessions were ended.',
  },
  passwordChanged: {
    subject: 'Your Recoup password was changed',
    event: 'The password of your Recoup account was changed. All other sessions were ended.',
  },
  cellChanged: {
    subject: 'Your Recoup cell number was changed',
    event:
      'The cell number of your Recoup account was changed. ' +
      'One-time passwords now go to the new number.',
  },
  newPlace: {
    subject: 'New sign-in to your Recoup account',
    event:
      'Your account was used to sign in to Recoup on a device and from a network ' +
      'where you did not sign in before.',
  },
  wrongFactor: {
    subject: 'Your Recoup password was used without your second factor',
    event:
      'Your password was entered at Recoup in a place where you did not sign in before, ' +
      'but the second factor was wrong. Nobody was signed in. ' +
      'If it was not you, please change your password.',
  },
  factorAdded: {
    subject: 'A second factor was added to your Recoup account',
    event: 'A second factor was added to your Recoup account. Sign-ins ask for it from now on.',
  },
  factorRemoved: {
    subject: 'A second factor of your Recoup account was removed',
    event: 'A second factor of your Recoup account was removed.',
  },
  factorsReset: {
    subject: 'The second factors of your Recoup account were removed',
    event:
      'Your administrator removed the second factors of your Recoup account. ' +
      'All sessions were ended.',
  },
  recoveryCodesRenewed: {
    subject: 'New recovery codes for your Recoup account',
    event: 'New recovery codes were made for your Recoup account. The earlier ones have ended.',
  },
  keyCreated: {
    subject: 'A new API key of your Recoup account',
    event:
      'An API key was made with your Recoup account. ' +
      'Programs that have it work in your name; the page Integrations lists and deletes keys.',
  },
  identityLinked: {
    subject: 'An account was linked with your Recoup account',
    event:
      'An account of your firm’s sign-in service was linked with your Recoup account. ' +
      'It signs in to Recoup from now on; the page Security lists and removes it.',
  },
  identityRemoved: {
    subject: 'A linked account of your Recoup account was removed',
    event:
      'An account of your firm’s sign-in service was removed from your Recoup account. ' +
      'It does not sign in to Recoup any more.',
  },
  fewRecoveryCodes: {
    subject: 'Few recovery codes are left for your Recoup account',
    event:
      'A recovery code was used to sign in to your Recoup account. ' +
      'Two are left; you can make new ones on the page Security.',
  },
} as const;

export type Notice = keyof typeof notices;

const advice = 'If this was not you, contact your administrator immediately.';

export async function queueNotice(
  trx: Trx,
  { firmId, name, email: to }: Account,
  { notice, now }: { notice: Notice; now: Date },
): Promise<void> {
  const { subject, event } = notices[notice];
  const body = `Dear ${name}\n\n${event}\n\n${advice}\n\nRecoup`;
  await queueMail(trx, { firmId, userId: null, to, subject, body, now });
}

export function noticeSms(notice: Notice): string {
  return `${notices[notice].event} ${advice}`;
}
