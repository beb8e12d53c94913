import type { NotNull } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Trx } from '../platform/database/connections.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';

/** Serializes a firm's mails, so that two requests cannot both use the last of the quota. */
export async function lockQuota(trx: Trx, firm: FirmScope): Promise<void> {
  await lockName(trx, `mails ${firm.firmId}`);
}

/** Creation times of the mails that the firm's users sent, in ascending order. */
export async function listMailTimes(trx: Trx, firm: FirmScope, since: Date): Promise<Date[]> {
  const rows = await trx
    .selectFrom('mails')
    .where('firmId', '=', firm.firmId)
    .where('userId', 'is not', null)
    .where('exportId', 'is not', null)
    .where('createdAt', '>', since)
    .select('createdAt')
    .orderBy('createdAt')
    .execute();
  return rows.map(({ createdAt }) => createdAt);
}

/** The mail with the client's id. The transaction must have locked the quota. */
export async function findMailOfDraft(trx: Trx, firm: FirmScope, draftId: string) {
  return trx
    .selectFrom('mails')
    .where('firmId', '=', firm.firmId)
    .where('draftId', '=', draftId)
    .where('exportId', 'is not', null)
    .select(['id', 'userId', 'exportId', 'attachment as type', 'toAddress as to', 'subject'])
    .select(['body', 'bodyGenerated', 'layout'])
    .$narrowType<{ exportId: NotNull }>()
    .executeTakeFirst();
}

/** The text of a mail, and how its CSV was made. */
export async function findMailContent(trx: Trx, firm: FirmScope, id: string) {
  return trx
    .selectFrom('mails')
    .where(isFirmRow(firm, id))
    .select(['body', 'csvProfile', 'csvDelimiter', 'layout'])
    .executeTakeFirst();
}
