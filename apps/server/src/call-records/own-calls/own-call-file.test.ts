import { expect, it } from 'vitest';
import { longestTurn } from '../../../test/turns.ts';
import { readCallLog } from './own-call-file.ts';

/** Reads a log, and measures for how long no other work had a turn. */
async function readWatched(text: string, mostCalls = 10_000_000) {
  const options = { mostCalls, onCalls: async () => Promise.resolve() };
  const { ms, result } = await longestTurn(async () => readCallLog(text, options));
  return { read: result, longestMs: ms };
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
