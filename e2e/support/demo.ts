import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of the very first start (`global-setup.ts`). */
    demoDir: string;
  }
}

/**
 * A data folder with the demo. With its owners and modes: the database belongs to a user of its own
 * where we are root.
 */
export async function copyDemo(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-e2e-'));
  await promisify(execFile)('cp', ['-a', `${inject('demoDir')}/.`, dataDir]);
  return dataDir;
}
