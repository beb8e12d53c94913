import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export type Question = {
  method?: string;
  token?: string | undefined;
  /** Objects are sent as JSON. Many requests can share the same bytes. */
  body?: unknown;
  type?: string;
  accept?: string;
  /** Of the answer's body; latin1 keeps every byte. */
  encoding?: BufferEncoding;
  agent?: Agent;
  /** Address of this machine to ask from; limits count by it. */
  from?: string;
  timeoutMs?: number;
  /** The answer's body is read and forgotten; a large one would hold the asking process. */
  forgetsBody?: boolean;
};
/** Status 0: the connection was refused or broke; `isHung`: no answer in time. */
export type Answer = {
  status: number;
  body: string;
  startedAt: number;
  ms: number;
  isHung: boolean;
};

const keptAlive = new Agent({ keepAlive: true, maxSockets: 1_000 });

/** One request over HTTP; never throws. */
export function ask(url: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', agent = keptAlive, from, timeoutMs = 60_000, encoding } = question;
  const { forgetsBody = false } = question;
  const { payload, headers } = contentOf(question);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let isHung = false;
    const end = (status: number, text: string): void => {
      clearTimeout(timer);
      // The answer came before all was sent: the rest is not read, and would stay in memory.
      if (!outgoing.writableFinished) outgoing.destroy();
      resolve({ status, body: text, startedAt, ms: performance.now() - startedAt, isHung });
    };
    const outgoing = request(url, { method, headers, agent, localAddress: from }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => void (forgetsBody || parts.push(part)));
      incoming.once('end', () =>
        end(incoming.statusCode ?? 0, Buffer.concat(parts).toString(encoding)),
      );
      incoming.once('error', () => end(0, ''));
    });
    const timer = setTimeout(() => {
      isHung = true;
      outgoing.destroy();
    }, timeoutMs);
    outgoing.once('error', () => end(0, ''));
    outgoing.end(payload);
  });
}

function contentOf({ token, body, accept, type = 'application/json' }: Question) {
  const payload =
    body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
      ? body
      : JSON.stringify(body);
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(accept !== undefined && { accept }),
    ...(payload !== undefined && {
      'content-type': type,
      'content-length': Buffer.byteLength(payload),
    }),
  };
  return { payload, headers };
}
