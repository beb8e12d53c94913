import { turnsDuring } from '../../../test/turns.ts';
import { expect, it } from 'vitest';
import type { UnlinkedEntry } from './calls.repository.ts';
import { type ComparedCall, matchEntries } from './known-calls.ts';
import { deepIt } from '../../../test/deep.ts';

const at = (time: string): Date => new Date(`2026-10-${time}:00Z`);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

function aCall(id: string, startedAt: Date, more: Partial<ComparedCall> = {}): ComparedCall {
  const found = { otherParty: null, attorneyId: 'a', matterId: null, proposal: null };
  return { id, startedAt, day: dayOf(startedAt), seconds: 300, ...found, ...more };
}

function anEntry(id: string, startedAt: Date, more: Partial<UnlinkedEntry> = {}): UnlinkedEntry {
  const day = dayOf(startedAt);
  const found = { attorneyId: 'a', matterId: 'm', otherParty: null };
  return { id, day, startedAt, seconds: 300, ...found, ...more };
}

it('gives an entry to the nearer call, and the other call the entry that is left', async () => {
  const calls = [aCall('far', at('05T10:00')), aCall('near', at('05T10:04'))];
  const entries = [anEntry('first', at('05T10:05')), anEntry('second', at('05T10:09'))];
  for (const order of [calls, calls.toReversed()])
    expect(await matchEntries(order, entries)).toEqual(
      new Map([
        ['near', 'first'],
        ['far', 'second'],
      ]),
    );
});

it('finds another entry for a call of the day before whose entry a nearer call has', async () => {
  const calls = [aCall('before', at('05T23:57')), aCall('after', at('06T00:02'))];
  const entries = [anEntry('nearer', at('06T00:03')), anEntry('left', at('05T23:50'))];
  expect(await matchEntries(calls, entries)).toEqual(
    new Map([
      ['after', 'nearer'],
      ['before', 'left'],
    ]),
  );
});

deepIt('matches eight days of 500 calls and 500 entries a day, with pauses', async () => {
  const calls: ComparedCall[] = [];
  const entries: UnlinkedEntry[] = [];
  for (let day = 1; day <= 8; day += 1)
    for (let count = 0; count < 500; count += 1) {
      const start = new Date(at(`0${day}T10:00`).getTime() + count * 1_000);
      calls.push(aCall(`${day} ${count}`, start));
      entries.push(anEntry(`${day} ${count}`, start));
    }
  const { turns, result: found } = await turnsDuring(async () => matchEntries(calls, entries));
  expect([...found].every(([call, entry]) => call === entry)).toBe(true);
  expect(found.size).toBe(4_000);
  expect(turns).toBeGreaterThan(8);
});
