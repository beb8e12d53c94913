import type { Trx } from '../../platform/database/connections.ts';

/**
 * Ends every session of a user, reset grants, open codes and known places included, in every process: a session is looked up for each request.
 * Belongs into the transaction that blocks, deactivates or changes the password or cell. `except` keeps one session, by its id.
 */
export async function endSessions(trx: Trx, userId: string, options: { now: Date; except?: string }): Promise<void> {
  const all = trx.deleteFrom('sessions').where('userId', '=', userId);
  await (options.except === undefined ? all : all.where('id', '!=', options.except)).execute();
  // A place was known for the owner of that password, cell or e-mail.
  await trx.deleteFrom('knownPlaces').where('userId', '=', userId).execute();
  await trx
    .updateTable('otpChallenges')
    .set({ voidedAt: options.now })
    .where('userId', '=', userId)
    .where('voidedAt', 'is', null)
    .execute();
}
