import { newId } from '@recoup/contract/core/ids';
import { longDay } from '@recoup/contract/entries/rules';
import type { VatTreatment } from '@recoup/contract/vat/rules';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { AppError, invalidField } from '../platform/core/app-error.ts';
import type { Trx } from '../platform/database/connections.ts';
import { type AuditEvent, recordAudits } from '../platform/security/audit-log.repository.ts';
import {
  deleteEntryRows,
  insertAccountEntries,
  listAccountLineIds,
} from './account-entries.repository.ts';
import { updateEntryRows } from './bulk-corrections/bulk-corrections.repository.ts';
import { type EntryRow, lockEntries, type StoredEntry } from './entries.repository.ts';
import { entryChanges, entryDeleted } from './entry-audit.ts';
import { toEntryRow } from './entry-corrections.service.ts';
import { correctedVat, grossVat, priceDay, vatOfNewEntry, type VatOfEntry } from './entry-price.ts';

/** A line of a supplier's account whose matter, type and attorney were checked. */
export type AccountEntry = {
  matterId: string;
  disbursementTypeId: string;
  treatment: VatTreatment;
  attorneyId: string;
  /** With its VAT. */
  amountCents: number;
  narration: string | null;
  happenedOn: string | null;
  pages: string | null;
};

type OfAccount = { accountId: string };

/** Records the lines of an account, in their order. */
export async function recordAccountEntries(
  trx: Trx,
  by: AuditContext,
  { accountId, date, lines }: OfAccount & { date: string; lines: readonly AccountEntry[] },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const vat = vatReader(trx, firm);
  const rows: EntryRow[] = [];
  for (const [at, line] of lines.entries()) {
    // Files and statements have the entries of a day in the order of their ids.
    const id = newId(by.now.getTime() + at);
    rows.push(await entryRow(vat, { id, line, accountId, date }));
  }
  const more = { createdBy: by.actor.userId, createdAt: by.now };
  await insertAccountEntries(
    trx,
    firm,
    rows.map((row, at) => ({
      ...row,
      ...more,
      accountLine: at + 1,
      accountPages: lines[at]?.pages ?? null,
    })),
  );
  await recordAudits(
    trx,
    by,
    rows.map((row): AuditEvent => {
      const details = { ...entryChanges(undefined, row), supplierAccount: accountId };
      return { action: 'entry.recorded', subjectId: row.id, details };
    }),
  );
}

type ReadVat = (of: { treatment: VatTreatment; day: string }) => Promise<VatOfEntry>;

/** Lines of one treatment and day share their VAT. */
function vatReader(trx: Trx, firm: FirmScope): ReadVat {
  const known = new Map<string, VatOfEntry>();
  return async (of) => {
    const key = `${of.treatment} ${of.day}`;
    const vat = known.get(key) ?? grossVat(await vatOfNewEntry(trx, firm, of));
    known.set(key, vat);
    return vat;
  };
}

async function entryRow(
  vat: ReadVat,
  of: OfAccount & { id: string; date: string; line: AccountEntry },
): Promise<EntryRow> {
  const { line, date } = of;
  const days = { date, happenedOn: line.happenedOn === date ? null : line.happenedOn };
  return {
    ...days,
    ...(await vat({ treatment: line.treatment, day: priceDay(days) })),
    matterId: line.matterId,
    disbursementTypeId: line.disbursementTypeId,
    attorneyId: line.attorneyId,
    amountCents: line.amountCents,
    narration: line.narration,
    id: of.id,
    minutes: null,
    quantity: null,
    voucher: null,
    startedAt: null,
    seconds: null,
    otherParty: null,
    scheduleId: null,
    unitPriceId: null,
    supplierAccountId: of.accountId,
  };
}

/**
 * Gives the lines of an account its new day, and the VAT rate of that; what was charged stays.
 * Throws `entry_is_locked`, and `invalid_input` for a line that happened later.
 */
export async function moveAccountEntries(
  trx: Trx,
  by: AuditContext,
  { accountId, date, reason }: OfAccount & { date: string; reason: string },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const moved: { before: StoredEntry; after: EntryRow }[] = [];
  for (const before of await lockAccountLines(trx, firm, accountId))
    moved.push({ before, after: await movedRow(trx, firm, { before, date }) });
  await updateEntryRows(
    trx,
    firm,
    moved.map(({ before, after }) => ({ ...after, version: before.version + 1 })),
  );
  await recordAudits(
    trx,
    by,
    moved.map(({ before, after }): AuditEvent => {
      const details = { ...entryChanges(toEntryRow(before), after), reason };
      return { action: 'entry.corrected', subjectId: before.id, details };
    }),
  );
}

async function movedRow(
  trx: Trx,
  firm: FirmScope,
  { before: entry, date }: { before: StoredEntry; date: string },
): Promise<EntryRow> {
  const before = toEntryRow(entry);
  const { happenedOn } = before;
  if (happenedOn !== null && happenedOn > date)
    throw invalidField(
      'date',
      `Must not be before ${longDay(happenedOn)}, the day of line ${entry.accountLine}.`,
    );
  const after = { ...before, date, happenedOn: happenedOn === date ? null : happenedOn };
  return { ...after, ...(await correctedVat(trx, firm, { before, after })) };
}

/** Deletes the lines of an account. Throws `entry_is_locked`. */
export async function deleteAccountEntries(
  trx: Trx,
  by: AuditContext,
  { accountId, reason }: OfAccount & { reason: string },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const rows = await lockAccountLines(trx, firm, accountId);
  await deleteEntryRows(
    trx,
    firm,
    rows.map(({ id }) => id),
  );
  await recordAudits(
    trx,
    by,
    rows.map((row): AuditEvent => {
      const details = { ...entryChanges(toEntryRow(row), undefined), reason };
      return { action: entryDeleted, subjectId: row.id, details };
    }),
  );
}

/** The lines of an account, locked until the transaction ends. Throws `entry_is_locked`. */
export async function lockAccountLines(trx: Trx, firm: FirmScope, accountId: string) {
  const rows = await lockEntries(trx, firm, await listAccountLineIds(trx, firm, accountId));
  for (const { exportNumber, reversedBy, accountLine } of rows) {
    if (exportNumber !== null)
      throw locked(`Export ${exportNumber} holds line ${accountLine} of this account.`);
    if (reversedBy !== null) throw locked(`Line ${accountLine} of this account was reversed.`);
  }
  return rows;
}

function locked(why: string): AppError {
  const message = `${why} Number and day stay as they are, and the account cannot be deleted.`;
  return new AppError('entry_is_locked', { message });
}
