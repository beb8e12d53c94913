import { newId } from '@recoup/contract/core/ids';
import { minutesOfCall } from '@recoup/contract/call-records/rules';

export type SeededCall = {
  attorney: number;
  /** ISO 8601, UTC. */
  startedAt: Date;
  seconds: number;
  /** Index of the attorney's matter. */
  matter: number;
  /** Whether the number is one of the matter, or unknown. */
  isKnown: boolean;
  hasCode: boolean;
  number: string;
};
export type SeededEntry = {
  id: string;
  /** Index of its call. */
  call: number;
  date: string;
  minutes: number;
  startedAt: Date | null;
  seconds: number | null;
};

export const attorneys = 20;
export const mattersOfAttorney = 25;
const callsOfMonth = 5000;
const callsOfDay = 12;

/** Numbers from 0 up to 1, the same for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** How far what was typed lies from what was measured. */
export type Noise = { startSeconds: number; timedSeconds: number; typedSeconds: number };

/** Without a start, code or number nothing but the length would tell calls of a day apart. */
function needsStart({ isKnown, hasCode }: SeededCall, at: number): boolean {
  return at % 5 === 0 || !(isKnown || hasCode);
}

/**
 * A month of a firm: each attorney has twelve calls a day that do not overlap, at most one with
 * each matter. Of each five calls two are recorded by hand, more than half of these with a timer.
 */
export function monthOfCalls(seed: number, noise: Noise) {
  const random = seededRandom(seed);
  const calls: SeededCall[] = [];
  for (let day = 0; calls.length < callsOfMonth; day++)
    for (let attorney = 0; attorney < attorneys && calls.length < callsOfMonth; attorney++)
      calls.push(...callsOn(day, attorney, random).slice(0, callsOfMonth - calls.length));
  const entries = calls.flatMap((call, at): SeededEntry[] =>
    at % 5 < 2 ? [entryOf(call, { at, isTimed: needsStart(call, at), random, noise })] : [],
  );
  return { calls, entries };
}

function callsOn(day: number, attorney: number, random: () => number): SeededCall[] {
  const midnight = Date.UTC(2026, 1, 1 + day);
  const matters = Array.from({ length: mattersOfAttorney }, (_, at) => ({ at, by: random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ at }) => at);
  return Array.from({ length: callsOfDay }, (_, place): SeededCall => {
    const matter = matters[place] ?? 0;
    const isKnown = random() < 0.7;
    const minute = 5 * 60 + place * 45 + Math.floor(random() * 10);
    return {
      attorney,
      startedAt: new Date(midnight + minute * 60_000 + Math.floor(random() * 60) * 1000),
      seconds: 20 + Math.floor(random() * 1500),
      matter,
      isKnown,
      hasCode: random() < 0.3,
      number: `+27${isKnown ? 82 : 11}${String(attorney * 100 + matter).padStart(7, '0')}`,
    };
  });
}

function entryOf(
  call: SeededCall,
  of: { at: number; isTimed: boolean; random: () => number; noise: Noise },
): SeededEntry {
  const { at, isTimed, random, noise } = of;
  const off = (most: number) => Math.round((2 * random() - 1) * most);
  const startedAt = new Date(call.startedAt.getTime() + off(noise.startSeconds) * 1000);
  const most = isTimed ? noise.timedSeconds : noise.typedSeconds;
  const seconds = Math.max(1, call.seconds + off(most));
  return {
    id: newId(),
    call: at,
    date: (isTimed ? startedAt : call.startedAt).toISOString().slice(0, 10),
    minutes: minutesOfCall(seconds),
    startedAt: isTimed ? startedAt : null,
    seconds: isTimed ? seconds : null,
  };
}

/** A file of any telephone system with these calls; times in South Africa. */
export function fileOfCalls(calls: readonly SeededCall[]): string {
  return ['Start,Extension,Other party,Seconds,Account code,Id']
    .concat(
      calls.map(({ attorney, startedAt, seconds, number, matter, hasCode }, at) => {
        const local = new Date(startedAt.getTime() + 2 * 3_600_000).toISOString().slice(0, 19);
        const code = hasCode ? matterNumber(attorney, matter) : '';
        return [local.replace('T', ' '), 100 + attorney, number, seconds, code, at].join(',');
      }),
    )
    .join('\n');
}

export function matterNumber(attorney: number, matter: number): string {
  return `A${attorney}/${matter}`;
}
