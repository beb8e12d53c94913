import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sentTexts } from './outbox.ts';

const main = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));

/** The system administrator of every browser test, set by the environment. */
export const systemAdmin = {
  email: 'operator@recoup.localhost',
  password: 'lantern-harbour-quiet-7',
};

export type Recoup = {
  url: string;
  dataDir: string;
  /** The settings of a command that reaches the same database. */
  settings: Readonly<Record<string, string>>;
};

/** A product that the caller ends. */
export type StartedRecoup = Recoup & {
  /** As an operator does; the data folder stays. */
  end(): Promise<void>;
  /** Ends it, looks for secrets in its output, and removes the data folder. */
  stop(): Promise<void>;
  /** Kills server and database at once, as a power cut does. Needs `isGroup`. */
  kill(): Promise<void>;
};

type Start = {
  /** An empty folder, or the folder of an earlier start. */
  dataDir: string;
  /** In a process group of its own, so that it can be killed as a whole. */
  isGroup?: boolean;
  /** Else any that is free. Passkeys need an address that is known before the start. */
  port?: number;
  /** Further settings. Without DATABASE_URL it starts a PostgreSQL in the data folder. */
  settings?: Readonly<Record<string, string>>;
};

/** The built product as `npm start` runs it, on a data folder and a port of its own. */
export async function startRecoup(options: Start): Promise<StartedRecoup> {
  const { dataDir, isGroup = false, port, settings = {} } = options;
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
  child.stdout.pipe(createWriteStream(outputFile(dataDir), { flags: 'a' }));
  const url = await readAddress(child);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return {
    url,
    dataDir,
    settings: { ...settings, RECOUP_DATA_DIR: dataDir },
    end,
    async kill() {
      if (!isGroup || child.pid === undefined) throw new Error('not started as a group');
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
    async stop() {
      await end();
      const leaks = await findLeaks(dataDir);
      await rm(dataDir, { recursive: true, force: true });
      if (leaks.length > 0) throw new Error(`The server's output holds ${leaks.join(', ')}.`);
    },
  };
}

function outputFile(dataDir: string): string {
  return path.join(dataDir, 'output.log');
}

/** The bytes that a product has printed. */
export async function outputLength(dataDir: string): Promise<number> {
  return (await stat(outputFile(dataDir))).size;
}

/** Secrets in the output from a byte on: sent codes and the system admin's password. */
export async function findLeaks(dataDir: string, from = 0): Promise<string[]> {
  const output = (await readFile(outputFile(dataDir))).subarray(from).toString();
  const texts = await sentTexts(dataDir);
  const codes = texts.flatMap((text) => /\b\d{8}\b/.exec(text)?.[0] ?? []);
  const isIn = (secret: string) => new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(output);
  return [...codes, systemAdmin.password, ...secretWords].filter(isIn);
}

/** Passwords that the browser tests choose. */
const secretWords = ['seven-quiet-lanterns'];

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const ready = /Recoup is ready at (\S+)/.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    child.once('exit', () => reject(new Error(`The server ended before it was ready:\n${output}`)));
    setTimeout(() => reject(new Error(`The server is not ready:\n${output}`)), 120_000).unref();
  }).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
}
