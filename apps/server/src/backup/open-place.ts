import { isAbsolute } from 'node:path';
import type { Logger } from 'pino';
import type { BackupPlace } from './backup-place.ts';
import type { Hold } from '../platform/hold/hold.ts';
import { folderPlace } from './folder-place.ts';
import { localCopies } from './local-copy.ts';
import { s3Place, type S3Settings } from './s3-place.ts';
import { sftpPlace, validateSftpUrl } from './sftp-place.ts';

/** For an absolute path, `sftp://…` or `s3://…`; copies go into `dataDir`. Throws StartupError. */
export function openPlace({ to, s3 }: PlaceSettings, dataDir?: string): BackupPlace {
  const copies = localCopies(dataDir);
  if (to.startsWith('sftp://')) return sftpPlace(to, copies);
  return to.startsWith('s3://') ? s3Place(to, s3, { copies }) : folderPlace(to);
}

/** At the start: a folder that fails ends it. Throws StartupError. */
export async function tryFolder(settings: PlaceSettings): Promise<void> {
  const place = openPlace(settings);
  if (isAbsolute(settings.to)) await place.tryOut();
}

/** Warns of another server that fails, because Recoup runs without it. */
export async function tryServer(
  settings: PlaceSettings,
  { log, hold }: { log: Pick<Logger, 'warn'>; hold: Hold },
): Promise<void> {
  try {
    if (isAbsolute(settings.to) || (await hold.isHeld())) return;
    await openPlace(settings).tryOut();
  } catch (error) {
    log.warn({ err: error }, 'no backup can be written to RECOUP_BACKUP_TO');
  }
}

export type PlaceSettings = {
  to: string;
  /** Absent without AWS_ACCESS_KEY_ID. */
  s3: S3Settings | undefined;
};

/** Returns the fault of RECOUP_BACKUP_TO, if any. */
export function validatePlace(to: string): string | undefined {
  if (to.startsWith('sftp://')) return validateSftpUrl(to);
  if (to.startsWith('s3://'))
    return /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](?:\/[^?#]*)?$/.test(to)
      ? undefined
      : 'must look like s3://BUCKET/PREFIX';
  return isAbsolute(to) ? undefined : 'must be a folder that begins with /, sftp:// or s3://';
}
