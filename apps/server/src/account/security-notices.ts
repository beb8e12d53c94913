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
      'Your password was used to sign in to Recoup on a device and from a network ' +
      'where you did not sign in before.',
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
