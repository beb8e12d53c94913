import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const program = new URL('child-program.ts', import.meta.url).href;

/** The end of a process that may take so many bytes, and works for so many seconds. */
async function endedBy(maxBytes: number, seconds: number, isBlocking = false) {
  const work = isBlocking
    ? `const end = Date.now() + ${seconds * 1_000}; while (Date.now() < end);`
    : `await new Promise((resolve) => setTimeout(resolve, ${seconds * 1_000}));`;
  const script = `
    import { endAbove } from '${program}';
    endAbove(${maxBytes}, { isBlocking: ${isBlocking} });
    ${work}`;
  const loader = ['--import', import.meta.resolve('tsx'), '--conditions=source'];
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-program-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const file = path.join(folder, 'program.mjs');
  await writeFile(file, script);
  const child = spawn(process.execPath, [...loader, file], { stdio: 'inherit' });
  const [code, signal] = await once(child, 'close');
  return { code, signal };
}

it.each([true, false])('ends a process above its memory, blocked: %s', async (isBlocking) => {
  // Long before the work ends, however late the watching thread starts.
  expect(await endedBy(1, 50, isBlocking)).toEqual({ code: null, signal: 'SIGKILL' });
});

it('leaves a process below it alone, and lets it end', async () => {
  expect(await endedBy(2 ** 40, 1)).toEqual({ code: 0, signal: null });
});
