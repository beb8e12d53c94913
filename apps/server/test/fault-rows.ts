import { newId } from '@recoup/contract/core/ids';
import { userStatus } from '@recoup/contract/core/access';
import type { Db } from '../src/platform/database/connections.ts';
import type { FaultFirm } from './fault-firm.ts';
import { aLetterhead, aUser } from './factories.ts';
import { deleteRows, insertRows, listRows, updateRows } from './rows.ts';

const at = (day: string, time = '15:00'): Date => new Date(`${day}T${time}:00Z`);

/** Deletes the attorney's entries of February but so many. */
export async function keepEntries(db: Db, { firm, attorney }: FaultFirm, count: number) {
  const open = { firmId: firm.id, attorneyId: attorney.id, exportId: null };
  const rows = await listRows(db, 'entries', open);
  await deleteRows(db, 'entries', { id: rows.slice(count).map(({ id }) => id) });
  return attorney.id;
}

export async function aMail(
  db: Db,
  { firm, admin }: FaultFirm,
  more: {
    exportId: string | null;
    state?: string;
    createdAt?: Date;
    sendUntil?: Date;
    toAddress?: string;
  },
): Promise<string> {
  const id = newId();
  const text = { toAddress: 'books@accounts.co.za', subject: 'November', body: '' };
  const times = { createdAt: at('2026-02-20'), lastError: 'No such mailbox' };
  await insertRows(db, 'mails', {
    id,
    firmId: firm.id,
    userId: admin.id,
    state: 'failed',
    ...text,
    ...times,
    ...more,
  });
  return id;
}

let serial = 100;
export async function anExport(db: Db, { firm, admin }: FaultFirm, more: Record<string, unknown>) {
  serial += 1;
  const id = newId();
  const letterhead = await aLetterhead(db, firm.id);
  const sums = { rowCount: 1, sumCents: '100', byteCount: 10, sha256: Buffer.alloc(32) };
  await insertRows(db, 'exports', {
    id,
    firmId: firm.id,
    number: serial,
    closing: true,
    userId: admin.id,
    letterhead,
    ...sums,
    ...more,
  });
  return id;
}

export async function withOldPassword(
  db: Db,
  { firm }: FaultFirm,
  more: { role?: number; invitedAt?: Date },
): Promise<string> {
  const { invitedAt = at('2026-02-16'), ...rest } = more;
  const user = await aUser(db, {
    firm,
    pwdResetRequired: true,
    status: userStatus.active,
    ...rest,
  });
  await updateRows(db, 'users', { id: user.id }, { invitedAt });
  return user.id;
}

/** LegalSuite, with which entries are checked, and an account for each type that the firm has. */
export async function aCheckedLayout(db: Db, { firm }: FaultFirm): Promise<void> {
  const types = await listRows(db, 'disbursementTypes', { firmId: firm.id });
  const accounts = Object.fromEntries(types.map(({ id }) => [id, '4000']));
  const settings = JSON.stringify({ accounts, checksEntries: true });
  await insertRows(db, 'postingLayoutSettings', {
    firmId: firm.id,
    layout: 'legalsuite',
    settings,
  });
}
