import type { Logger as Log } from 'pino';
import { type Clock, minutes } from '../core/clock.ts';
import { recordScheduleCheck } from '../monitoring/schedule-check.ts';

/** Work that waits for its time. */
export type PlannedWork = {
  /** For the log. */
  name: string;
  /** Pulls back what lies further ahead than its schedule allows; returns how much that was. */
  pullBack: (now: Date) => Promise<number>;
};

/** Clocks of several machines differ by less. */
export const clockToleranceMs = minutes(1);

/**
 * Pulls back, now and each minute, what a wrong clock has planned ahead: without that it would rest
 * until that time. Every process does so; the jobs of the queue may themselves be planned ahead.
 */
export async function startScheduleCheck({
  work,
  clock,
  log,
}: {
  work: readonly PlannedWork[];
  clock: Clock;
  log: Pick<Log, 'warn'>;
}): Promise<{ stop(): Promise<void> }> {
  const check = async (): Promise<void> => {
    const done = [];
    for (const each of work) done.push(await checkWork(each, { now: clock.now(), log }));
    if (!done.includes(false)) recordScheduleCheck();
  };
  let checking = check();
  await checking;
  const timer = setInterval(() => void (checking = checking.then(check)), minutes(1));
  return {
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}

/** Returns false if it failed; the next check repeats it. */
async function checkWork(
  { name, pullBack }: PlannedWork,
  { now, log }: { now: Date; log: Pick<Log, 'warn'> },
): Promise<boolean> {
  try {
    const count = await pullBack(now);
    if (count > 0)
      log.warn(
        { work: name, count },
        'work that a wrong clock had planned ahead was pulled back to its next time',
      );
    return true;
  } catch (error) {
    log.warn({ err: error, work: name }, 'a schedule could not be checked');
    return false;
  }
}
