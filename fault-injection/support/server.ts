import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { builtServer } from '../../apps/server/test/built-server.ts';

export type Server = {
  /** Of the API. */
  url: string;
  /** Resolves when it answers; rejects when it ended before. */
  ready: Promise<void>;
  /** The lines of its log so far. */
  log(): string;
  /** Memory that it holds, in bytes; 0 once it has ended. */
  rss(): number;
  isAlive(): boolean;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

const running = new Set<ChildProcess>();
// A drill that is stopped leaves nothing behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The whole built server, or another one's program, as a process of its own. */
export function startServer(
  environment: Record<string, string>,
  port: number,
  program = builtServer,
): Server {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), RECOUP_DEMO: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let logged = '';
  const ready = new Promise<void>((resolve, reject) => {
    let message = '';
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (message = `${message}${text}`.slice(-1_000)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Recoup is ready at')) resolve();
      logged = `${logged}${text}`.slice(-1_000_000);
    });
    child.once('exit', () => reject(new Error(`The server ended before it was ready. ${message}`)));
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  // Who kills it while it starts does not wait for it.
  ready.catch(() => {});
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    url: `http://127.0.0.1:${port}${apiRoot}`,
    ready,
    log: () => logged,
    rss: () => rssOf(child),
    isAlive,
    end: (signal) => end(child, signal),
  };
}

/** A port without a listener at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function rssOf({ pid }: ChildProcess): number {
  try {
    return (
      1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    );
  } catch {
    return 0;
  }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
