import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, ownFirm } from './actor.ts';
import { AppError } from './errors.ts';
import { cancelled, whenGone } from './leaving.ts';
import { patiently } from './patience.ts';

/** What of a firm is under way or waits for it; whoever comes then is refused. */
const mostInLine = 10;
/** A body that nobody reads yet may not take longer than a silent connection is kept (`app.ts`). */
const longestWaitMs = 45_000;

type Asking = {
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly requireStill: () => Promise<void>;
};
/** `gone` is aborted once nobody waits for the answer any more. */
export type FirmLine = <T>(asking: Asking, work: (gone: AbortSignal) => Promise<T>) => Promise<T>;
type Line = { readonly waiting: (() => void)[] };

/**
 * Long work, one of its kind at a time for each firm in this process: whoever waits does so here, and not on one of the connections that
 * all firms share. `what` names the work in the plural. Throws `too_many_requests`, `conflict` for who has gone away, and what
 * `requireStill` throws for who lost the right to it while waiting.
 */
export function firmLine(what: string): FirmLine {
  const lines = new Map<string, Line>();
  return async (asking, work) => {
    const { firmId } = ownFirm(asking.actor);
    const gone = whenGone(asking.request, asking.reply);
    const before = lines.get(firmId);
    const line = before ?? { waiting: [] };
    if (before === undefined) lines.set(firmId, line);
    else await untilFirst(line, { what, gone });
    try {
      if (before !== undefined) await asking.requireStill();
      return await patiently(asking.request, async () => work(gone));
    } catch (error) {
      throw isAbortedBody(error) ? cancelled() : error;
    } finally {
      const next = line.waiting.shift();
      if (next === undefined) lines.delete(firmId);
      else next();
    }
  };
}

async function untilFirst(line: Line, { what, gone }: { what: string; gone: AbortSignal }): Promise<void> {
  const busy = (state: string) =>
    new AppError('too_many_requests', { message: `Your firm has ${state}. Please wait a little and try again.`, retryAfterSeconds: 5 });
  if (line.waiting.length >= mostInLine - 1) throw busy(`${mostInLine} ${what} under way or waiting, which is the most`);
  const given = AbortSignal.any([gone, AbortSignal.timeout(longestWaitMs)]);
  await new Promise<void>((resolve, reject) => {
    const leave = (): void => {
      line.waiting.splice(line.waiting.indexOf(begin), 1);
      reject(gone.aborted ? cancelled() : busy(`other ${what} under way that take long`));
    };
    const begin = (): void => {
      given.removeEventListener('abort', leave);
      resolve();
    };
    line.waiting.push(begin);
    given.addEventListener('abort', leave, { once: true });
    if (given.aborted) leave();
  });
}

/** Of a client that went away in the middle of its file. */
function isAbortedBody(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted';
}
