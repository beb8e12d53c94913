import type { FirmScope } from './actor.ts';
import { AppError } from './errors.ts';
import { type InTurn, inTurnOf } from './in-turn.ts';

/** What of a firm is under way or waits for it; whoever comes then is refused. */
const mostInLine = 10;
export type FirmTurns = <T>(firm: FirmScope, work: () => Promise<T>) => Promise<T>;

/**
 * One of its kind at a time for each firm in this process: whoever waits does so here, and not on one of the connections that all firms
 * share. `what` names them in the plural. Throws `too_many_requests`.
 */
export function firmTurns(what: string): FirmTurns {
  const lines = new Map<string, { length: number; readonly inTurn: InTurn }>();
  return async ({ firmId }, work) => {
    const line = lines.get(firmId) ?? { length: 0, inTurn: inTurnOf() };
    if (line.length >= mostInLine) {
      const message = `Your firm has ${mostInLine} ${what} under way or waiting, which is the most. Please wait a little and try again.`;
      throw new AppError('too_many_requests', { message, retryAfterSeconds: 5 });
    }
    lines.set(firmId, line);
    line.length += 1;
    try {
      return await line.inTurn(work);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(firmId);
    }
  };
}
