import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { builtServer } from './built-server.ts';
import { copyDatabase } from './database.ts';

type Copy = Awaited<ReturnType<typeof copyDatabase>>;
export type FailedStart = [name: string, env: () => Record<string, string>, sentence: RegExp];

/** A migrated database, another one, and a port that rejects each connection. */
export function useFailedStarts() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recoup-main-'));
  const state: Partial<Copy> & { url: string; port: number; refusing?: Server; other?: Copy } = {
    url: '',
    port: 0,
  };

  beforeAll(async () => {
    const copy = await copyDatabase(inject('databaseUrl'));
    Object.assign(state, copy);
    state.other = await copyDatabase(inject('databaseUrl'));
    // Rejects TLS ("N") and every password, as PostgreSQL does.
    state.refusing = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (bytes) =>
        socket.end(
          bytes.length === 8
            ? 'N'
            : refusal('28P01', 'password authentication failed for user "recoup"'),
        ),
      );
    });
    await new Promise<void>((resolve) => state.refusing?.listen(0, '127.0.0.1', resolve));
    state.port = (state.refusing.address() as { port: number }).port; // it listens on TCP
  });
  afterAll(async () => {
    rmSync(dataDir, { recursive: true });
    state.refusing?.close();
    await state.drop?.();
    await state.other?.drop();
  });

  /** Returns the exit code of the real program, and its texts on the error stream. */
  async function endOf(
    env: Record<string, string>,
  ): Promise<{ code: number | null; said: string }> {
    const environment = {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      RECOUP_LOG_LEVEL: 'error',
      RECOUP_DATA_DIR: dataDir,
      ...env,
    };
    const child = spawn(process.execPath, [builtServer], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 50_000,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
    return { code, said };
  }

  const elsewhere = (database: string) => state.url.replace(/\/[^/?]*(?=\?)/, `/${database}`);

  const testEnds = (cases: readonly FailedStart[]): void => {
    describe('ends at once with one sentence', () => {
      it.concurrent.each(cases)('on %s', async (_, env, sentence) => {
        const { code, said } = await endOf(env());
        expect(said).toMatch(sentence);
        expect([code, said.trim().split('\n').length]).toEqual([1, 1]);
      });
    });
  };
  return { state, endOf, elsewhere, testEnds };
}

function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
