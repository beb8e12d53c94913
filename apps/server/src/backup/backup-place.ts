import type { Readable } from 'node:stream';

/** The place of backups by themselves, RECOUP_BACKUP_TO. Errors name no secret. */
export type BackupPlace = {
  /** Throws StartupError if nothing can be written there. */
  tryOut(): Promise<void>;
  /** The name appears with its whole content, or not at all. */
  write(name: string, content: Readable): Promise<void>;
  /** Names of all files, also of those that others have put there. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Gives the path of a local copy, which may end with `work`. */
  fetch<T>(name: string, work: (file: string) => Promise<T>): Promise<T>;
};

const scheduledName =
  /^recoup-auto-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup((?:\.1)?\.part)?$/;

export function scheduledBackupName(now: Date): string {
  return `recoup-auto-${now.toISOString().replaceAll(/[:.]/g, '-')}.backup`;
}

/** Backups by themselves among the names, the newest first; no files of others, and no parts. */
export function scheduledBackups(names: readonly string[], now: Date): string[] {
  const own = names
    .filter((name) => scheduledName.test(name) && !name.endsWith('.part'))
    .toSorted()
    .toReversed();
  // A clock that was ahead has written the later ones: they come last.
  const latest = scheduledBackupName(now);
  return [...own.filter((name) => name <= latest), ...own.filter((name) => name > latest)];
}

/** Throws where a place took a backup and does not have it. */
export async function requireListed(place: BackupPlace, name: string): Promise<void> {
  if (!(await place.list()).includes(name))
    throw new Error(`The place took ${name}, but does not list it.`);
}

/** Deletes all but the newest backups, and parts that a killed process has left. */
export async function keepNewest(
  place: BackupPlace,
  { keep, now }: { keep: number; now: Date },
): Promise<void> {
  const names = await place.list();
  const parts = names.filter((name) => scheduledName.test(name) && name.endsWith('.part'));
  for (const name of [...scheduledBackups(names, now).slice(keep), ...parts])
    await place.remove(name);
}
