import { expect, it } from 'vitest';
import type { Timer } from '../timer/call-timer.ts';
import { callDraft, sharedDraft } from './entry-drafts.ts';

const type = { _id: 't', title: 'Call', unitPrices: [], schedules: [] };
const stopped = { matterText: '', clear: () => {} };
const day = 24 * 60 * 60_000;

it.each([
  [day, 86_400],
  [100 * day, 6_000_000],
])('keeps of a call of %i milliseconds %i seconds, which the server accepts', (length, seconds) => {
  const startedAt = Date.UTC(2026, 2, 18, 8);
  const timer = { _id: 'x', startedAt, stoppedAt: startedAt + length };
  expect(callDraft(type, timer, stopped)).toMatchObject({ draft: { seconds } });
});

it('saves a call with the type that it was given, else with the first one', () => {
  const timer = { _id: 'x', startedAt: Date.UTC(2026, 2, 18, 8), stoppedAt: null };
  const given = { _id: 'u', title: 'Consultation' };
  const typeIn = (call: Timer) => callDraft(type, call, stopped);
  expect(typeIn({ ...timer, disbursementType: given })).toMatchObject({
    draft: { disbursementType: 'u' },
  });
  expect(typeIn(timer)).toMatchObject({ draft: { disbursementType: 't' } });
});

it('takes what was typed as the matter of a call', () => {
  const timer = { _id: 'x', startedAt: Date.UTC(2026, 2, 18, 8), stoppedAt: null };
  const draft = { matter: null, matterText: 'NP0002' };
  const call = { ...stopped, matterText: 'NP0002' };
  expect(callDraft(type, timer, call)).toMatchObject({ draft });
});

it('counts a shared text as typed', () => {
  const draft = { narration: 'Sheriff’s fee' };
  expect(sharedDraft(type, { narration: 'Sheriff’s fee' })).toMatchObject({ isTyped: true, draft });
});
