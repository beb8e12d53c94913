import { userStatus } from '@recoup/contract/core/access';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { countedWhile } from '../../../test/counted-outcomes.ts';
import { anIntakeProcess, useIntake } from '../../../test/matter-intake.ts';
import { minutes } from '../../platform/core/clock.ts';

const test = useApp({ egressAllow: '127.0.0.1/32' });
const { firm, sink, put, check, lastRun } = useIntake(test);
const due = new Date('2026-03-19T04:00:00Z');
const file = 'Matter No,Description\nN1,Never\n';

describe('a folder that cannot be read', () => {
  it('is tried three times more, and then is a failed run with a mail', async () => {
    await firm().save();
    await sink().close();
    test.clock.set(due);
    for (const pause of [5, 15, 30]) {
      await check();
      expect([await firm().runs(), await firm().mails()]).toEqual([[], []]);
      expect((await firm().intake())?.problem).toContain('refused the connection');
      test.clock.advance(pause * 60_000);
    }
    await check();
    expect(await lastRun()).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('refused the connection'),
    });
    expect(await firm().mails()).toMatchObject([{ subject: 'Import of matters failed' }]);
    expect(await firm().intake()).toMatchObject({
      nextAt: '2026-03-20T04:00:00.000Z',
      problem: null,
    });
    const failing = () =>
      test.getRow('matterIntakes', { firmId: firm().firm.id }, ['failingSince', 'failingTries']);
    expect(await failing()).toEqual({ failingSince: due, failingTries: 4 });
    await firm().save();
    expect(await failing()).toEqual({ failingSince: null, failingTries: 0 });
  });

  it('has worked again after a run', async () => {
    await firm().save();
    test.clock.set(due);
    sink().behave('says nothing');
    const lines: object[] = [];
    const process = anIntakeProcess(test, { silence: 300, lines });
    expect(await countedWhile('intake', async () => process.check())).toEqual(['retry']);
    expect(lines).toMatchObject([
      {
        firm: firm().firm.id,
        outcome: 'retry',
        tries: 1,
        nextTryAt: new Date(due.getTime() + 5 * 60_000),
        reason: 'The server did not answer in time.',
      },
    ]);
    const failing = () =>
      test.getRow('matterIntakes', { firmId: firm().firm.id }, ['failingSince', 'failingTries']);
    expect(await failing()).toEqual({ failingSince: due, failingTries: 1 });
    sink().behave('takes');
    test.clock.advance(5 * 60_000);
    expect(await countedWhile('intake', check)).toEqual(['empty']);
    expect(await failing()).toEqual({ failingSince: null, failingTries: 0 });
  });

  it('holds too many files', async () => {
    await firm().save();
    test.clock.set(due);
    for (let count = 0; count < 100; count += 1) put(`${count}.csv`, file);
    sink().behave('lists without end');
    await check();
    expect((await firm().intake())?.problem).toContain('more than 5 000 files');
    expect(await firm().matters()).toEqual([]);
  });

  it('ends with the server, also a silent one', async () => {
    await firm().save();
    test.clock.set(due);
    sink().behave('says nothing');
    await anIntakeProcess(test, { silence: 300 }).check();
    expect((await firm().intake())?.problem).toContain('did not answer in time');
  });
});

describe('a server that answers slowly', () => {
  it('ends with the time of the run, although it is never silent for long', async () => {
    await firm().save();
    test.clock.set(due);
    put('a.csv', file);
    sink().behave('is slow');
    await anIntakeProcess(test, { runMs: 250 }).check();
    expect((await firm().intake())?.problem).toBe('The server did not answer in time.');
    expect(await firm().matters()).toEqual([]);
  });

  it('leaves the files for which the time did not suffice to the next run', async () => {
    await firm().save();
    test.clock.set(due);
    for (const name of ['a.csv', 'b.csv', 'c.csv']) put(name, file);
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      whenMoved('/in/done/b.csv', () => vi.advanceTimersByTime(minutes(30)));
      await check();
      expect(await lastRun()).toMatchObject({
        state: 'done',
        files: [{ name: 'a.csv' }, { name: 'b.csv', state: 'imported' }],
      });
      expect(await firm().intake()).toMatchObject({ nextAt: due.toISOString(), problem: null });
      test.clock.advance(minutes(1));
      await check();
      expect((await lastRun())?.files).toMatchObject([{ name: 'c.csv', state: 'imported' }]);
      expect((await firm().intake())?.nextAt).toBe('2026-03-20T04:00:00.000Z');
    } finally {
      vi.useRealTimers();
    }
  });
});

function whenMoved(to: string, then: () => void): void {
  const { files } = sink();
  const set = files.set.bind(files);
  files.set = (path, content) => {
    if (path === to) then();
    return set(path, content);
  };
}

it('does not run in the name of an admin who has left', async () => {
  await firm().save();
  test.clock.set(due);
  put('a.csv', file);
  await test.updateRows('users', { id: firm().admin.id }, { status: userStatus.inactive });
  await check();
  await test.updateRows('users', { id: firm().admin.id }, { status: userStatus.active });
  expect(await firm().matters()).toEqual([]);
  expect((await firm().intake())?.problem).toContain('Ayanda Admin, who saved this import last');
});

it('rests on days that are no working days, and while it is off', async () => {
  await firm().save({ days: 'working_days', time: '18:30' });
  expect((await firm().intake())?.nextAt).toBe('2026-03-19T16:30:00.000Z');
  test.clock.set(new Date('2026-03-20T17:00:00Z'));
  await check();
  // Saturday was Human Rights Day too.
  expect((await firm().intake())?.nextAt).toBe('2026-03-23T16:30:00.000Z');
  await firm().save({ isOn: false });
  expect((await firm().intake())?.nextAt).toBeNull();
  test.clock.set(new Date('2026-03-24T17:00:00Z'));
  expect(await check()).toBe(0);
  expect(await firm().ask('POST /matter-intake/runs')).toAnswer(409);
});
