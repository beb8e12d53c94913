import { readFileSync } from 'node:fs';

/** How much memory a process has, in MB. */
export function residentMemory(pid: number): number {
  return read(pid, 'status', /VmRSS:\s+(\d+)/);
}

/** The same of a process and of all that it started; pages that they share count once. */
function memoryWithChildren(pid: number): number {
  let children: string[] = [];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  } catch {
    return 0; // it has ended
  }
  return children
    .filter((child) => child.trim() !== '')
    .reduce(
      (sum, child) => sum + memoryWithChildren(Number(child)),
      read(pid, 'smaps_rollup', /Pss:\s+(\d+)/),
    );
}

function read(pid: number, file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // it has ended
  }
}

/** The most that it had between now and `stop`, and what it has now, in MB. */
export function watchMemory(
  pid: number,
  of: 'alone' | 'with children' = 'alone',
): { before: number; stop(): number } {
  const measure = of === 'alone' ? residentMemory : memoryWithChildren;
  const before = measure(pid);
  let peak = before;
  const timer = setInterval(() => void (peak = Math.max(peak, measure(pid))), 20);
  return {
    before,
    stop() {
      clearInterval(timer);
      return Math.max(peak, measure(pid));
    },
  };
}
