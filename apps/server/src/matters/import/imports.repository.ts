import type { ColumnMapping, UploadResult } from '@recoup/contract/matters/endpoints';
import type { ImportWord } from '@recoup/contract/matters/import-endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx, TableRow } from '../../platform/database/connections.ts';
import { type PageQuery, findPage } from '../../platform/database/pagination-and-search.ts';
import { toImportRecord, hashHeader } from '../../platform/imports/imports.ts';
import { markUndone, type Undo } from '../../platform/database/ledger.ts';
import { foldedWord } from '../csv/import-words.ts';

type NewImport = UploadResult & {
  id: string;
  userId: string;
  fileName: string | null;
  sha256: Buffer;
  now: Date;
};

/** Adds an import to the history under the firm's next number. */
export async function insertImport(trx: Trx, firm: FirmScope, run: NewImport): Promise<void> {
  await sql`
    insert into imports (id, firm_id, number, user_id, file_name, sha256, created_at, created,
      updated, unchanged)
    select ${run.id}, ${firm.firmId}, coalesce(max(number), 0) + 1, ${run.userId},
      ${run.fileName}, ${run.sha256}, ${run.now}, ${run.created}, ${run.updated},
      ${run.unchanged}
    from imports where firm_id = ${firm.firmId}`.execute(trx);
}

/** A page of the firm's imports, latest first. */
export async function listImports(db: Db, firm: FirmScope, query: PageQuery) {
  const latestFirst = selectImports(db, firm).orderBy('imports.number', 'desc');
  const { rows, count } = await findPage(latestFirst, query);
  return { data: rows.map(toImportRecord), count };
}

export async function findImport(db: Db, firm: FirmScope, id: string) {
  const row = await selectImports(db, firm).where('imports.id', '=', id).executeTakeFirst();
  return row && toImportRecord(row);
}

/**
 * Locks the matters of an import against entries, and counts what prevents its undo: matters that
 * changed since or, of the new ones, got a cap, and new ones that have entries, with the number of
 * one of these.
 */
export async function lockChangedMatters(trx: Trx, firm: FirmScope, id: string) {
  await sql`select from matters m where ${isTouched(firm, id)} for update`.execute(trx);
  const { rows } = await sql<{ changedSince: number; withEntries: number; example: string | null }>`
    select count(*) filter (where m.updated_at <> i.created_at
        or m.import_id = ${id} and m.cap_cents is not null)::int as "changedSince",
      count(*) filter (where ${hasEntries(id)})::int as "withEntries",
      min(m.number) filter (where ${hasEntries(id)}) as example
    from matters m join imports i on i.firm_id = m.firm_id and i.id = ${id}
    where ${isTouched(firm, id)}`.execute(trx);
  return rows[0] ?? { changedSince: 0, withEntries: 0, example: null };
}

/** Restores the changed matters, and deletes the new ones. */
export async function revertImport(trx: Trx, firm: FirmScope, run: Undo): Promise<void> {
  await sql`
    update matters m set description = c.before->>'description', client = c.before->>'client',
      attorney_id = (c.before->>'attorneyId')::uuid, status = c.before->>'status',
      opened = (c.before->>'opened')::date,
      phones = case when c.before ? 'phones'
        then array(select jsonb_array_elements_text(c.before->'phones')) else m.phones end,
      updated_at = (c.before->>'updatedAt')::timestamptz,
      version = m.version + 1
    from import_changes c
    where c.firm_id = ${firm.firmId} and c.import_id = ${run.id} and m.firm_id = c.firm_id
      and m.id = c.matter_id`.execute(trx);
  await sql`
    delete from matters where firm_id = ${firm.firmId} and import_id = ${run.id}`.execute(trx);
  await markUndone(trx, firm, { ledger: 'imports', ...run });
}

/** The firm's last mapping of this header line. */
export async function findMapping(db: Db, firm: FirmScope, columns: readonly string[]) {
  const row = await db
    .selectFrom('importMappings')
    .where('firmId', '=', firm.firmId)
    .where('headerHash', '=', hashHeader(columns))
    .select('mapping')
    .executeTakeFirst();
  return row ? (row.mapping as ColumnMapping) : undefined; // written below alone
}

export async function replaceMapping(
  db: Db,
  firm: FirmScope,
  remembered: { columns: readonly string[]; mapping: ColumnMapping; now: Date },
): Promise<void> {
  const { columns, now } = remembered;
  const mapping = JSON.stringify(remembered.mapping);
  await db
    .insertInto('importMappings')
    .values({ firmId: firm.firmId, headerHash: hashHeader(columns), mapping, updatedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['firmId', 'headerHash']).doUpdateSet({ mapping, updatedAt: now }),
    )
    .execute();
}

/** Whether the import added or changed the matter `m`. */
function isTouched(firm: FirmScope, id: string) {
  return sql`m.firm_id = ${firm.firmId}
    and (m.import_id = ${id} or m.id in (
      select matter_id from import_changes where firm_id = ${firm.firmId} and import_id = ${id}))`;
}

/** Also entries that are gone, of which a taxation pack was made: the ledger keeps it. */
function hasEntries(id: string) {
  return sql`m.import_id = ${id} and (
    exists (select from entries e where e.firm_id = m.firm_id and e.matter_id = m.id)
    or exists (select from taxation_packs p where p.firm_id = m.firm_id and p.matter_id = m.id))`;
}

function selectImports(db: Db, firm: FirmScope) {
  return db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.userId')
    .leftJoin('users as undoers', 'undoers.id', 'imports.undoneBy')
    .where('imports.firmId', '=', firm.firmId)
    .select((eb) => [
      'imports.id',
      'imports.number',
      'imports.userId',
      'users.name as userName',
      'imports.fileName',
      'imports.createdAt',
      'imports.created',
      'imports.updated',
      'imports.unchanged',
      'imports.undoneAt',
      'undoers.name as undoneBy',
      eb(
        'imports.number',
        '=',
        eb
          .selectFrom('imports as others')
          .where('others.firmId', '=', firm.firmId)
          .where('others.undoneAt', 'is', null)
          .select((of) => of.fn.max('others.number').as('last')),
      ).as('isLast'),
    ]);
}

export type StoredWord = Pick<TableRow<'importWords'>, 'field' | 'word' | 'status' | 'attorneyId'>;

/** By field and word. */
export async function listWords(db: Db, firm: FirmScope): Promise<StoredWord[]> {
  return db
    .selectFrom('importWords')
    .where('firmId', '=', firm.firmId)
    .select(['field', 'word', 'status', 'attorneyId'])
    .orderBy('field')
    .orderBy('wordKey')
    .execute();
}

/** Replaces what was said of the word before. */
export async function replaceWord(
  trx: Trx,
  firm: FirmScope,
  { field, word, value, now }: ImportWord & { now: Date },
): Promise<void> {
  const meaning = {
    word,
    status: field === 'status' ? value : null,
    attorneyId: field === 'attorney' ? value : null,
    updatedAt: now,
  };
  await trx
    .insertInto('importWords')
    .values({ firmId: firm.firmId, field, wordKey: foldedWord(word), ...meaning })
    .onConflict((conflict) => conflict.columns(['firmId', 'field', 'wordKey']).doUpdateSet(meaning))
    .execute();
}

/** False if nothing was said of the word. */
export async function deleteWord(
  trx: Trx,
  firm: FirmScope,
  { field, word }: Pick<ImportWord, 'field' | 'word'>,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('importWords')
    .where('firmId', '=', firm.firmId)
    .where('field', '=', field)
    .where('wordKey', '=', foldedWord(word))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countWords(db: Db, firm: FirmScope): Promise<number> {
  const { count } = await db
    .selectFrom('importWords')
    .where('firmId', '=', firm.firmId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
