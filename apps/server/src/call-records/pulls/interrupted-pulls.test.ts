import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePulls } from '../../../test/call-pulls.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import { minutes } from '../../platform/core/clock.ts';
import { withScope } from '../../platform/database/connections.ts';
import { lockImports } from '../../platform/imports/imports.ts';

const { state, calls, aPull, save, now, shown, pull, clientSecret, pstn } = await usePulls();
const { ctx, list, test } = calls;

it.each([
  ['tenant', { pull: { ...pull, tenant: 'botha.co.za', clientSecret } }],
  ['system', { system: 'teams-direct-routing', pull: { ...pull, clientSecret } }],
])('begins anew where the %s is changed while it fetches', async (_, change) => {
  const id = await aPull();
  state.pages = [[pstn]];
  state.meanwhile = async () => save([{ _id: id, system: 'teams', name: 'Teams', ...change }]);
  expect(await now(id)).toAnswer({ data: { taken: 0, failure: expect.stringMatching(/changed/) } });
  expect((await list()).count).toBe(0);
  const { firm } = ctx;
  expect(await test.listRows('callPulls', { firmId: firm.id })).toMatchObject([
    { through: null, triedAt: null, failure: null },
  ]);
});

it('stores no page after a change that an admin saves while the page waits', async () => {
  const id = await aPull();
  state.pages = [[pstn]];
  const { id: firmId } = ctx.firm;
  let pulled = Promise.resolve<unknown>(undefined);
  await withScope(test.db, createFirmScope(firmId))
    .transaction()
    .execute(async (trx) => {
      await lockImports(trx, createFirmScope(firmId), 'calls');
      pulled = now(id);
      await expect.poll(async () => countLockWaits(test.db)).toBe(1);
      const changed = trx.updateTable('callPulls').set({ tenant: 'b.example' });
      await changed.where('firmId', '=', firmId).execute();
    });
  expect(await pulled).toAnswer({ data: { taken: 0, failure: expect.stringMatching(/changed/) } });
  expect((await list()).count).toBe(0);
});

describe('a Microsoft that is slow', () => {
  const failure = 'Microsoft did not send all calls within half an hour. Those that came are kept.';
  const pages = [7, 8, 9].map((hour) => [
    { ...pstn, id: `u-${hour}`, startDateTime: `2026-03-17T0${hour}:03:05Z` },
  ]);
  const requested = () => state.requests.filter(({ address }) => address.includes('PstnCalls'));
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is asked for half an hour, and what came is kept', async () => {
    const id = await aPull();
    state.pages = pages;
    state.meanwhile = async () => vi.advanceTimersByTimeAsync(minutes(16));
    expect(await now(id)).toAnswer(201, { data: { taken: 2, failure } });
    expect(requested()).toHaveLength(2);
    expect(await shown()).toMatchObject({ taken: 2, failure });
    state.meanwhile = undefined;
    expect(await now(id)).toAnswer({ data: { taken: 1, failure: null } });
  });

  it('does not keep the last request waiting for longer', async () => {
    const id = await aPull();
    state.pages = pages;
    let answer = (): void => {};
    // Enough for the second request to reach the other server.
    const leftMs = 3_000;
    state.meanwhile = async () => {
      const isFirst = requested().length === 1;
      await vi.advanceTimersByTimeAsync(isFirst ? minutes(30) - leftMs : leftMs);
      if (!isFirst) await new Promise<void>((resolve) => (answer = resolve));
    };
    expect(await now(id)).toAnswer(201, { data: { taken: 1, failure } });
    expect(requested()).toHaveLength(2);
    answer();
  });
});
