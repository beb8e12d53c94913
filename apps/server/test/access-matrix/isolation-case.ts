import type { FirmScope } from '../../src/platform/core/actor.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';

/** A repository function, called with the scope of firm B for rows of firm A. */
export type IsolationCase = {
  name: string;
  room: string;
  open: (trx: Trx, own: FirmScope, of: FirmFixture) => Promise<unknown>;
  /** The result. Without one it must not show anything of firm A. */
  answers?: unknown;
};

/** The functions of a room by name: how each is called, and perhaps its answer. */
export function isolationCasesOf(
  room: string,
  cases: Record<string, readonly [open: IsolationCase['open'], answers?: unknown]>,
): readonly IsolationCase[] {
  return Object.entries(cases).map(([name, [open, ...rest]]) => ({
    room,
    name,
    open,
    ...(rest.length > 0 && { answers: rest[0] }),
  }));
}
