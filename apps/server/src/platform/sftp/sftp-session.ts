import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { SftpProblem } from '@recoup/contract/hand-over/sftp-endpoints';
import type { Prompt, ServerHostKeyAlgorithm } from 'ssh2';
import type SftpClient from 'ssh2-sftp-client';
import type { ConnectOptions } from 'ssh2-sftp-client';
import { type Egress, EgressError } from '../egress/egress.ts';
import { SftpError } from './sftp-files.ts';

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
  /** In milliseconds: of a server that answers nothing, and of the whole. */
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
  options: SftpOptions,
  work: (client: SftpClient) => Promise<T>,
): Promise<T> {
  const { client, socket, loss } = await open(server, options);
  try {
    return await Promise.race([loss.happens, work(client)]).catch((error: unknown) => {
      // Whatever failed, it failed with the connection.
      throw loss.has() ? loss.error() : error;
    });
  } finally {
    close({ client, socket, loss });
  }
}

type Connection = { client: SftpClient; socket: Socket; loss: Loss };

/** A server that gained a key of another kind shows that one first, and still has the old one. */
async function open(server: SftpServer, options: SftpOptions): Promise<Connection> {
  try {
    return await connect(server, options, hostKeyKinds.flat());
  } catch (error) {
    if (!(error instanceof HostKeyError) || server.hostKey === null) throw error;
    for (const kind of hostKeyKinds) {
      const found = await connect(server, options, kind).catch((other: unknown) => {
        // The server has no key of this kind, or the changed one.
        if (other instanceof HostKeyError || isOtherKind(other)) return undefined;
        throw other;
      });
      if (found) return found;
    }
    throw error;
  }
}

function isOtherKind(error: unknown): boolean {
  return error instanceof SftpError && error.problem === 'not_ssh';
}

async function connect(
  server: SftpServer,
  { egress, limits = sftpLimits }: SftpOptions,
  kinds: readonly ServerHostKeyAlgorithm[],
): Promise<Connection> {
  const client = await createClient();
  const socket = await openSocket(server, { egress, ms: limits.silence });
  const loss = watch(socket, limits);
  try {
    const connection = { socket, silence: limits.silence, kinds };
    client.on('ready', loss.hear);
    await Promise.race([loss.happens, logIn(client, server, connection)]);
    hearAnswers(client, loss);
    return { client, socket, loss };
  } catch (error) {
    close({ client, socket, loss });
    throw error;
  }
}

function close({ client, socket, loss }: Connection): void {
  loss.end();
  // A server that does not end the connection is not waited for.
  client.end().catch(() => undefined);
  socket.destroySoon();
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
    if (error instanceof EgressError) throw new SftpError(toSftpProblem(error));
    throw connecting.signal.aborted ? new SftpError('silent') : error;
  } finally {
    clearTimeout(timer);
  }
}

function toSftpProblem({ reason }: EgressError): SftpProblem {
  if (reason === 'timeout') return 'silent';
  return reason === 'not_allowed' || reason === 'unknown_host' ? reason : 'refused';
}

type Loss = ReturnType<typeof watch>;

/**
 * Notices when the connection ends, and ends one that answers nothing or takes too long. Bytes of
 * the connection are no answer: a server whose disk hangs still asks whether the client lives.
 */
function watch(socket: Socket, { silence, total }: { silence: number; total: number }) {
  let problem: SftpProblem = 'connection_lost';
  const giveUp = (): void => {
    problem = 'silent';
    socket.destroy();
  };
  socket.setTimeout(silence, giveUp);
  const timers = [setTimeout(giveUp, silence), setTimeout(giveUp, total)] as const;
  const happens = new Promise<never>((_, reject) => {
    socket.once('close', () => reject(new SftpError(problem)));
  });
  // After the work has ended, nothing waits for it.
  happens.catch(() => undefined);
  return {
    happens,
    has: () => socket.destroyed || socket.readableEnded,
    error: () => new SftpError(problem),
    hear: () => void timers[0].refresh(),
    end: () => timers.forEach(clearTimeout),
  };
}

/** The library has no event for an answer; each part of one goes through this function. */
function hearAnswers(client: SftpClient, { hear }: Loss): void {
  type Channel = { push(data: Buffer | null): unknown };
  const { sftp } = client as SftpClient & { sftp: Channel }; // the types leave it out
  const push = sftp.push.bind(sftp);
  sftp.push = (data) => {
    hear();
    return push(data);
  };
}

async function logIn(
  client: SftpClient,
  server: SftpServer,
  options: { socket: Socket; silence: number; kinds: readonly ServerHostKeyAlgorithm[] },
): Promise<void> {
  const { socket, silence, kinds } = options;
  let offered: string | undefined;
  let raw: (Error & { level?: string }) | undefined;
  client.on('error', (error: Error) => void (raw ??= error));
  if ('password' in server.secret) answerPrompt(client, server.secret.password);
  try {
    await client.connect({
      sock: socket,
      username: server.userName,
      ...server.secret,
      tryKeyboard: 'password' in server.secret,
      algorithms: { ...algorithms, serverHostKey: [...kinds] },
      readyTimeout: silence,
      hostVerifier: (key: Buffer) => (offered = keyFingerprint(key)) === server.hostKey,
    });
  } catch (error) {
    if (offered !== undefined && offered !== server.hostKey)
      throw new HostKeyError(offered, server.hostKey);
    throw loginError(raw ?? (error as Error)); // the library throws errors
  }
}

type Finish = (answers: string[]) => void;

/**
 * Servers that ask through PAM take the password as the answer to a question. What else they ask,
 * or a second time, has no answer.
 */
function answerPrompt(client: SftpClient, password: string): void {
  let isAsked = false;
  const answer = (_name: string, _text: string, _lang: string, prompts: Prompt[], end: Finish) => {
    const [prompt] = prompts;
    const isPassword = prompts.length === 1 && prompt?.echo !== true && !isAsked;
    isAsked ||= prompts.length > 0;
    end(isPassword ? [password] : []);
  };
  client.on('keyboard-interactive', answer as (...args: unknown[]) => void); // as ssh2 calls it
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
function keyFingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`;
}

/** Signature algorithms by kind of host key. A server may have a key of each kind. */
const hostKeyKinds: readonly ServerHostKeyAlgorithm[][] = [
  ['ssh-ed25519'],
  ['ecdsa-sha2-nistp256'],
  ['ecdsa-sha2-nistp384'],
  ['ecdsa-sha2-nistp521'],
  ['rsa-sha2-512', 'rsa-sha2-256'],
];

/** The algorithms of OpenSSH 9; no SHA-1, no CBC, no small groups. */
const algorithms: ConnectOptions['algorithms'] = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group18-sha512',
    'diffie-hellman-group14-sha256',
  ],
  serverHostKey: hostKeyKinds.flat(),
  cipher: [
    'aes128-gcm@openssh.com',
    'aes256-gcm@openssh.com',
    'aes128-ctr',
    'aes192-ctr',
    'aes256-ctr',
  ],
  hmac: [
    'hmac-sha2-256-etm@openssh.com',
    'hmac-sha2-512-etm@openssh.com',
    'hmac-sha2-256',
    'hmac-sha2-512',
  ],
  compress: ['none'],
};
