import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const program = new URL('child-program.ts', import.meta.url).href;

/** The end of a process that may take so many bytes, and works for two seconds. */
async function endedBy(maxBytes: number, isBlocking: boolean) {
  const work = isBlocking
    ? 'const end = Date.now() + 2_000; while (Date.now() < end);'
    : 'await new Promise((resolve) => setTimeout(resolve, 2_000));';
  const script = `
    import { setTimeout as wait } from 'node:timers/promises';
    import { endAbove } from '${program}';
    endAbove(${maxBytes}, { isBlocking: ${isBlocking} });
    // The thread starts meanwhile.
    await wait(500);
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
  expect(await endedBy(1, isBlocking)).toEqual({ code: null, signal: 'SIGKILL' });
});

it('leaves a process below it alone, and lets it end', async () => {
  expect(await endedBy(2 ** 40, false)).toEqual({ code: 0, signal: null });
});
