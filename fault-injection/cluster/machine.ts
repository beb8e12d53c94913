import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Link, Network } from './network.ts';

/** A network namespace with its own processes, which can be cut off, frozen and killed. */
export type Machine = {
  name: string;
  addresses: Record<Link, string>;
  /** Starts a program as the user `postgres`, which appends to the log. */
  start(program: string, words: readonly string[], logFile: string): ChildProcess;
  /** Runs a program to its end. @throws Error when it fails. */
  run(program: string, words: readonly string[]): void;
  /** Whether a process of this name lives. */
  runs(name: string): boolean;
  /** To all processes of these names (/proc/PID/comm), or to all of the machine. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT', names?: readonly string[]): void;
  cut(links: readonly Link[]): void;
  heal(): void;
};

export function addMachine(network: Network, name: string): Machine {
  const { namespace, addresses } = network.addMachine(name);
  // PostgreSQL does not run as root.
  const inside = ['netns', 'exec', namespace, 'setpriv'];
  const asUser = [...inside, '--reuid=postgres', '--regid=postgres', '--clear-groups'];
  return {
    name,
    addresses,
    start(program, words, logFile) {
      const log = openSync(logFile, 'a');
      const child = spawn('/usr/bin/ip', [...asUser, program, ...words], {
        cwd: '/',
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      return child;
    },
    run(program, words) {
      execFileSync('/usr/bin/ip', [...asUser, program, ...words], { cwd: '/', stdio: 'pipe' });
    },
    runs: (program) => pidsOf(namespace).some((pid) => nameOf(pid) === program),
    signal(signal, names) {
      for (const pid of pidsOf(namespace))
        if (!names || names.includes(nameOf(pid))) send(pid, signal);
    },
    cut: (links) => network.cut(name, links),
    heal: () => network.heal(name),
  };
}

function pidsOf(namespace: string): number[] {
  const text = execFileSync('/usr/bin/ip', ['netns', 'pids', namespace], { encoding: 'utf8' });
  return text.split('\n').filter(Boolean).map(Number);
}

/** Empty for a process that has just ended. */
function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
