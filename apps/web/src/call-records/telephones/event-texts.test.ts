import { expect, it } from 'vitest';
import { ignoredText, sourceStateText, takenText } from './event-texts.ts';

const ignored = [{ index: 2, reason: 'Nobody answered.' }];

it('says what became of a request, and why a call was ignored', () => {
  expect(takenText({ taken: 1, repeated: 0, ignored: [] })).toBe('1 call taken.');
  expect(takenText({ taken: 0, repeated: 2, ignored })).toBe('0 calls taken, 2 known, 1 ignored.');
  expect(ignored.map(ignoredText)).toEqual(['Call 3: Nobody answered.']);
});

it('says when a telephone system sent calls, or they were fetched, and what failed', () => {
  const at = '2026-01-05T08:00:00.000Z';
  const nothing = { system: '3cx', secretMadeAt: null, lastEventAt: null, pull: null } as const;
  expect(sourceStateText(nothing)).toBe('Sent nothing yet. It has no secret.');
  const sent = { ...nothing, secretMadeAt: at, lastEventAt: at };
  expect(sourceStateText(sent)).toMatch(/^Last sent .*5\sJan\s2026.*\.$/);
  const teams = { ...nothing, system: 'teams' } as const;
  expect(sourceStateText(teams)).toMatch(/^Enter its tenant above/);
  const read = { triedAt: at, taken: 1, unread: 0, unreadReason: null } as const;
  const pull = { kind: 'teams', tenant: 't', clientId: 'c', ...read } as const;
  expect(sourceStateText({ ...teams, pull: { ...pull, failure: null } })).toMatch(
    /^Fetched .*: 1 new call\.$/,
  );
  const unread = { failure: null, unread: 2, unreadReason: '"soon" is no length.' };
  expect(sourceStateText({ ...teams, pull: { ...pull, ...unread } })).toMatch(
    /: 1 new call\. 2 calls could not be read\. The first: "soon" is no length\.$/,
  );
  const failure = 'Microsoft answered 500.';
  expect(sourceStateText({ ...teams, pull: { ...pull, failure } })).toMatch(
    /^Failed .*\. Microsoft answered 500\.$/,
  );
  expect(sourceStateText({ ...teams, pull: { ...pull, triedAt: null, failure: null } })).toBe(
    'Calls are fetched within a minute.',
  );
});
