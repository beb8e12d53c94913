import type { Db } from '../database/connections.ts';
import { isConnectionLost, isReadOnly } from '../database/error-codes.ts';
import { writeOnce } from './monitoring.repository.ts';

/** Tells whether the database takes writes; while it does not, reading goes on. */
export type WriteProbe = { isWritable(): Promise<boolean> };

/** Balancers ask often; each answer counts this long (ms). */
const keptMs = 2_000;

/** Logs each change. */
export function createWriteProbe(options: {
  db: Db;
  log: { warn(fields: object, message: string): void };
}): WriteProbe {
  const { db, log } = options;
  let wasWritable = true;
  const check = async (): Promise<boolean> => {
    const reason = await writeOnce(db).then(() => undefined, refusalReason);
    const isWritable = reason === undefined;
    if (wasWritable && !isWritable) log.warn({ reason }, 'nothing can be written; reading goes on');
    if (!wasWritable && isWritable) log.warn({}, 'the database takes writes again');
    wasWritable = isWritable;
    return isWritable;
  };
  let last = { at: -keptMs, answer: Promise.resolve(true) };
  return {
    async isWritable() {
      const at = performance.now();
      if (at - last.at >= keptMs) last = { at, answer: check() };
      return last.answer;
    },
  };
}

function refusalReason(error: Error & { code?: string }): string {
  if (isReadOnly(error)) return 'The database is read-only.';
  if (error.code === '53100') return 'The disk of the database is full.';
  if (error.code === '57014') return 'The database did not finish a write in time.';
  if (isConnectionLost(error)) return 'The database cannot be reached.';
  return `The database refuses a write (${error.code ?? error.name}).`;
}
