import type { Browser, Page } from 'playwright-core';
import { traced, type TraceEvent } from '../../e2e/support/trace.ts';

/** Milliseconds of the page's main thread. */
export type ThreadTime = {
  /** From the event of the user to the next paint. */
  toPaint: number;
  /** The longest task from then until the page rests: what the next event may wait for. */
  longestAfter: number;
};

type Act = {
  page: Page;
  /** The event whose handlers do the work. */
  event: 'click' | 'keydown' | 'change';
  times: number;
  /** The act of the user that is measured. */
  run: () => Promise<void>;
  /** Waits for its result. */
  rest: () => Promise<void>;
  /** Puts the page back, unmeasured. */
  back: () => Promise<void>;
};

const [begin, end] = ['measured', 'rested'];
const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
];

/** Repeats an act in one trace of the browser. */
export async function measureThread(browser: Browser, act: Act): Promise<ThreadTime[]> {
  const { page } = act;
  const events = await traced(browser, page, categories, async () => {
    for (let time = 0; time < act.times; time += 1) {
      await page.evaluate((name) => void performance.mark(name), begin);
      await act.run();
      await act.rest();
      await page.evaluate((name) => void performance.mark(name), end);
      await act.back();
    }
  });
  return readTrace(events, act.event);
}

function readTrace(all: readonly TraceEvent[], event: Act['event']): ThreadTime[] {
  const marks = all.filter(({ name }) => name === begin || name === end);
  const { pid, tid } = marks[0] ?? {};
  const own = all
    .filter((one) => one.pid === pid && one.tid === tid)
    .toSorted((a, b) => a.ts - b.ts);
  const tasks = own.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  const ends = marks.filter(({ name }) => name === end);
  return marks
    .filter(({ name }) => name === begin)
    .map((mark, index) => {
      const until = ends[index]?.ts ?? Infinity;
      const within = own.filter(({ ts }) => ts > mark.ts && ts < until);
      const start = within.find(
        ({ name, args }) => name === 'EventDispatch' && args?.data?.type === event,
      );
      const paint = within.find(({ name, ts }) => isPaint(name) && ts > (start?.ts ?? Infinity));
      if (!start || !paint) throw new Error(`A ${event} of the trace has no paint.`);
      const isOpen = (task: TraceEvent) => endOf(task) > start.ts && task.ts < endOf(paint);
      const after = tasks.filter((task) => task.ts >= endOf(paint) && task.ts < until);
      return {
        toPaint: tasks.filter(isOpen).reduce((sum, task) => sum + threadMs(task), 0),
        longestAfter: Math.max(0, ...after.map(threadMs)),
      };
    });
}

/** The main thread hands a frame over to be drawn. */
function isPaint(name: string): boolean {
  return name === 'Commit';
}

function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur;
}

function threadMs({ tdur, dur = 0 }: TraceEvent): number {
  return (tdur ?? dur) / 1000;
}
