import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Shorter texts fit into one packet anyway. */
const minLength = 1_000;
/** Takes about half a millisecond; longer texts are compressed on another thread. */
const maxLengthAtOnce = 64 * 1024;
const gzipElsewhere = promisify(gzip);

/**
 * Sends a text with gzip if the client accepts it. Browsers accept Brotli over HTTPS only. No reply
 * holds a secret beside text of an attacker, so the length tells nothing (BREACH). None is stored
 * by a cache, so it needs no `Vary`.
 */
export async function sendText(reply: FastifyReply, text: string): Promise<FastifyReply> {
  if (text.length < minLength || !acceptsEncoding(reply.request, 'gzip')) return reply.send(text);
  const body = text.length <= maxLengthAtOnce ? gzipSync(text) : await gzipElsewhere(text);
  return reply.header('content-encoding', 'gzip').send(body);
}

/** Whether the client prefers the encoding to none. */
export function acceptsEncoding({ headers }: FastifyRequest, encoding: 'br' | 'gzip'): boolean {
  if (headers['accept-encoding'] === undefined) return false;
  return new Negotiator({ headers }).encoding([encoding, 'identity']) === encoding;
}
