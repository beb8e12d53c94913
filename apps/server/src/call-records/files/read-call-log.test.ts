import { expect, it } from 'vitest';
import { readCallLog } from './read-call-log.ts';

/** Reads a log, and measures for how long no other work had a turn. */
async function readWatched(text: string, mostCalls = 10_000_000) {
  let [last, longestMs] = [performance.now(), 0];
  const look = (): void => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  };
  const timer = setInterval(look, 10);
  const read = await readCallLog(text, { mostCalls, onCalls: async () => Promise.resolve() });
  clearInterval(timer);
  look();
  return { read, longestMs };
}

it.each([
  ['calls without a blank', `<calls>${'<call/>'.repeat(2_500_000)}</calls>`, /more than 100000/],
  [
    'calls that end apart',
    `<calls>${'<call></call>'.repeat(1_400_000)}</calls>`,
    /more than 100000/,
  ],
])('lets other requests pass while it reads %s', async (_, text, message) => {
  const { read, longestMs } = await readWatched(text, 100_000);
  expect(read).toMatchObject({ ok: false, message: expect.stringMatching(message) });
  expect(longestMs).toBeLessThan(1000);
});

it.each([
  ['a call of many attributes', `<call ${attributes(1_500_000)}/>`, /no whole XML/],
  ['a megabyte between two calls', `<call/>${' '.repeat(1 << 20)}<call/>`, /no whole XML/],
])('refuses %s after its beginning', async (_, calls, message) => {
  const { read, longestMs } = await readWatched(`<calls>${calls}</calls>`);
  expect(read).toMatchObject({ ok: false, message: expect.stringMatching(message) });
  expect(longestMs).toBeLessThan(1000);
});

function attributes(count: number): string {
  return Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ');
}
