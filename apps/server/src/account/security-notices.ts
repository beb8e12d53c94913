import type { Trx } from '../platform/database/connections.ts';
import { queueMail } from '../mail/delivery/outbox.service.ts';
import type { Account } from './session/sessions.repository.ts';

/** What its owner has to hear of, by e-mail and by SMS: whoever did it may not be the owner. */
const notices = {
  passwordReset: {
    subject: 'Your Recoup password was set anew',
    what: 'The password of your Recoup account was set anew with a one-time password. All sessions were ended.',
  },
  passwordChanged: {
    subject: 'Your Recoup password was changed',
    what: 'The password of your Recoup account was changed. All other sessions were ended.',
  },
  cellChanged: {
    subject: 'Your Recoup cell number was changed',
    what: 'The cell number of your Recoup account was changed. One-time passwords now go to the new number.',
  },
  newPlace: {
    subject: 'New sign-in to your Recoup account',
    what: 'Your password was used to sign in to Recoup on a device and from a network where you did not sign in before.',
  },
} as const;

export type Notice = keyof typeof notices;

const advice = 'If this was not you, tell your administrator at once.';

export async function queueNotice(
  trx: Trx,
  person: Account,
  { notice, now }: { notice: Notice; now: Date },
): Promise<void> {
  const { subject, what } = notices[notice];
  const body = `Dear ${person.name}\n\n${what}\n\n${advice}\n\nRecoup`;
  await queueMail(trx, {
    firmId: person.firmId,
    userId: null,
    to: person.email,
    subject,
    body,
    now,
  });
}

export function noticeSms(notice: Notice): string {
  return `${notices[notice].what} ${advice}`;
}
