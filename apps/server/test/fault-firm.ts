import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../src/platform/database/connections.ts';
import type { CleanFirm } from './clean-firm.ts';
import { aMatter, aUser } from './factories.ts';
import { insertRows } from './rows.ts';

/** A clean firm, its attorney who makes mistakes, and a matter of theirs without entries. */
export type FaultFirm = CleanFirm & {
  attorney: { id: string };
  matter: { id: string };
  exportId: string;
};

type Given = {
  date?: string;
  happenedOn?: string;
  minutes?: number;
  quantity?: number;
  amountCents?: number;
  narration?: string | null;
  createdAt?: Date;
  startedAt?: Date;
  seconds?: number;
  attorneyId?: string;
  matterId?: string;
  disbursementTypeId?: string;
  exportId?: string;
  reverses?: string;
  reversalReason?: string;
  replaces?: string;
  /** Of a new matter. */
  matter?: { status?: string; opened?: string };
};

/** Records an entry on 17 February 2026, on a matter of its own: a call if it has minutes. */
export async function given(db: Db, of: FaultFirm, fields: Given): Promise<string> {
  const { matter, ...entry } = fields;
  const { date = '2026-02-17', attorneyId = of.attorney.id } = fields;
  const matterId = fields.matterId ?? (await aMatter(db, of.firm, { attorneyId, ...matter })).id;
  const row = {
    id: newId(),
    firmId: of.firm.id,
    attorneyId,
    createdBy: attorneyId,
    matterId,
    disbursementTypeId: (fields.minutes === undefined ? of.copies : of.call).id,
    date,
    amountCents: 1_000,
    narration: 'Settlement',
    createdAt: new Date(`${date}T15:00:00Z`),
    ...entry,
  };
  await insertRows(db, 'entries', row);
  return row.id;
}

/** Of the two, `fees` has the type Call without fees; `entries` has fees and no entry yet. */
export async function anAttorneyWithout(
  db: Db,
  { firm, call }: FaultFirm,
  what: 'fees' | 'entries',
): Promise<string> {
  const { id } = await aUser(db, { firm });
  const link = { firmId: firm.id, userId: id, disbursementTypeId: call.id, position: 1 };
  if (what === 'fees') await insertRows(db, 'userDisbursementTypes', link);
  return id;
}
