import { access } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RejectedRowError } from './restore-bounds.ts';
import { type BackupHeader, type BackupSummary, readBackup, writeBackup } from './backup-file.ts';
import type { BackupPlace } from './backup-place.ts';
import type { BackupSource, Rows } from './backup-reader.ts';
import { writeWhole } from './folder-place.ts';
import {
  type RestoreTarget,
  restoreInto,
  isRejectedRow,
  readShape,
  readSnapshot,
  type Shape,
} from './table-copy.ts';

/** One snapshot of all tables; with a key it is encrypted. Throws an error when the file exists. */
export async function createBackup(
  url: string,
  { file, now, key }: BackupSource & { now: Date },
): Promise<BackupSummary> {
  for (const place of [file, `${file}.part`]) {
    const isThere = await access(place).then(
      () => true,
      () => false,
    );
    if (isThere) throw new Error(`${place} already exists, and a backup replaces nothing.`);
  }
  const write = async (content: Readable): Promise<void> => writeWhole(file, content);
  return readSnapshot(url, async (snapshot) => writeBackup(write, snapshot, { now, key }));
}

/** The same, to the place of backups by themselves. Throws BackupRunningError. */
export async function backUpTo(
  url: string,
  {
    place,
    name,
    ...options
  }: { place: BackupPlace; name: string; now: Date; key: string | undefined },
): Promise<BackupSummary & { sumCents: string }> {
  const write = async (content: Readable): Promise<void> => place.write(name, content);
  return readSnapshot(url, async (snapshot) => {
    if (!(await snapshot.isAlone())) throw new BackupRunningError();
    return { ...(await writeBackup(write, snapshot, options)), sumCents: snapshot.sumCents };
  });
}

/** Another process makes the backup, one that the job queue took for dead. */
export class BackupRunningError extends Error {}

/** Checks tables, counts and checksum. */
export async function checkBackup(source: BackupSource): Promise<BackupSummary> {
  return readBackup(source, {
    async onTable(_, rows) {
      await pipeline(rows, new Writable({ write: (_chunk, _encoding, done) => done() }));
      return undefined;
    },
  });
}

/** Restores whole or not at all. */
export async function restore(
  url: string,
  { file, key }: BackupSource,
): Promise<BackupSummary & { queuedMails: number }> {
  const found: { summary?: BackupSummary } = {};
  const shape = await readShape(url);
  const { queuedMails } = await restoreInto(url, async (target) => {
    const source = { file, key };
    found.summary = await readBackup(source, {
      onHeader: (header) => rejectOtherSchema(file, header, shape),
      onTable: fillTable(target),
    });
    return found.summary.sequences;
  }).catch((error: unknown) => {
    if (error instanceof RejectedRowError)
      throw new Error(`${file} holds ${error.message}.`, { cause: error });
    throw isRejectedRow(error)
      ? new Error(`${file} holds rows that the database refuses: ${error.message}.`, {
          cause: error,
        })
      : error;
  });
  if (found.summary === undefined) throw new Error('a restore without a summary');
  return { ...found.summary, queuedMails };
}

function fillTable(target: RestoreTarget) {
  return async (table: BackupHeader['tables'][number], rows: Rows): Promise<number | undefined> => {
    const copy = target.write(table);
    await pipeline(rows, copy);
    return copy.rowCount ?? undefined;
  };
}

function rejectOtherSchema(file: string, header: BackupHeader, shape: Shape): void {
  if (header.migrations.join(' ') !== shape.migrations.join(' ')) {
    throw new Error(
      `${file} is of schema ${header.migrations.at(-1)}, ` +
        `and this Recoup has schema ${shape.migrations.at(-1)}. ` +
        'Restore it with the Recoup that wrote it, ' +
        'and then start the newer one, which brings the schema up to date.',
    );
  }
  const other = partNames(header).find((part) => !partNames(shape).includes(part));
  if (other !== undefined)
    throw new Error(`${file} holds ${other}, which this schema does not have.`);
  const missing = partNames(shape).find((part) => !partNames(header).includes(part));
  if (missing !== undefined) throw new Error(`${file} lacks ${missing}.`);
  if (partNames(header).length !== partNames(shape).length)
    throw new Error(`${file} names a column or a sequence twice.`);
}

function partNames({ tables, sequences }: Pick<Shape, 'tables' | 'sequences'>): string[] {
  return [
    ...tables.flatMap(({ name, columns }) => [
      `the table ${name}`,
      ...columns.map((column) => `the column ${column} of ${name}`),
    ]),
    ...sequences.map(({ name }) => `the sequence ${name}`),
  ];
}
