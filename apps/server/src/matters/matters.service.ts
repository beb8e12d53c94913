import { createHash } from 'node:crypto';
import { newId } from '@recoup/contract/ids';
import type { UploadResult } from '@recoup/contract/matters';
import type { FirmScope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { type IntakeOptions, readMatterFile } from './intake.ts';
import { applyStaged, compareStaged, hasMatter, listAttorneyNames, lockImports, stageRows } from './matters.repository.ts';

type Upload = {
  readonly text: string;
  readonly fileName: string | undefined;
  readonly mapping: IntakeOptions['mapping'];
  readonly isDryRun: boolean;
  readonly userId: string;
  readonly now: Date;
};

/**
 * Takes a file of matters whole or not at all. Throws `rows_refused` with the rows that cannot be
 * taken, and `invalid_input` for a text that is no file of matters.
 */
export async function importMatters(db: Db, firm: FirmScope, upload: Upload): Promise<UploadResult> {
  const attorneys = await listAttorneyNames(db, firm);
  const file = await readMatterFile(upload.text, { attorneys, mapping: upload.mapping });
  if (!file.ok) throw new AppError('invalid_input', { message: file.message, fields: { fileStream: file.message } });
  if (file.problemCount > 0) throw new AppError('rows_refused', { rows: file.problems, refused: file.refusedRows });
  const rows = file.rows.map((row) => ({ ...row, id: newId() }));
  return db.transaction().execute(async (trx) => {
    await lockImports(trx, firm);
    await stageRows(trx, rows);
    const result = await compareStaged(trx, firm);
    if (upload.isDryRun) return result;
    const sha256 = createHash('sha256').update(upload.text).digest();
    await applyStaged(trx, firm, {
      ...result,
      id: newId(),
      userId: upload.userId,
      fileName: upload.fileName ?? null,
      sha256,
      now: upload.now,
    });
    return result;
  });
}

/** Throws `not_found` for a matter that is missing or another firm's. */
export async function requireMatter(db: Db, firm: FirmScope, id: string): Promise<void> {
  if (!(await hasMatter(db, firm, id))) throw new AppError('not_found', { message: 'There is no such matter.' });
}
