import { sql } from 'kysely';
import type { SignOnTest } from '@recoup/contract/sign-on/endpoints';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, TableRow, Trx } from '../platform/database/connections.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
import { joinByFirm } from '../platform/database/join-by-firm.ts';

export type Purpose = 'sign-in' | 'link' | 'confirm' | 'test';

/** A sign-in that waits for the provider's answer. */
export type Flow = Omit<TableRow<'signOnFlows'>, 'purpose' | 'result'> & { purpose: Purpose };

export async function insertFlow(db: Db, flow: Omit<Flow, 'usedAt'>): Promise<void> {
  await db.insertInto('signOnFlows').values(flow).execute();
}

/** Uses the flow up. Undefined for one that was used, has expired or began in another browser. */
export async function takeFlow(
  db: Db,
  firm: FirmScope,
  { stateHash, browserHash, now }: { stateHash: Buffer; browserHash: Buffer; now: Date },
): Promise<Flow | undefined> {
  const row = await db
    .updateTable('signOnFlows')
    .set({ usedAt: now })
    .where('firmId', '=', firm.firmId)
    .where('stateHash', '=', stateHash)
    .where('browserHash', '=', browserHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row && { ...row, purpose: row.purpose as Purpose }; // a check constraint
}

export async function saveTestResult(
  db: Db,
  firm: FirmScope,
  { id, result }: { id: string; result: SignOnTest },
): Promise<void> {
  await db
    .updateTable('signOnFlows')
    .set({ result: JSON.stringify(result) })
    .where(isFirmRow(firm, id))
    .execute();
}

/** Undefined until the provider has answered, after ten minutes and for another user's test. */
export async function findTestResult(
  db: Db,
  firm: FirmScope,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<SignOnTest | undefined> {
  const row = await db
    .selectFrom('signOnFlows')
    .select('result')
    .where(isFirmRow(firm, id))
    .where('userId', '=', userId)
    .where('purpose', '=', 'test')
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.result === null ? undefined : (row?.result as SignOnTest | undefined); // saved above
}

type Ticket = Omit<TableRow<'signOnTickets'>, 'firmId' | 'usedAt'>;

export async function insertTicket(db: Db, firm: FirmScope, ticket: Ticket): Promise<void> {
  await db
    .insertInto('signOnTickets')
    .values({ ...ticket, firmId: firm.firmId })
    .execute();
}

/** The user of a ticket in any state. */
export async function findTicketUser(
  db: Db,
  firm: FirmScope,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('signOnTickets as t')
    .innerJoin('identities as i', (join) => joinByFirm(join, 'i.id', 't.identityId'))
    .where('t.firmId', '=', firm.firmId)
    .where('t.tokenHash', '=', tokenHash)
    .select('i.userId')
    .executeTakeFirst();
  return row?.userId;
}

/**
 * Uses the ticket, once, and returns its identity and the client at the provider, which tickets of
 * the earlier release do not have. Undefined for a ticket that was used, has expired or began in
 * another browser; `browserHash` is undefined for other programs than browsers.
 */
export async function takeTicket(
  trx: Trx,
  firm: FirmScope,
  {
    tokenHash,
    browserHash,
    now,
  }: { tokenHash: Buffer; browserHash: Buffer | undefined; now: Date },
): Promise<Pick<Ticket, 'identityId' | 'clientId'> | undefined> {
  const ticket = trx
    .updateTable('signOnTickets')
    .set({ usedAt: now })
    .where('firmId', '=', firm.firmId)
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['identityId', 'clientId']);
  const isOwn = sql<boolean>`(browser_hash = ${browserHash} or browser_hash is null)`;
  const own = browserHash === undefined ? ticket : ticket.where(isOwn);
  return own.executeTakeFirst();
}

export async function deleteFlowsBefore(db: Db, past: Date): Promise<void> {
  await db.deleteFrom('signOnFlows').where('expiresAt', '<', past).execute();
  await db.deleteFrom('signOnTickets').where('expiresAt', '<', past).execute();
}
