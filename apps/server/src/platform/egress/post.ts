import { type IncomingMessage, request as startRequest } from 'node:http';
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
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(), timeoutMs);
  try {
    return await postThrough(egress, message, stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) throw new EgressError('timeout');
    throw error instanceof EgressError ? error : new EgressError('no_answer', error);
  } finally {
    clearTimeout(timer);
  }
}

type Message = Pick<Outgoing, 'url' | 'headers' | 'body'>;

async function postThrough(egress: Egress, message: Message, signal: AbortSignal) {
  const { protocol, hostname, port } = message.url;
  const isPlain = protocol === 'http:';
  const socket = await egress.connect(
    { host: hostname, port: Number(port || (isPlain ? 80 : 443)), isPlain },
    signal,
  );
  try {
    const answer = await exchange(
      isPlain ? socket : await secure(socket, hostname),
      message,
      signal,
    );
    await drain(answer);
    return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] };
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

async function exchange(
  socket: Socket,
  { url, headers, body }: Message,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = startRequest({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
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
