import { randomUUID } from 'node:crypto';
import type { Db } from '../platform/database/connections.ts';
import {
  type Waiting,
  countWaiting,
  deleteRestoredHold,
  findHold,
} from '../platform/hold/hold.repository.ts';
import { insertAudit } from '../platform/security/audit-log.repository.ts';
import { findLostSecrets, lostSecretLines } from '../platform/security/lost-secrets.ts';
import { readSecretKey } from '../platform/security/secret-key.ts';
import { type Config, readConfig } from '../startup/config.ts';
import { onOwnerDatabase } from './owner-database.ts';

const usage = 'Usage: npm run resume, or: npm run resume -- --yes';

/**
 * `npm run resume [-- --yes]` shows what a held installation would send, and ends the hold of a
 * restore; with or without a running server. Returns the text to print.
 */
export async function runResumeCommand(args: readonly string[], now: Date): Promise<string> {
  const [word, ...rest] = args;
  if (rest.length > 0 || (word !== undefined && word !== '--yes')) throw new Error(usage);
  const config = readConfig();
  return onOwnerDatabase(config, async (db) =>
    resume(db, { config, isSure: word === '--yes', now }),
  );
}

type Resume = {
  config: Pick<Config, 'isHeld' | 'secretKey' | 'databaseUrl' | 'dataDir'>;
  isSure: boolean;
  now: Date;
};

/** Throws an error where RECOUP_HELD=1 is set, here or for a server that runs. */
export async function resume(db: Db, { config, isSure, now }: Resume): Promise<string> {
  const hold = await findHold(db);
  if (config.isHeld || hold?.reasons.includes('setting') === true)
    throw new Error(
      'RECOUP_HELD=1 holds this installation. Nothing was changed. Remove the setting, start the ' +
        'server again, and then run npm run resume: a copy that was restored is held until then.',
    );
  if (hold === undefined) return 'This installation is not held: nothing was changed.';
  const waiting = describeWaiting(await countWaiting(db, now));
  if (!isSure)
    return [
      `This installation was restored from a backup at ${hold.since.toISOString()}, and is held.`,
      ...waiting('Nothing waits to go out.', 'These would go out:'),
      ...lostSecretLines(await findLostSecrets(db, readSecretKey(config))),
      'Nothing was changed. To let everything go, run: npm run resume -- --yes',
    ].join('\n');
  await db.transaction().execute(async (trx) => {
    await deleteRestoredHold(trx);
    await insertAudit(trx, {
      action: 'installation.resumed',
      firmId: null,
      actorId: null,
      actorKind: 'operator',
      subjectId: null,
      details: { heldSince: hold.since.toISOString() },
      address: 'console',
      requestId: randomUUID(),
      now,
    });
  });
  return [
    'This installation is not held any more. A running server goes on within 15 seconds.',
    ...waiting('Nothing waited.', 'These go out:'),
  ].join('\n');
}

/** A line for each kind, with the number of each firm. */
function describeWaiting(rows: readonly Waiting[]) {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const lines = kinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const sum = own.reduce((total, { count }) => total + count, 0);
    const firms = own.map(({ firm, count }) => `${firm ?? 'of no firm'} ${count}`);
    return `  ${kind}: ${sum} (${firms.join(', ')})`;
  });
  return (none: string, some: string): string[] => (lines.length === 0 ? [none] : [some, ...lines]);
}
