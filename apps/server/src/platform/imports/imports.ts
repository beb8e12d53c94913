import { createHash } from 'node:crypto';
import type { FirmScope } from '../core/actor.ts';
import { conflict, notFound, requestCancelled } from '../core/app-error.ts';
import { lockNameSoon } from '../database/advisory-lock.ts';
import { type CopyIn, type Db, type Trx, withCopyTransaction } from '../database/connections.ts';
import { allowLongStatements } from '../database/copy-rows.ts';

/** A temporary table; no other query may run on the transaction before `end`. */
export type Stage<Row> = { add(rows: readonly Row[]): Promise<void>; end(): Promise<void> };

type Staging<Row, Read> = {
  /** Aborted when the client disconnects; the import is then rolled back. */
  signal: AbortSignal;
  open: (trx: Trx, copyIn: CopyIn) => Promise<Stage<Row>>;
  read: (trx: Trx, onRows: (rows: Row[]) => Promise<void>) => Promise<Read>;
};

/** Reads a file into a temporary table and continues in the same transaction. */
export async function withStagedFile<Row, Read extends { ok: boolean }, Result>(
  db: Db,
  { signal, open, read }: Staging<Row, Read>,
  work: (trx: Trx, file: Read) => Promise<Result>,
): Promise<Result> {
  return withCopyTransaction(db, async (trx, copyIn) => {
    await allowLongStatements(trx);
    // Created with the first rows: no other query may run while rows are copied.
    let opened: Promise<Stage<Row>> | undefined;
    const stage = async (): Promise<Stage<Row>> => (opened ??= open(trx, copyIn));
    let file: Read;
    try {
      file = await read(trx, async (rows) => {
        throwIfDisconnected(signal);
        await (await stage()).add(rows);
      });
      if (file.ok) await stage();
    } finally {
      await (await opened)?.end();
    }
    return work(trx, file);
  });
}

export function throwIfDisconnected(signal: AbortSignal): void {
  if (signal.aborted) throw requestCancelled();
}

const lockNames = { matters: 'imports', calls: 'call imports' } as const;

/**
 * Imports of a firm wait for each other: two at once would add the same records. Throws `conflict`
 * when another import takes longer than the lock timeout.
 */
export async function lockImports(trx: Trx, firm: FirmScope, records: 'matters' | 'calls') {
  const message = `Your firm is importing another file of ${records}. Try again when it is done.`;
  await lockNameSoon(trx, `${lockNames[records]} ${firm.firmId}`, message);
}

/** The import, if it may be undone. Throws `not_found`, and `conflict` unless it is the last. */
export function requireLastImport<Run extends { undoneAt: string | null; isLast: boolean }>(
  run: Run | undefined,
): Run {
  if (!run) throw notFound('import');
  if (run.undoneAt !== null) throw conflict('This import has been undone already.');
  if (!run.isLast) throw conflict('Only the last import can be undone. Undo the later ones first.');
  return run;
}

type ImportRow = {
  id: string;
  userId: string;
  userName: string;
  createdAt: Date;
  undoneAt: Date | null;
  isLast: unknown;
};

/** An import as the lists of imports show it. */
export function toImportRecord<Row extends ImportRow>(row: Row) {
  const { id, userId, userName, createdAt, undoneAt, isLast, ...rest } = row;
  return {
    ...rest,
    _id: id,
    user: { _id: userId, name: userName },
    createdAt: createdAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
    isLast: isLast === true,
  };
}

/** Names a header line, whose mapping is remembered. */
export function hashHeader(columns: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(columns)).digest();
}
