import { expect, it } from 'vitest';
import { createBufferSweeper } from './buffer-sweeper.ts';

const megabyte = 1024 * 1024;

it.each([true, false])('keeps few used buffers, thorough: %s', (isThorough) => {
  const sweep = createBufferSweeper({ everyBytes: 4 * megabyte, isThorough });
  const arrayBuffers = (): number => process.memoryUsage().arrayBuffers;
  const before = arrayBuffers();
  let most = 0;
  for (let at = 0; at < 100; at += 1) {
    sweep(Buffer.alloc(megabyte, at).length);
    most = Math.max(most, arrayBuffers() - before);
  }
  // V8 by itself keeps 32 MB.
  expect(most).toBeLessThan(16 * megabyte);
});
