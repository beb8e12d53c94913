// Measures the processor seconds of programs, by the phase of `npm test` that runs them.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';

/** @type {AsyncLocalStorage<{ name: string, processor: number, seconds: number }>} */
const currentPhase = new AsyncLocalStorage();
/** POSIX: the second line of `times` is that of the ended children, with their own. */
const wrapper = '"$@"; code=$?; times >&3; exit $code';

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
      const phase = { name, processor: 0, seconds: 0 };
      phases.push(phase);
      const startedAt = performance.now();
      try {
        return await currentPhase.run(phase, work);
      } finally {
        phase.seconds = (performance.now() - startedAt) / 1000;
      }
    },
    /** A line for each phase. */
    table() {
      const lines = phases.map(
        ({ name, processor, seconds }) =>
          `${name.padEnd(8)} ${seconds.toFixed(0).padStart(5)} s, ` +
          `${processor.toFixed(0).padStart(5)} processor seconds`,
      );
      const sum = phases.reduce((total, { processor }) => total + processor, 0);
      return [...lines, `all      ${sum.toFixed(0).padStart(15)} processor seconds`].join('\n');
    },
  };
}

function childSeconds(times) {
  const line = times.split('\n')[1] ?? '';
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}
