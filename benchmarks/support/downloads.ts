import { createWriteStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { watchMemory } from './memory.ts';

export type Server = { url: string; pid: number };
export type Download = {
  status: number;
  ms: number;
  /** Until the first byte. */
  firstMs: number;
  bytes: number;
  /** The most memory that the server's process had meanwhile, in MB. */
  peak: number;
  /** Of an answer that is no file. */
  said: string;
};

/** Asks for a file as a person would, and throws it away or writes it to `file`. */
export async function download(
  server: Server,
  asked: { path: string; token: string; type: string; file?: string },
): Promise<Download> {
  const memory = watchMemory(server.pid);
  const start = performance.now();
  const headers = { authorization: `Bearer ${asked.token}`, accept: asked.type };
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.url}${asked.path}`, { headers }, resolve).on('error', reject);
  });
  const firstMs = performance.now() - start;
  const status = reply.statusCode ?? 0;
  const pieces: Buffer[] = [];
  if (status !== 200) reply.on('data', (piece: Buffer) => void pieces.push(piece));
  const bytes = await drain(reply, asked.file);
  return {
    status,
    ms: performance.now() - start,
    firstMs,
    bytes,
    peak: memory.stop(),
    said: Buffer.concat(pieces).toString(),
  };
}

/** How many bytes came. */
export async function drain(stream: Readable, file?: string): Promise<number> {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => void (bytes += chunk.length));
  const nowhere = new Writable({ write: (_, __, done) => done() });
  await pipeline(stream, file === undefined ? nowhere : createWriteStream(file));
  return bytes;
}
