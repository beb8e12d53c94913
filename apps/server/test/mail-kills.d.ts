import type { Db } from '../src/platform/db.ts';
export type KillFigures = {
  readonly kills: number;
  /** Mails that a request was told were accepted. */
  readonly accepted: number;
  /** Accepted mails that never arrived. */
  readonly lost: number;
  /** Arrivals beyond the first under the same Message-ID. */
  readonly repeats: number;
  /** Arrivals under a Message-ID that no mail of the queue has. */
  readonly strangers: number;
  readonly unsent: number;
};
/** Starts the whole server, mails by HTTP, kills it with SIGKILL in the middle, and so on; then lets a last one finish. */
export declare function killDuringSends(options: {
  db: Db;
  databaseUrl: string;
  kills: number;
  say?: (line: string) => void;
}): Promise<KillFigures>;
