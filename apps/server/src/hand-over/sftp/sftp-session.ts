import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { SftpProblem } from '@recoup/contract/hand-over/sftp-endpoints';
import type SftpClient from 'ssh2-sftp-client';
import type { Egress } from '../../platform/egress/egress.ts';
import { EgressError } from '../../platform/egress/egress-error.ts';
import { algorithms } from './algorithms.ts';
import { SftpError } from './sftp-error.ts';

export type SftpServer = {
  host: string;
  port: number;
  userName: string;
  secret: { password: string } | { privateKey: string };
  /** `SHA256:…`, as OpenSSH writes it; null until it is confirmed. */
  hostKey: string | null;
};

export type SftpOptions = {
  egress: Pick<Egress, 'connect'>;
  /** In milliseconds: of a server that says nothing, and of the whole. */
  limits?: { silence: number; total: number };
};

/** The largest file that is sent needs minutes at a megabit per second. */
export const sftpLimits = { silence: 30_000, total: 600_000 };

/**
 * Connects, works and closes the connection. A password is sent only to a server with the confirmed
 * host key: another one, and one that is not confirmed, throws SftpError before. So does everything
 * else that goes wrong with the server.
 */
export async function withSftp<T>(
  server: SftpServer,
  { egress, limits = sftpLimits }: SftpOptions,
  work: (client: SftpClient) => Promise<T>,
): Promise<T> {
  const client = await createClient();
  const socket = await openSocket(server, { egress, ms: limits.silence });
  const loss = watch(socket, limits);
  try {
    await Promise.race([loss.happens, logIn(client, server, { socket, silence: limits.silence })]);
    return await Promise.race([loss.happens, work(client)]).catch((error: unknown) => {
      // Whatever failed, it failed with the connection.
      throw loss.has() ? loss.error() : error;
    });
  } finally {
    loss.end();
    // A server that does not end the connection is not waited for.
    client.end().catch(() => undefined);
    socket.destroySoon();
  }
}

/** Imported with the first connection, so that an idle process does not load the library. */
async function createClient(): Promise<SftpClient> {
  const { default: Client } = await import('ssh2-sftp-client');
  // Without functions it writes the events of each connection to the console.
  const ignore = (): void => {};
  return new Client('sftp', { error: ignore, end: ignore, close: ignore });
}

async function openSocket(
  { host, port }: SftpServer,
  { egress, ms }: { egress: Pick<Egress, 'connect'>; ms: number },
): Promise<Socket> {
  // The signal would also end the connection later.
  const connecting = new AbortController();
  const timer = setTimeout(() => connecting.abort(), ms);
  try {
    return await egress.connect({ host, port }, connecting.signal);
  } catch (error) {
    if (error instanceof EgressError) throw new SftpError(problemOf(error));
    throw connecting.signal.aborted ? new SftpError('silent') : error;
  } finally {
    clearTimeout(timer);
  }
}

function problemOf({ reason }: EgressError): SftpProblem {
  if (reason === 'timeout') return 'silent';
  return reason === 'not_allowed' || reason === 'unknown_host' ? reason : 'refused';
}

/** Notices when the connection ends, and ends one that says nothing or takes too long. */
function watch(socket: Socket, { silence, total }: { silence: number; total: number }) {
  let problem: SftpProblem = 'connection_lost';
  const giveUp = (): void => {
    problem = 'silent';
    socket.destroy();
  };
  socket.setTimeout(silence, giveUp);
  const timer = setTimeout(giveUp, total);
  const happens = new Promise<never>((_, reject) => {
    socket.once('close', () => reject(new SftpError(problem)));
  });
  // After the work has ended, nothing waits for it.
  happens.catch(() => undefined);
  return {
    happens,
    has: () => socket.destroyed || socket.readableEnded,
    error: () => new SftpError(problem),
    end: () => clearTimeout(timer),
  };
}

async function logIn(
  client: SftpClient,
  server: SftpServer,
  { socket, silence }: { socket: Socket; silence: number },
): Promise<void> {
  let offered: string | undefined;
  let raw: (Error & { level?: string }) | undefined;
  client.on('error', (error: Error) => void (raw ??= error));
  try {
    await client.connect({
      sock: socket,
      username: server.userName,
      ...server.secret,
      algorithms,
      readyTimeout: silence,
      hostVerifier: (key: Buffer) => (offered = fingerprintOf(key)) === server.hostKey,
    });
  } catch (error) {
    if (offered !== undefined && offered !== server.hostKey)
      throw new HostKeyError(offered, server.hostKey);
    throw loginError(raw ?? (error as Error)); // the library throws errors
  }
}

/** The server showed another host key than the confirmed one, or none was confirmed. */
export class HostKeyError extends SftpError {
  readonly offered: string;
  constructor(offered: string, confirmed: string | null) {
    super(confirmed === null ? 'host_key_unconfirmed' : 'host_key_changed');
    this.offered = offered;
  }
}

function loginError({ level, message }: Error & { level?: string }): SftpError {
  if (message.includes('privateKey')) return new SftpError('key_unreadable');
  if (level === 'client-authentication') return new SftpError('login_refused');
  if (level === 'client-timeout') return new SftpError('silent');
  return new SftpError(level === 'client-socket' ? 'connection_lost' : 'not_ssh', message);
}

/** As OpenSSH shows a key: the hash in Base64 without padding. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`;
}
