import { role } from '@recoup/contract/core/access';
import { type RawBuilder, sql } from 'kysely';
import type { VatTreatment } from '@recoup/contract/vat/rules';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
import {
  limitOffset,
  likePattern,
  type PageQuery,
} from '../platform/database/pagination-and-search.ts';

type Named = { _id: string; name: string };
type NamedRow = { id: string; name: string };
type OtherAccount = { id: string; number: string; cents: number };

export type AccountRow = {
  id: string;
  supplier: Named;
  number: string;
  date: string;
  totalCents: number;
  paidOn: string | null;
  credits: string | null;
  vouchers: number;
  isLocked: boolean;
  lineCount: number;
};

export type AccountFilter = {
  supplier?: string | undefined;
  isPaid?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
};

/** A page of accounts, the latest first, and how many there are in all. */
export async function listAccountRows(
  db: Db,
  firm: FirmScope,
  { page, itemsPerPage, ...filter }: AccountFilter & PageQuery,
): Promise<{ rows: AccountRow[]; count: number }> {
  const { limit, offset } = limitOffset({ page, itemsPerPage });
  const found = foundAccounts(firm, matches(filter));
  const { rows } = await selectAccounts(
    firm,
    sql`${found} order by a.date desc, a.id desc limit ${limit} offset ${offset}`,
  ).execute(db);
  const counted = await sql<{ count: number }>`
    select count(*) as count from (${found}) found`.execute(db);
  return { rows, count: counted.rows[0]?.count ?? 0 };
}

export async function findAccountRow(db: Db, firm: FirmScope, id: string) {
  const found = foundAccounts(firm, sql`a.id = ${id}::uuid`);
  return (await selectAccounts(firm, found).execute(db)).rows[0];
}

function matches({ supplier, isPaid, from, to, search }: AccountFilter): RawBuilder<unknown> {
  const conditions = [
    ...(supplier === undefined ? [] : [sql`a.supplier_id = ${supplier}::uuid`]),
    ...(isPaid === undefined ? [] : [sql`(a.paid_on is not null) = ${isPaid}::boolean`]),
    ...(from === undefined ? [] : [sql`a.date >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`a.date <= ${to}::date`]),
    ...(search ? [sql`folded(a.number || E'\n' || s.name) like ${likePattern(search)}`] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Accounts that meet the condition on `a` and its supplier `s`. */
function foundAccounts({ firmId }: FirmScope, isFound: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select a.id, a.supplier_id, s.name, a.number, a.date, a.total_cents, a.paid_on, a.credits
    from supplier_accounts a
    join suppliers s on s.firm_id = ${firmId} and s.id = a.supplier_id
    where a.firm_id = ${firmId} and ${isFound}`;
}

/** Only lines and vouchers of the accounts of `found`, such as those of a page, are counted. */
function selectAccounts({ firmId }: FirmScope, found: RawBuilder<unknown>) {
  return sql<AccountRow>`
    select a.id, json_build_object('_id', a.supplier_id, 'name', a.name) as supplier, a.number,
      a.date::text, a.total_cents, a.paid_on::text, a.credits, l.is_locked, l.line_count,
      (select count(*)::integer from account_vouchers v where v.firm_id = ${firmId}
        and v.account_id = a.id and v.withdrawn_at is null) as vouchers
    from (${found}) a
    cross join lateral (
      select count(*) filter (where e.account_line is not null) as line_count,
        coalesce(bool_or(e.export_id is not null or e.reverses is not null), false) as is_locked
      from entries e where e.firm_id = ${firmId} and e.supplier_account_id = a.id) l
    order by a.date desc, a.id desc`;
}

export type LineRow = {
  entry: string;
  matter: Named & { number: string };
  disbursementType: Named;
  attorney: Named;
  amountCents: number;
  narration: string | null;
  happenedOn: string | null;
  pages: string | null;
  export: number | null;
  reversedBy: string | null;
  replacedBy: string | null;
};

/** In their order. */
export async function listLineRows(db: Db, { firmId }: FirmScope, accountId: string) {
  const { rows } = await sql<LineRow>`
    select e.id as entry, json_build_object('_id', m.id, 'name', m.description,
        'number', m.number) as matter,
      json_build_object('_id', t.id, 'name', t.title) as disbursement_type,
      json_build_object('_id', u.id, 'name', u.name) as attorney,
      e.amount_cents, e.narration, e.happened_on::text, e.account_pages as pages,
      x.number as export, r.id as reversed_by, p.id as replaced_by
    from entries e
    join matters m on m.firm_id = ${firmId} and m.id = e.matter_id
    join disbursement_types t on t.firm_id = ${firmId} and t.id = e.disbursement_type_id
    join users u on u.firm_id = ${firmId} and u.id = e.attorney_id
    left join exports x on x.firm_id = ${firmId} and x.id = e.export_id
    left join entries r on r.firm_id = ${firmId} and r.reverses = e.id
    left join entries p on p.firm_id = ${firmId} and p.replaces = e.id
    where e.firm_id = ${firmId} and e.supplier_account_id = ${accountId}
      and e.account_line is not null
    order by e.account_line`.execute(db);
  return rows;
}

/** Credit notes of an account, by day. */
export async function listCreditNotes(db: Db, firm: FirmScope, accountId: string) {
  const { rows } = await sql<OtherAccount>`
    select id, number, total_cents as cents from supplier_accounts
    where firm_id = ${firm.firmId} and credits = ${accountId} order by date, id`.execute(db);
  return rows;
}

/** The supplier, locked: its accounts are recorded one after the other. */
export async function lockSupplier(trx: Trx, firm: FirmScope, id: string) {
  return trx
    .selectFrom('suppliers')
    .where(isFirmRow(firm, id))
    .select(['id', 'name', 'isActive'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** As it is stored, locked until the transaction ends. */
export async function lockAccount(trx: Trx, firm: FirmScope, id: string) {
  return trx
    .selectFrom('supplierAccounts')
    .where(isFirmRow(firm, id))
    .select(['id', 'supplierId', 'number', 'date', 'totalCents', 'paidOn', 'credits'])
    .select('requestSha256')
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type StoredAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** The account of the supplier that has the key of a number. */
export async function findAccountByKey(
  db: Db,
  firm: FirmScope,
  of: { supplierId: string; numberKey: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('supplierAccounts')
    .where('firmId', '=', firm.firmId)
    .where('supplierId', '=', of.supplierId)
    .where('numberKey', '=', of.numberKey)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

type NewAccountRow = StoredAccount & {
  numberKey: string;
  createdAt: Date;
  createdBy: string;
};

export async function insertAccount(trx: Trx, firm: FirmScope, row: NewAccountRow): Promise<void> {
  await trx
    .insertInto('supplierAccounts')
    .values({ ...row, firmId: firm.firmId })
    .execute();
}

export async function updateAccountRow(
  trx: Trx,
  firm: FirmScope,
  { id, ...values }: Pick<NewAccountRow, 'id' | 'number' | 'numberKey' | 'date' | 'paidOn'>,
): Promise<void> {
  await trx.updateTable('supplierAccounts').set(values).where(isFirmRow(firm, id)).execute();
}

export async function deleteAccountRow(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await trx.deleteFrom('supplierAccounts').where(isFirmRow(firm, id)).execute();
}

/**
 * Writes what the lines of a credit note, or of those of an account, begin with in files and
 * statements. A line that an export holds stays as it went out.
 */
export async function refreshCreditTexts(trx: Trx, { firmId }: FirmScope, accountId: string) {
  await sql`
    update entries e set correction_reason = s.name, correction = 'Credit note ' || a.number
      || coalesce(' for account ' || c.number, '')
    from supplier_accounts a
    join suppliers s on s.firm_id = ${firmId} and s.id = a.supplier_id
    left join supplier_accounts c on c.firm_id = ${firmId} and c.id = a.credits
    where a.firm_id = ${firmId} and ${accountId}::uuid in (a.id, a.credits) and a.total_cents < 0
      and e.firm_id = ${firmId} and e.supplier_account_id = a.id and e.account_line is not null
      and e.export_id is null`.execute(trx);
}

export type LineMatter = NamedRow & { number: string; status: string; attorneyId: string | null };

/** Matters of lines, which stay until the transaction ends. */
export async function listLineMatters(trx: Trx, firm: FirmScope, ids: readonly string[]) {
  const { rows } = await sql<LineMatter>`
    select id, description as name, number, status, attorney_id from matters
    where firm_id = ${firm.firmId} and id = any(${[...ids]}::uuid[])
    order by id for key share`.execute(trx);
  return rows;
}

export type LineType = NamedRow & { isActive: boolean; vat: VatTreatment; hasCallFees: boolean };

/** Types of lines; `hasCallFees` where an attorney has some for the type. */
export async function listLineTypes(db: Db, { firmId }: FirmScope, ids: readonly string[]) {
  const { rows } = await sql<LineType>`
    select t.id, t.title as name, t.active as is_active, t.vat, exists (
      select from call_fee_schedules c
      join call_fee_bands b on b.firm_id = ${firmId} and b.schedule_id = c.id
      where c.firm_id = ${firmId} and c.disbursement_type_id = t.id and c.replaced_at is null
    ) as has_call_fees
    from disbursement_types t
    where t.firm_id = ${firmId} and t.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** The names of attorneys, also of inactive ones. */
export async function listLineAttorneys(db: Db, firm: FirmScope, ids: readonly string[]) {
  const { rows } = await sql<NamedRow>`
    select id, name from users
    where firm_id = ${firm.firmId} and role = ${role.attorney}
      and id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}
