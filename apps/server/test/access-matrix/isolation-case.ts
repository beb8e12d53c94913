import type { FirmScope } from '../../src/platform/core/actor.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import { AppError } from '../../src/platform/core/app-error.ts';
import type { FirmFixture } from './firm-fixture.ts';

/**
 * A function of a repository, asked with the scope of firm B (`own`) for what firm A has (`of`).
 */
export type IsolationCase = {
  name: string;
  room: string;
  open: (trx: Trx, own: FirmScope, of: FirmFixture) => Promise<unknown>;
  /**
   * The answer; otherwise it only must not show anything of firm A. Nothing of firm A may change
   * either way.
   */
  answers?: unknown;
};

export const now = new Date('2026-03-18T08:00:00Z');

/** Everything that a stream yields. */
export async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of source) found.push(each);
  return found;
}

/** What a rule of a service answers; the database may refuse it too, but not in words. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}
