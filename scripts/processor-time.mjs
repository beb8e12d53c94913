// Measures the processor seconds of programs, by the phase of `npm test` that runs them.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { cpus } from 'node:os';

/** @type {AsyncLocalStorage<{ name: string, processor: number, seconds: number }>} */
const currentPhase = new AsyncLocalStorage();
/** POSIX: the second line of `times` is that of the ended children, with their own. */
const wrapper = '"$@" 3>&-; code=$?; LC_ALL=C; times >&3; exit $code';

/** Spawns a program; its processor seconds count for the phase in which this was called. */
export function spawnMeasured(program, args, { stdio, ...options }) {
  const phase = currentPhase.getStore();
  if (!phase || process.platform === 'win32') return spawn(program, args, { stdio, ...options });
  const child = spawn('/bin/sh', ['-c', wrapper, 'sh', program, ...args], {
    ...options,
    stdio: [...(Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]), 'pipe'],
  });
  let times = '';
  child.stdio[3]?.on('data', (text) => (times += text));
  child.once('close', () => (phase.processor += childSeconds(times)));
  return child;
}

/** The phases of a run, in the order in which they began. */
export function createPhases() {
  const phases = [];
  return {
    /** Runs the work of a phase, and returns its result. */
    async measure(name, work) {
      const phase = { name, processor: 0, machine: 0, seconds: 0 };
      phases.push(phase);
      const startedAt = performance.now();
      const busyBefore = busySeconds();
      try {
        return await currentPhase.run(phase, work);
      } finally {
        phase.seconds = (performance.now() - startedAt) / 1000;
        phase.machine = busySeconds() - busyBefore;
      }
    },
    /**
     * A line for each phase. A program that outlives its parent, such as a browser, counts for the
     * machine alone, and so does what runs beside the phase.
     */
    table() {
      const cells = phases.map(({ name, ...times }) => [
        name,
        ...[times.seconds, times.processor, times.machine].map((each) => each.toFixed(0)),
      ]);
      const heads = ['phase', 'seconds', 'processor seconds', 'of the machine'];
      return [heads, ...cells]
        .map(([name, ...figures]) => [
          name.padEnd(10),
          ...figures.map((each, at) => each.padStart(heads[at + 1].length + 2)),
        ])
        .map((line) => line.join(''))
        .join('\n');
    },
  };
}

/** Of all processors since the start of the machine. */
function busySeconds() {
  const busy = cpus().map(({ times: { idle: _, ...times } }) => Object.values(times));
  return busy.flat().reduce((sum, each) => sum + each, 0) / 1000;
}

function childSeconds(times) {
  const line = times.split('\n')[1] ?? '';
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}
