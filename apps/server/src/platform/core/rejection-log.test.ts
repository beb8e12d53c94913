import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logThrottled, flushThrottledLogs } from './rejection-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aLog() {
  const [server, lines]: [object, string[]] = [{}, []];
  const refuse = (kind: string, name: string) =>
    logThrottled(server, kind, (unwritten) => lines.push(`${name}+${unwritten}`));
  return { server, lines, refuse };
}

it('writes the first rejection of a flood at once, and counts all others ten seconds later', () => {
  const { lines, refuse } = aLog();
  for (const name of ['1', '2', '3']) refuse('logon', name);
  refuse('code', 'a');
  expect(lines).toEqual(['1+0', 'a+0']);
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual(['1+0', 'a+0', '3+1']);
  refuse('logon', '4');
  vi.advanceTimersByTime(10_000);
  expect(lines.slice(3)).toEqual(['4+0']);
});

it('writes the first rejection after a quiet interval at once, and keeps no timer', () => {
  const { lines, refuse } = aLog();
  refuse('logon', '1');
  vi.advanceTimersByTime(10_000);
  expect(vi.getTimerCount()).toBe(0);
  refuse('logon', '2');
  expect(lines).toEqual(['1+0', '2+0']);
});

it('counts every rejection also when the kinds are too many, and when the process ends', () => {
  const { server, lines, refuse } = aLog();
  refuse('logon', '1');
  refuse('logon', '2');
  for (let kind = 0; kind < 1_000; kind += 1) refuse(`kind ${kind}`, 'x');
  expect(lines).toContain('2+0');
  refuse('kind 999', 'last');
  flushThrottledLogs(server);
  expect([lines.at(-1), vi.getTimerCount()]).toEqual(['last+0', 0]);
});
