import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import type { SpooledFile } from './spooled-file.ts';

/**
 * A body ends or brings so many bytes in each such time: 1 KB/s, which a phone sends at the edge of
 * its network.
 */
export type Pace = { ms: number; bytes: number };

export type Sender = { request: FastifyRequest; reply: FastifyReply };

const spooling = new WeakSet<IncomingMessage>();

/** Only signed-in users send such bodies. */
export function isSpooling(request: IncomingMessage): boolean {
  return spooling.has(request);
}

type Limits = {
  limit: number;
  pace: Pace;
  /** Throws to reject a body while it arrives. */
  check?: ((chunk: Buffer) => void) | undefined;
};

/** Writes the body into the file while it arrives. */
export async function receiveBody(
  { request: { raw }, reply }: Sender,
  file: SpooledFile,
  { limit, pace, check }: Limits,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_, reject) => {
    let before = 0;
    timer = setInterval(() => {
      if (file.bytes - before < pace.bytes) {
        void reply.header('connection', 'close');
        reject(slowError(pace));
      }
      before = file.bytes;
    }, pace.ms);
  });
  const taking = async (): Promise<void> => {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer; // no encoding is set
      if (file.bytes + bytes.length > limit) throw tooLarge(limit);
      check?.(bytes);
      await file.write(bytes);
    }
  };
  spooling.add(raw);
  try {
    await Promise.race([taking(), tooSlow]);
  } catch (error) {
    // Unread, the rest of the body would keep the client from the reply.
    raw.resume();
    throw error;
  } finally {
    spooling.delete(raw);
    clearInterval(timer);
  }
}

export function tooLarge(limit: number): AppError {
  return new AppError('too_large', {
    message: `The body is too large: at most ${Math.floor(limit / 1_000_000)} MB are read.`,
  });
}

function slowError({ ms, bytes }: Pace): AppError {
  const message =
    `The file came too slowly: less than ${Math.round(bytes / 1024)} KB ` +
    `in ${ms / 1000} seconds. Please try again on a faster line.`;
  return new AppError('too_many_requests', { message, retryAfterSeconds: 30 });
}
