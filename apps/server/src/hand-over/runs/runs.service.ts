import type { HandOverRun } from '@recoup/contract/hand-over/endpoints';
import { repeatMailWithin } from '../../mail/mail.service.ts';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { notFound, conflict } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { sendingMs } from './export-of-run.ts';
import { beginAgain, findRun, lockRepeatable } from './runs.repository.ts';

/**
 * Sends the file of a run again, under the same name. Throws `not_found`, and `conflict` where it
 * closed nothing and while its file is on the way.
 */
export async function repeatRun(db: Db, by: AuditContext, id: string): Promise<HandOverRun> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const before = await findRun(trx, firm, id);
    if (!before) throw notFound('run');
    const locked = await lockRepeatable(trx, firm, id);
    if (!locked) throw conflict(whyNot(before));
    if (locked.mailId === null) {
      const giveUpAt = new Date(by.now.getTime() + sendingMs);
      await beginAgain(trx, firm, { id, nextTryAt: by.now, giveUpAt });
    } else {
      const mail = await repeatMailWithin(trx, by, locked.mailId);
      await beginAgain(trx, firm, { id, mailId: mail._id });
    }
    await recordAudit(trx, by, {
      action: 'hand-over.repeated',
      subjectId: id,
      details: { handOver: before.handOver.name, to: before.to },
    });
    const after = await findRun(trx, firm, id);
    if (!after) throw new Error('a run that was just written is not there');
    return after;
  });
}

function whyNot({ export: made, state }: HandOverRun): string {
  if (made === null) return 'This run closed nothing, so it has no file. Run the hand-over again.';
  return state === 'sending'
    ? 'The file is being sent: it will be tried again by itself.'
    : 'The server of this run was deleted.';
}
