import {
  type ImportWord,
  type SavedImportWord,
  wordFields,
} from '@recoup/contract/matters/import-endpoints';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { invalidField, notFound } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { foldedWord, type ImportWords, wordKey } from '../csv/import-words.ts';
import { listAttorneyNames } from '../matters.repository.ts';
import {
  countWords,
  deleteWord,
  listWords,
  replaceWord,
  type StoredWord,
} from './imports.repository.ts';

/** Meanings of words, for the reader of a file. */
export async function getImportWords(db: Db, firm: FirmScope): Promise<ImportWords> {
  const words = toShownWords(await listWords(db, firm));
  return new Map(words.map(({ field, word, value }) => [wordKey(field, word), value]));
}

export async function listImportWords(
  db: Db,
  firm: FirmScope,
): Promise<{ data: ImportWord[]; count: number }> {
  const data = toShownWords(await listWords(db, firm));
  return { data, count: data.length };
}

/** A firm has some dozen; each import reads them all. */
const maxWords = 2_000;

/**
 * Saves what a word means, or forgets it. Throws `not_found` for an attorney of another firm, and
 * `invalid_input` for an invisible word, and for too many.
 */
export async function saveImportWord(
  db: Db,
  by: AuditContext,
  saved: SavedImportWord,
): Promise<{ data: ImportWord[]; count: number }> {
  const firm = requireFirmScope(by.actor);
  if (foldedWord(saved.word) === '') throw invalidField('word', 'Please enter the word.');
  return db.transaction().execute(async (trx) => {
    const { value } = saved;
    if (value === null) await forget(trx, by, saved);
    else await explain(trx, by, { field: saved.field, word: saved.word, value });
    return listImportWords(trx, firm);
  });
}

async function forget(trx: Trx, by: AuditContext, saved: Pick<ImportWord, 'field' | 'word'>) {
  const { word } = saved;
  if (!(await deleteWord(trx, requireFirmScope(by.actor), saved))) return;
  await recordAudit(trx, by, { action: 'import-word.deleted', subjectId: null, details: { word } });
}

async function explain(trx: Trx, by: AuditContext, { field, word, value }: ImportWord) {
  const firm = requireFirmScope(by.actor);
  const meaning = field === 'status' ? value : await getAttorneyName(trx, firm, value);
  if ((await countWords(trx, firm)) >= maxWords)
    throw invalidField('word', 'Your firm has explained 2 000 words already.');
  await replaceWord(trx, firm, { field, word, value, now: by.now });
  const details = { word, field, meaning };
  await recordAudit(trx, by, { action: 'import-word.saved', subjectId: null, details });
}

async function getAttorneyName(trx: Trx, firm: FirmScope, id: string): Promise<string> {
  const attorney = (await listAttorneyNames(trx, firm)).find((each) => each.id === id);
  if (!attorney) throw notFound('attorney');
  return attorney.name;
}

function toShownWords(rows: readonly StoredWord[]): ImportWord[] {
  return rows.flatMap(({ field, word, status, attorneyId }) => {
    const known = wordFields.find((each) => each === field);
    const value = status ?? attorneyId;
    return known && value !== null ? [{ field: known, word, value }] : [];
  });
}
