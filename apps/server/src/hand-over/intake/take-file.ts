import type { TakenFile } from '@recoup/contract/hand-over/intake-endpoints';
import { type UploadResult, uploadLimits } from '@recoup/contract/matters/endpoints';
import { importMatters } from '../../matters/import/imports.service.ts';
import type { AuditContext, FirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { readBody } from '../../platform/csv/upload-stream.ts';
import type { Db } from '../../platform/database/connections.ts';
import type { SpooledFile } from '../../platform/http/bodies/spooled-file.ts';
import { getConnectable, type SftpTools } from '../sftp/sftp-servers.service.ts';
import { type SftpOptions, withSftp } from '../sftp/sftp-session.ts';
import { fetchFile, moveFile } from './intake-folder.ts';
import { type FolderFile, insertTakenFile, type ShownIntake } from './intake.repository.ts';

export type TakeOptions = SftpTools &
  Pick<SftpOptions, 'limits'> & {
    db: Db;
    clock: Clock;
    openFile: (firmId: string) => Promise<SpooledFile>;
  };
type Taking = { firm: FirmScope; by: AuditContext; intake: ShownIntake; file: FolderFile };

/**
 * Imports a file whole or not at all, and moves it out of the way with a text that says what became
 * of it. In the transaction of the import the file is marked as taken, so that a process that dies
 * leaves no second import. Undefined for a file that is being written. Throws SftpError, and
 * AppError for what is no fault of the file.
 */
export async function takeFile(
  options: TakeOptions,
  taking: Taking,
): Promise<TakenFile | undefined> {
  const { db, clock } = options;
  const { firm, file } = taking;
  const outcome = await importFile(options, taking);
  if (outcome === undefined) return undefined;
  if (outcome.state === 'refused') await insertTakenFile(db, firm, file);
  const to = outcome.state === 'imported' ? 'done' : 'refused';
  const move = { name: file.name, to, report: outcome.message, now: clock.now() };
  const isMoved = await inFolder(options, taking, async (client, folder) =>
    moveFile(client, { ...move, folder }),
  ).catch(() => false); // it was imported all the same
  return { name: file.name, ...outcome, movedTo: isMoved ? to : null };
}

type Outcome = Pick<TakenFile, 'state' | 'message'>;

async function importFile(options: TakeOptions, taking: Taking): Promise<Outcome | undefined> {
  const { db, openFile } = options;
  const { firm, by, file } = taking;
  if (file.bytes > uploadLimits.bodyBytes)
    return { state: 'refused', message: 'The file is larger than 150 MB.' };
  const into = await openFile(firm.firmId);
  try {
    const isComplete = await inFolder(options, taking, async (client, folder) =>
      fetchFile(client, { folder, file, into }),
    );
    if (!isComplete) return undefined;
    const result = await importMatters(db, by, {
      chunks: readBody(into.read(), undefined),
      fileName: file.name,
      signal: new AbortController().signal,
      after: async (trx) => insertTakenFile(trx, firm, file),
    });
    return { state: 'imported', message: importedText(result) };
  } catch (error) {
    if (error instanceof AppError && isFaultOfFile(error))
      return { state: 'refused', message: refusedText(error) };
    throw error;
  } finally {
    await into.close();
  }
}

async function inFolder<T>(
  { db, egress, sealer, limits }: TakeOptions,
  { firm, intake }: Taking,
  work: (client: Parameters<Parameters<typeof withSftp>[2]>[0], folder: string) => Promise<T>,
): Promise<T> {
  const server = await getConnectable(db, firm, { id: intake.serverId, sealer });
  const folder = intake.folder || server.folder;
  return withSftp(server, { egress, ...(limits && { limits }) }, async (client) =>
    work(client, folder),
  );
}

function isFaultOfFile({ code }: AppError): boolean {
  return code === 'rows_refused' || code === 'invalid_input';
}

function importedText({ created, updated, unchanged, notices = [] }: UploadResult): string {
  const counts = `${created} matters added, ${updated} changed, ${unchanged} unchanged.`;
  return [counts, ...notices].join('\n');
}

/** The first rows that were refused; the page shows all when the file is chosen there. */
const namedRows = 20;

function refusedText({ message, code, details }: AppError): string {
  if (code !== 'rows_refused') return `Nothing was imported. ${message}`;
  const { rows = [], refused = rows.length } = details;
  const lines = rows
    .slice(0, namedRows)
    .map(({ row, column, message: why }) => `Row ${row}, ${column}: ${why}`);
  return [`Nothing was imported: ${refused} rows have errors.`, ...lines].join('\n');
}
