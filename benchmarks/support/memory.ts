import { readFileSync } from 'node:fs';

/** How much memory a process has, in MB. */
export function residentMemory(pid: number): number {
  return (
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  );
}

/** The most that it had between now and `stop`, in MB. */
export function watchMemory(pid: number): { stop(): number } {
  let peak = residentMemory(pid);
  const timer = setInterval(() => void (peak = Math.max(peak, residentMemory(pid))), 20);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(peak, residentMemory(pid));
    },
  };
}
