import { type IncomingHttpHeaders, type IncomingMessage, request as startRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { EgressError, type Egress } from './egress.ts';

type Outgoing = {
  egress: Egress;
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Limits everything from the look-up to the header of the answer. */
  timeoutMs: number;
};

type Exchange = Omit<Outgoing, 'body'> & {
  method: string;
  body: string | undefined;
  /** A longer answer is an `EgressError`. */
  maxBytes: number;
};
type WholeAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export type Answer = {
  status: number;
  /** The header as it came. */
  retryAfter: string | undefined;
};

/** Limits for the answer's body, which is dropped: bytes and milliseconds. */
const drainLimits = { bytes: 16 * 1024, ms: 1_000 };

/**
 * Posts to an address that a user has typed, and resolves with the status of the answer. Follows no
 * redirect, uses no proxy, and reads little of the body. Throws `EgressError`.
 */
export async function post({ egress, timeoutMs, ...message }: Outgoing): Promise<Answer> {
  const outgoing = { ...message, method: 'POST' };
  return within(timeoutMs, async (signal) =>
    sendThrough(egress, { ...outgoing, signal }, async (answer) => {
      await drain(answer);
      return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] };
    }),
  );
}

/** As `post` with any method, and with the whole answer, for which `timeoutMs` counts too. */
export async function exchange(of: Exchange): Promise<WholeAnswer> {
  const { egress, timeoutMs, maxBytes, ...message } = of;
  return within(timeoutMs, async (signal) =>
    sendThrough(egress, { ...message, signal }, async (answer) => ({
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      body: await readWhole(answer, { maxBytes, signal }),
    })),
  );
}

async function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(), timeoutMs);
  try {
    return await work(stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) throw new EgressError('timeout');
    throw error instanceof EgressError ? error : new EgressError('no_answer', error);
  } finally {
    clearTimeout(timer);
  }
}

type Message = Omit<Exchange, 'egress' | 'timeoutMs' | 'maxBytes'> & { signal: AbortSignal };

async function sendThrough<T>(
  egress: Egress,
  message: Message,
  read: (answer: IncomingMessage) => Promise<T>,
): Promise<T> {
  const { protocol, hostname, port } = message.url;
  const isPlain = protocol === 'http:';
  const socket = await egress.connect(
    { host: hostname, port: Number(port || (isPlain ? 80 : 443)), isPlain },
    message.signal,
  );
  try {
    return await read(await send(isPlain ? socket : await secure(socket, hostname), message));
  } finally {
    socket.destroy();
  }
}

async function secure(socket: Socket, hostname: string): Promise<Socket> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const secured = connectTls({
    socket,
    host,
    // RFC 6066: an address is no server name.
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
  });
  return new Promise((resolve, reject) => {
    secured.on('error', (error) => reject(new EgressError('certificate', error)));
    secured.once('secureConnect', () => resolve(secured));
    socket.once('close', () => reject(new EgressError('no_answer')));
  });
}

async function send(socket: Socket, message: Message): Promise<IncomingMessage> {
  const { url, method, headers, body, signal } = message;
  const length = body !== undefined && { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request = startRequest({
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, ...length },
      createConnection: () => socket,
      signal,
    });
    request.once('response', resolve);
    request.on('error', reject);
    // After 101 Node closes the connection, with neither of these events.
    request.once('close', () => reject(new EgressError('no_answer')));
    request.end(body);
  });
}

/** Throws `EgressError` for an answer that is too long, breaks off or comes too slowly. */
async function readWhole(
  answer: IncomingMessage,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let read = 0;
    const fail = (): void => reject(new EgressError('no_answer'));
    signal.addEventListener('abort', fail, { once: true });
    answer.on('data', (part: Buffer) => {
      read += part.length;
      if (read > maxBytes) return reject(new EgressError('too_long'));
      parts.push(part);
    });
    answer.once('end', () => resolve(Buffer.concat(parts)));
    answer.once('error', fail);
    answer.once('close', fail);
  });
}

/** The end of a short body lets the receiver close the connection in order. */
async function drain(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, drainLimits.ms);
    let read = 0;
    answer.on('data', (part: Buffer) => {
      read += part.length;
      if (read > drainLimits.bytes) resolve();
    });
    answer.on('error', () => resolve());
    answer.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
