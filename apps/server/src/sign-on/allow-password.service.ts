import { type Command, getAccountByEmail, recordCommand } from '../account/operator.service.ts';
import { queueMail } from '../mail/delivery/outbox.service.ts';
import { createFirmScope } from '../platform/core/actor.ts';
import { hours } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { savePersonRow } from './identities.repository.ts';
import { findAdminOfFirm } from './sign-ons.repository.ts';

/** Lets a user of a firm that requires single sign-on use a password for a day. */
export async function allowPassword(db: Db, { email, now }: Command): Promise<string> {
  const account = await getAccountByEmail(db, email);
  const { userId, firmId } = account;
  if (firmId === null) throw new Error(`${account.email} signs in with a password anyway.`);
  if (!account.isActive) throw new Error(`${account.email} is not active. Nothing was changed.`);
  const passwordUntil = new Date(now.getTime() + hours(24));
  await db.transaction().execute(async (trx) => {
    await savePersonRow(trx, createFirmScope(firmId), { userId, passwordUntil });
    await recordCommand(trx, account, {
      action: 'user.password-allowed',
      details: { until: passwordUntil.toISOString() },
      now,
    });
    const admin = await findAdminOfFirm(trx, firmId);
    if (admin === undefined) return;
    await queueMail(trx, {
      firmId,
      userId: null,
      to: admin.email,
      subject: `${account.name} may sign in to Recoup with a password for a day`,
      body:
        `Dear ${admin.name}\n\nThe operator of Recoup lets ${account.name} (${account.email}) ` +
        'sign in with a password for 24 hours, although your firm requires single sign-on.' +
        '\n\nIf nobody asked for this, contact the operator immediately.\n\nRecoup',
      now,
    });
  });
  return (
    `${account.email} may sign in with a password until ${passwordUntil.toISOString()}. ` +
    '"Forgot password" makes one where there is none.'
  );
}
