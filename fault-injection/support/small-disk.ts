import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Until nothing more can be written. */
  fill(): Promise<void>;
  /** Takes away what filled it. */
  empty(): Promise<void>;
  unmount(): Promise<void>;
};

/** Mounts a disk in memory. @throws Error if this machine does not allow it. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(path.join(tmpdir(), 'recoup-small-disk-'));
  const { status, stderr, error } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    const why = (error?.message ?? stderr).trim();
    throw new Error(
      `This drill mounts a small disk: it needs Linux, root and CAP_SYS_ADMIN. ${why}`,
    );
  }
  chmodSync(folder, 0o755);
  const ballast = path.join(folder, 'ballast');
  const unmount = (): void => {
    // A process with an open file there does not delay the end of the drill.
    spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', unmount);
  return {
    folder,
    fill: async () => fillWith(ballast),
    empty: async () => rmSync(ballast, { force: true }),
    unmount: async () => {
      process.off('exit', unmount);
      unmount();
    },
  };
}

function fillWith(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    // Large pieces first, then the last free page.
    for (const size of [1024 * 1024, 4096]) while (isWritten(descriptor, Buffer.alloc(size)));
  } finally {
    closeSync(descriptor);
  }
}

function isWritten(descriptor: number, piece: Buffer): boolean {
  try {
    return writeSync(descriptor, piece) === piece.length;
  } catch (error) {
    // Node's own errors carry a code.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
