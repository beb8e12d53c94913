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
  /** Peak memory of the server during the download, in MB. */
  peak: number;
  /** The body of an error. */
  message: string;
};

/** Downloads a file and discards it. */
export async function download(
  server: Server,
  request: { path: string; token: string; type: string },
): Promise<Download> {
  const memory = watchMemory(server.pid);
  const start = performance.now();
  const headers = { authorization: `Bearer ${request.token}`, accept: request.type };
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.url}${request.path}`, { headers }, resolve).on('error', reject);
  });
  const firstMs = performance.now() - start;
  const status = reply.statusCode ?? 0;
  const pieces: Buffer[] = [];
  if (status !== 200) reply.on('data', (piece: Buffer) => void pieces.push(piece));
  const bytes = await drain(reply);
  return {
    status,
    ms: performance.now() - start,
    firstMs,
    bytes,
    peak: memory.stop(),
    message: Buffer.concat(pieces).toString(),
  };
}

/** Reads to the end; returns the number of bytes. */
export async function drain(stream: Readable): Promise<number> {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => void (bytes += chunk.length));
  const nowhere = new Writable({ write: (_, __, done) => done() });
  await pipeline(stream, nowhere);
  return bytes;
}
