import type { AuditContext } from '../core/actor.ts';
import { minutes } from '../core/clock.ts';
import { type Db, withScope } from '../database/connections.ts';
import { recordAudit } from '../security/audit-log.repository.ts';
import type { EventLog } from '../security/security-log.ts';

/** Lists whose pages tell of people, clients and calls, by their paths. */
const lists: Readonly<Record<string, string>> = {
  '/entries': 'entries',
  '/matters': 'matters',
  '/users': 'people',
  '/call-records': 'calls',
  '/mails': 'mails',
  '/exceptions': 'exceptions',
  '/audit': 'audit',
};

export type ReadCounter = {
  /** Counts the rows of a page that was read; writes nothing. */
  count(path: string, by: AuditContext, rows: number): void;
  /** Writes what was counted. */
  flush(): Promise<void>;
  /** Writes what was counted, and counts no more. */
  stop(): Promise<void>;
};

type Read = { by: AuditContext; list: string; rows: number; pages: number };

const intervalMs = minutes(5);
/** More are written at once. */
const maxReads = 5_000;

/**
 * Pages of lists that users read on the screen: a line of the audit log for each session
 * and list, at most every five minutes and at the end. A killed process loses the last ones.
 */
export function createReadCounter({ db, log }: { db: Db; log: EventLog }): ReadCounter {
  const reads = new Map<string, Read>();
  const flush = async (): Promise<void> => {
    const counted = [...reads.values()];
    reads.clear();
    for (const { by, list, rows, pages } of counted)
      await recordAudit(withScope(db, by.actor.scope), by, {
        action: 'list.read',
        subjectId: null,
        details: { list, pages },
        rows,
      }).catch((error: unknown) => log.error({ err: error }, 'read pages could not be recorded'));
  };
  const timer = setInterval(() => void flush(), intervalMs);
  timer.unref();
  return {
    count(path, by, rows) {
      const list = lists[path];
      if (list === undefined || rows === 0) return;
      const key = `${by.actor.sessionId} ${list}`;
      const before = reads.get(key) ?? { rows: 0, pages: 0 };
      reads.set(key, { by, list, rows: before.rows + rows, pages: before.pages + 1 });
      if (reads.size >= maxReads) void flush();
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
