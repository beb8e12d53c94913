import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Until the end of the test, programs of ours hang once their work is done. */
export async function keepProgramsRunning(): Promise<void> {
  const { execPath } = process;
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-endless-'));
  onTestFinished(async () => {
    process.execPath = execPath;
    await rm(folder, { recursive: true });
  });
  const endless = path.join(folder, 'node');
  const stay = 'data:text/javascript,setInterval(() => {}, 1e6)';
  const script = `#!/bin/sh\nexec '${execPath}' --import '${stay}' "$@"\n`;
  await writeFile(endless, script, { mode: 0o755 });
  process.execPath = endless;
}
