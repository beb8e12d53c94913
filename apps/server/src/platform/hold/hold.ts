import { setTimeout as wait } from 'node:timers/promises';
import type { Logger as Log } from 'pino';
import { seconds } from '../core/clock.ts';
import type { Db } from '../database/connections.ts';
import { findHold, renewSetting } from './hold.repository.ts';

/** Tells whether nothing may leave the installation. */
export type Hold = { isHeld: () => Promise<boolean> };

/** `isSet` is RECOUP_HELD=1 of this process, which holds all processes. */
export function createHold(db: Db, { isSet }: { isSet: boolean }): Hold {
  // Asks in any case: `/readyz` learns by it that the database answers.
  return { isHeld: async () => (await findHold(db)) !== undefined || isSet };
}

/** How long a change may stay unnoticed. */
const checkMs = seconds(5);

type Running = { stop(): Promise<void> };

type HeldWork = {
  db: Db;
  isSet: boolean;
  hold: Hold;
  /** Also when a hold has ended: `isRelease`. */
  start: (of: { isRelease: boolean }) => Promise<Running>;
  log: Pick<Log, 'warn'>;
};

/** Runs work, such as the queue of jobs, while nothing holds the installation, until `stop()`. */
export async function runWhileFree({ db, isSet, hold, start, log }: HeldWork): Promise<Running> {
  const stopping = new AbortController();
  let running: Running | undefined;
  let wasHeld = false;
  const check = async (): Promise<void> => {
    if (isSet) await renewSetting(db);
    const isHeld = await hold.isHeld();
    if (isHeld && !wasHeld) log.warn({}, heldLine);
    if (isHeld) {
      await running?.stop();
      running = undefined;
    } else if (!running) {
      if (wasHeld) log.warn({}, 'This installation is not held any more: what waited goes out.');
      running = await start({ isRelease: wasHeld });
    }
    wasHeld = isHeld;
  };
  await check();
  const checking = (async () => {
    while (await passed(stopping.signal))
      await check().catch((error: unknown) => log.warn({ err: error }, 'a hold cannot be checked'));
  })();
  return {
    async stop() {
      stopping.abort();
      await checking;
      await running?.stop();
    },
  };
}

/** Returns false if it was stopped. */
async function passed(signal: AbortSignal): Promise<boolean> {
  return wait(checkMs, true, { signal }).catch(() => false);
}

export const heldLine =
  'This installation is HELD: it was restored from a backup, or RECOUP_HELD=1 is set. ' +
  'Mails wait, SMS become files of the outbox, and webhooks, SFTP and imports on schedule rest. ' +
  'npm run resume shows what would go out, and ends it.';
