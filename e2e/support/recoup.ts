import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sentTexts } from './outbox.ts';

const main = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));

/**
 * The system administrator of every browser test: given by the environment, so that no first change
 * is forced.
 */
export const systemAdmin = {
  email: 'operator@recoup.localhost',
  password: 'lantern-harbour-quiet-7',
};

export type Recoup = {
  url: string;
  dataDir: string;
  /** As an operator does; the data folder stays. */
  end(): Promise<void>;
  /** Ends it, looks for secrets in what it said, and removes the data folder. */
  stop(): Promise<void>;
  /**
   * As a power cut does: the server and its database at once, and the data folder stays. Only for
   * one started as a `group`.
   */
  kill(): Promise<void>;
};

type Start = {
  /** An empty folder, a copy of the demo (`demo.ts`), or what an earlier start has left. */
  dataDir: string;
  /** In a process group of its own, so that it can be killed as a whole. */
  isGroup?: boolean;
  /** Else any that is free. Passkeys need an address that is known before the start. */
  port?: number;
  /** Further settings. */
  settings?: Readonly<Record<string, string>>;
};

/**
 * The built product as `npm start` runs it, on a data folder and a port of its own, with the demo.
 */
export async function startRecoup(options: Start): Promise<Recoup> {
  const { dataDir, isGroup = false, port, settings } = options;
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port ?? 0),
      ...(port !== undefined && { RECOUP_PUBLIC_URL: `http://localhost:${port}` }),
      RECOUP_DATA_DIR: dataDir,
      RECOUP_ADMIN_EMAIL: systemAdmin.email,
      RECOUP_ADMIN_PASSWORD: systemAdmin.password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: isGroup,
  });
  const output: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const url = await addressOf(child);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return {
    url,
    dataDir,
    end,
    async kill() {
      if (!isGroup || child.pid === undefined) throw new Error('not started as a group');
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
    async stop() {
      await end();
      const leaks = await leaksIn(output.join(''), dataDir);
      await rm(dataDir, { recursive: true, force: true });
      if (leaks.length > 0) throw new Error(`The server's output holds ${leaks.join(', ')}.`);
    },
  };
}

/**
 * Codes that were sent and the password of the system admin; the demo's own sign-ins are printed on
 * purpose.
 */
async function leaksIn(output: string, dataDir: string): Promise<string[]> {
  const texts = await sentTexts(dataDir);
  const codes = texts.flatMap((text) => /\b\d{8}\b/.exec(text)?.[0] ?? []);
  const isIn = (secret: string) => new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(output);
  return [...codes, systemAdmin.password, ...secretWords].filter(isIn);
}

/** Passwords that the browser tests choose. */
const secretWords = ['seven-quiet-lanterns'];

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const ready = /Recoup is ready at (\S+)/.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    child.once('exit', () => reject(new Error(`The server ended before it was ready:\n${output}`)));
  });
}
