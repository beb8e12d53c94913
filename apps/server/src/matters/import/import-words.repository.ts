import type { ImportWord } from '@recoup/contract/matters/import-endpoints';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, TableRow, Trx } from '../../platform/database/connections.ts';
import { foldedWord } from '../csv/import-words.ts';

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
