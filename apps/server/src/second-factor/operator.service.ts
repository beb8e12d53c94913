import { type Command, getAccountByEmail, recordCommand } from '../account/operator.service.ts';
import { queueNotice } from '../account/security-notices.service.ts';
import { endSessions } from '../account/session/sessions.service.ts';
import type { Db } from '../platform/database/connections.ts';
import { removeFactors } from './reset-factors.ts';

/** For who has lost all second factors and has no administrator. Returns the text to print. */
export async function resetFactorsByEmail(db: Db, { email, now }: Command): Promise<string> {
  const account = await getAccountByEmail(db, email);
  return db.transaction().execute(async (trx) => {
    const removed = await removeFactors(trx, account.userId);
    if (removed === 0) return `${account.email} has no second factor; nothing was changed.`;
    await endSessions(trx, account.userId, { now });
    await queueNotice(trx, account, { notice: 'factorsReset', now });
    const details = { factors: removed };
    await recordCommand(trx, account, { action: 'user.factors-reset', details, now });
    return (
      `The second factors of ${account.email} are removed, and every session has ended. ` +
      'A mail tells the owner.'
    );
  });
}
