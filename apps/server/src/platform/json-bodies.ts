import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See `bodyParts` of the contract. */
    readonly bodyParts?: number;
  }
}

/** Many times what a form of the page sends that has no list of fee rows or attorneys. */
const ordinaryParts = 1_000;

const [quote, backslash] = [0x22, 0x5c];
const isStructural = Uint8Array.from({ length: 256 }, (_, byte) => ('{[:,'.includes(String.fromCodePoint(byte)) ? 1 : 0));

/**
 * Counts the values of a JSON body while it arrives, and throws beyond `most`: a million keys or arrays in a few megabytes stop the event
 * loop for seconds once they are parsed. Text in strings is not counted; the body's limit in bytes bounds it. A search for the next quote would
 * be quicker in plain text, and five times slower in a string of escaped quotes.
 */
export function createPartCounter(most = ordinaryParts): (chunk: Buffer) => void {
  let parts = 0;
  let isInString = false;
  let at = 0;
  return (chunk) => {
    while (at < chunk.length) {
      const byte = chunk[at] ?? 0;
      if (byte === quote) isInString = !isInString;
      else if (!isInString) parts += isStructural[byte] ?? 0;
      // The escaped byte, which may be the first one of the next chunk.
      else if (byte === backslash) at += 1;
      at += 1;
    }
    at -= chunk.length;
    if (parts > most) throw new AppError('invalid_input', { message: 'The body has more fields or items than this call takes.' });
  };
}

/** The one parser of JSON: it counts first, and refuses `__proto__`. */
export function takeJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, content: Buffer) => {
    createPartCounter(request.routeOptions.config.bodyParts)(content);
    return parseJson(request, content);
  });
}

/** `content` has been counted. */
export async function parseJson({ server }: FastifyRequest, content: Buffer | string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const parse = server.getDefaultJsonParser('error', 'error');
    // Fastify's own type forgets that its parser takes a buffer.
    void parse({} as never, content as string, (error, body) => (error === null ? resolve(body) : reject(error)));
  });
}
