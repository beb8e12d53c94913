import { canReceiveSms } from '@recoup/contract/core/cell-numbers';
import { type Command, getAccountByEmail, recordCommand } from '../account/operator.service.ts';
import { isFirstSignInExpired } from '../account/sign-in/sign-in.service.ts';
import { queueMail } from '../mail/delivery/outbox.service.ts';
import { createFirmScope, type FirmScope } from '../platform/core/actor.ts';
import { hours } from '../platform/core/clock.ts';
import type { Db } from '../platform/database/connections.ts';
import { savePersonRow } from './identities.repository.ts';
import { findAdminOfFirm, isActiveAdmin } from './sign-ons.repository.ts';

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
  const until = passwordUntil.toISOString();
  const next = await nextStep(db, createFirmScope(firmId), { account, now });
  return `${account.email} may sign in with a password until ${until}. ${next}`;
}

type Owner = { account: Awaited<ReturnType<typeof getAccountByEmail>>; now: Date };

/** The way to a password. A person of a directory has neither a password nor a cell. */
async function nextStep(db: Db, firm: FirmScope, { account, now }: Owner): Promise<string> {
  const { userId, cell, passwordHash, mustChangePassword } = account;
  const isExpired = isFirstSignInExpired(account, now);
  if (passwordHash !== null && !isExpired) return 'The password of the account works.';
  if (canReceiveSms(cell))
    return isExpired && passwordHash === null
      ? 'An administrator presses "Send a new invitation" on the page of the person. Then ' +
          '"Forgot password" makes a password.'
      : '"Forgot password" makes one.';
  if (await isActiveAdmin(db, firm, userId))
    return (
      'There is none, and no cell for a code: the system administrator enters a cell on the page ' +
      'of the firm admin. Then "Forgot password" makes one.'
    );
  const button = mustChangePassword ? 'New initial password' : 'Invite to single sign-on';
  return (
    'There is none, and no cell for a code: the firm admin opens the page of the person and ' +
    `presses "${button}", which shows an initial password.`
  );
}
