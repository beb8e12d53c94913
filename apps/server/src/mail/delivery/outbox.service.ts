import { newId } from '@recoup/contract/core/ids';
import type { Trx } from '../../platform/database/connections.ts';
import { addMailJob, insertMail, type OutgoingMail } from './outbox.repository.ts';

/** Transactional outbox: the mail is sent once if `trx` commits. Returns its id. */
export async function queueMail(trx: Trx, mail: OutgoingMail): Promise<string> {
  const id = newId();
  await insertMail(trx, { ...mail, id });
  await addMailJob(trx, id);
  return id;
}
