import { createHash } from 'node:crypto';
import { folded } from '@recoup/contract/core/folded';
import { newId } from '@recoup/contract/core/ids';
import { formatRand, toCents, toRand } from '@recoup/contract/core/money';
import type {
  AccountLine,
  ChangedAccount,
  ListedAccount,
  NewSupplierAccount,
  SupplierAccount,
} from '@recoup/contract/suppliers/account-endpoints';
import { accountNumberKey } from '@recoup/contract/suppliers/split';
import {
  deleteAccountEntries,
  lockAccountLines,
  moveAccountEntries,
  recordAccountEntries,
} from '../entries/account-entries.service.ts';
import { requireEntryDay } from '../entries/entry-rules.service.ts';
import { changedFields } from '../platform/collections/collections.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { AppError, conflict, invalidField, notFound } from '../platform/core/app-error.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import type { PageQuery } from '../platform/database/pagination-and-search.ts';
import { hasAuditEntry, recordAudit } from '../platform/security/audit-log.repository.ts';
import { type PlannedLine, planLines } from './account-lines.ts';
import {
  type AccountFilter,
  type AccountRow,
  deleteAccountRow,
  findAccountByKey,
  findAccountRow,
  insertAccount,
  type LineRow,
  listAccountRows,
  listCreditNotes,
  listLineRows,
  lockAccount,
  lockSupplier,
  refreshCreditTexts,
  type StoredAccount,
  updateAccountRow,
} from './accounts.repository.ts';

export async function listAccounts(
  db: Db,
  firm: FirmScope,
  query: AccountFilter & PageQuery,
): Promise<{ data: ListedAccount[]; count: number }> {
  const { rows, count } = await listAccountRows(db, firm, query);
  return { data: rows.map(toListed), count };
}

/** Throws `not_found`. */
export async function getAccount(db: Db, firm: FirmScope, id: string): Promise<SupplierAccount> {
  const row = await findAccountRow(db, firm, id);
  if (!row) throw noAccount();
  const credited = row.credits === null ? undefined : await findAccountRow(db, firm, row.credits);
  const { lineCount: _, ...fields } = toListed(row);
  const creditNotes = await listCreditNotes(db, firm, id);
  return {
    ...fields,
    lines: (await listLineRows(db, firm, id)).map(toLine),
    creditedAccount: credited ? toOther({ ...credited, cents: credited.totalCents }) : null,
    creditNotes: creditNotes.map(toOther),
  };
}

/**
 * Records an account and its entries, all or nothing (product-3.md, section 4). The same request
 * with the same `_id` records one. Throws `not_found`, `invalid_input` with what is wrong with
 * which line, `account_exists`, `account_sum`, and `conflict` for another request with that `_id`.
 */
export async function createAccount(
  db: Db,
  by: AuditContext,
  input: NewSupplierAccount,
): Promise<SupplierAccount> {
  const firm = requireFirmScope(by.actor);
  const id = input._id ?? newId(by.now.getTime());
  return db.transaction().execute(async (trx) => {
    const supplier = await lockSupplier(trx, firm, input.supplier);
    if (!supplier) throw notFound('supplier');
    if (await isRepeated(trx, firm, { id, input })) return getAccount(trx, firm, id);
    const { lines, account } = await planAccount(trx, by, { id, input, supplier });
    if (input.dryRun) return toPreview(account, { supplier, lines });
    const stamp = { createdAt: by.now, createdBy: by.actor.userId };
    await insertAccount(trx, firm, { ...account, ...stamp });
    await recordAccountEntries(trx, by, { accountId: id, date: account.date, lines });
    await refreshCreditTexts(trx, firm, id);
    const { number, date, credits } = account;
    await recordAudit(trx, by, {
      action: 'supplier-account.recorded',
      subjectId: id,
      rows: lines.length,
      details: { number, supplier: supplier.name, date, total: input.total, credits },
    });
    return getAccount(trx, firm, id);
  });
}

/** Throws `conflict` for another request with that id, and for a deleted account. */
async function isRepeated(
  trx: Trx,
  firm: FirmScope,
  { id, input }: { id: string; input: NewSupplierAccount },
): Promise<boolean> {
  if (input._id === undefined) return false;
  const stored = await lockAccount(trx, firm, id);
  if (stored?.requestSha256.equals(requestHash(input)) === true) return true;
  if (stored) throw conflict('An account with this id exists already.');
  const action = 'supplier-account.deleted';
  if (await hasAuditEntry(trx, firm, { action, subjectId: id }))
    throw conflict('This account was deleted.');
  return false;
}

function requestHash({ dryRun: _, _id: __, ...request }: NewSupplierAccount): Buffer {
  return createHash('sha256').update(JSON.stringify(request)).digest();
}

type Supplier = NonNullable<Awaited<ReturnType<typeof lockSupplier>>>;
type Plan = { id: string; input: NewSupplierAccount; supplier: Supplier };

async function planAccount(trx: Trx, by: AuditContext, { id, input, supplier }: Plan) {
  const firm = requireFirmScope(by.actor);
  if (!supplier.isActive)
    throw invalidField('supplier', `${supplier.name} is not active, and takes no new account.`);
  const numberKey = accountNumberKey(input.number, folded);
  await assertNew(trx, firm, { id, supplierId: supplier.id, numberKey });
  requireEntryDay(input.date, by.now);
  const lines = await planLines(trx, firm, input);
  await assertCreditable(trx, firm, input);
  const account = {
    id,
    supplierId: supplier.id,
    number: input.number,
    numberKey,
    date: input.date,
    totalCents: toCents(input.total),
    paidOn: null,
    credits: input.credits ?? null,
    requestSha256: requestHash(input),
  };
  return { lines, account };
}

async function assertNew(
  trx: Trx,
  firm: FirmScope,
  { id, ...key }: { id: string; supplierId: string; numberKey: string },
): Promise<void> {
  const found = await findAccountByKey(trx, firm, key);
  if (found !== undefined && found !== id) throw new AppError('account_exists', { _id: found });
}

/** Credit notes of an account take back no more than it charges. */
async function assertCreditable(
  trx: Trx,
  firm: FirmScope,
  { credits, supplier, total }: NewSupplierAccount,
): Promise<void> {
  if (credits === undefined) return;
  const credited = await lockAccount(trx, firm, credits);
  if (!credited) throw notFound('account');
  if (credited.supplierId !== supplier)
    throw invalidField('credits', 'That account is of another supplier.');
  if (credited.totalCents < 0)
    throw invalidField('credits', 'A credit note cannot be credited. Choose an account.');
  const notes = await listCreditNotes(trx, firm, credits);
  const left = notes.reduce((sum, { cents }) => sum + cents, credited.totalCents);
  if (left + toCents(total) >= 0) return;
  throw invalidField('total', `At most ${formatRand(left)} of that account can still be credited.`);
}

/**
 * Marks an account as paid or not; changes number and day while nothing of it is locked. Throws
 * `not_found`, `account_exists`, `entry_is_locked` and `invalid_input`.
 */
export async function updateAccount(
  db: Db,
  by: AuditContext,
  { id, ...change }: ChangedAccount & { id: string },
): Promise<SupplierAccount> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const { stored, supplier } = await lockWithSupplier(trx, firm, id);
    const { number = stored.number, date = stored.date } = change;
    const after = { ...stored, number, date, paidOn: paymentDay(stored, change, by.now) };
    const changes = changedFields(stored, after, ['number', 'date', 'paidOn']);
    if (changes.number || changes.date) await renumber(trx, by, { stored, after });
    const numberKey = accountNumberKey(number, folded);
    await updateAccountRow(trx, firm, { id, number, numberKey, date, paidOn: after.paidOn });
    if (changes.number) await refreshCreditTexts(trx, firm, id);
    if (Object.keys(changes).length > 0) {
      const details = { account: `${stored.number} of ${supplier.name}`, ...changes };
      await recordAudit(trx, by, { action: 'supplier-account.updated', subjectId: id, details });
    }
    return getAccount(trx, firm, id);
  });
}

/** The supplier first, as a new account locks it. */
async function lockWithSupplier(trx: Trx, firm: FirmScope, id: string) {
  const found = await findAccountRow(trx, firm, id);
  const supplier = found && (await lockSupplier(trx, firm, found.supplier._id));
  const stored = supplier && (await lockAccount(trx, firm, id));
  if (!stored) throw noAccount();
  return { stored, supplier };
}

function paymentDay({ paidOn: before }: StoredAccount, change: ChangedAccount, now: Date) {
  const { isPaid = before !== null || Boolean(change.paidOn), paidOn = before } = change;
  return isPaid ? (paidOn ?? southAfricanDay(now)) : null;
}

type Renumbered = { stored: StoredAccount; after: StoredAccount };

async function renumber(trx: Trx, by: AuditContext, { stored, after }: Renumbered): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const numberKey = accountNumberKey(after.number, folded);
  await assertNew(trx, firm, { ...stored, numberKey });
  const accountId = stored.id;
  await lockAccountLines(trx, firm, accountId);
  if (after.date === stored.date) return;
  requireEntryDay(after.date, by.now);
  const reason = `The account ${after.number} was changed.`;
  await moveAccountEntries(trx, by, { accountId, date: after.date, reason });
}

/** Deletes an account and its entries. Throws `not_found`, `conflict` and `entry_is_locked`. */
export async function deleteAccount(
  db: Db,
  by: AuditContext,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const { stored, supplier } = await lockWithSupplier(trx, firm, id);
    const [note] = await listCreditNotes(trx, firm, id);
    if (note) throw conflict(`Credit note ${note.number} credits this account. Delete it first.`);
    await deleteAccountEntries(trx, by, { accountId: id, reason });
    await deleteAccountRow(trx, firm, id);
    const { number, date, totalCents } = stored;
    const total = toRand(totalCents);
    const details = { number, supplier: supplier.name, date, total, reason };
    await recordAudit(trx, by, { action: 'supplier-account.deleted', subjectId: id, details });
  });
}

function toOther({ id, number, cents }: { id: string; number: string; cents: number }) {
  return { _id: id, number, total: toRand(cents) };
}

function noAccount(): AppError {
  return notFound('account');
}

function toListed({ id, totalCents, paidOn, ...row }: AccountRow): ListedAccount {
  return { _id: id, ...row, total: toRand(totalCents), isPaid: paidOn !== null, paidOn };
}

function toLine({ amountCents, happenedOn, ...line }: LineRow): AccountLine {
  return { ...line, amount: toRand(amountCents), ...(happenedOn !== null && { happenedOn }) };
}

type Planned = { supplier: Supplier; lines: readonly PlannedLine[] };

/** The answer of a dry run. */
function toPreview(
  account: Omit<StoredAccount, 'requestSha256'>,
  { supplier, lines }: Planned,
): SupplierAccount {
  const { id, totalCents, number, date, credits } = account;
  return {
    _id: id,
    supplier: { _id: supplier.id, name: supplier.name },
    number,
    date,
    total: toRand(totalCents),
    isPaid: false,
    paidOn: null,
    credits,
    vouchers: 0,
    isLocked: false,
    creditedAccount: null,
    creditNotes: [],
    lines: lines.map((line) => plannedLine(line, date)),
  };
}

function plannedLine(line: PlannedLine, date: string): AccountLine {
  const { matter, type, attorney, amountCents, narration, happenedOn, pages } = line;
  return {
    entry: null,
    matter: { _id: matter.id, name: matter.name, number: matter.number },
    disbursementType: { _id: type.id, name: type.name },
    attorney: { _id: attorney.id, name: attorney.name },
    amount: toRand(amountCents),
    narration,
    ...(happenedOn !== null && happenedOn !== date && { happenedOn }),
    pages,
    export: null,
    reversedBy: null,
    replacedBy: null,
  };
}
