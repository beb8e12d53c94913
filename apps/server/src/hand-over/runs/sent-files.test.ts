import { describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { countedWhile } from '../../../test/counted-outcomes.ts';
import { aHandOverProcess, takeJobs, useHandOver } from '../../../test/hand-over-firm.ts';
import { newHostKeys } from '../../../test/ssh-keys.ts';

const test = useApp({ egressAllow: '127.0.0.1/32' });
const keys = newHostKeys();
const context = useHandOver(test, { keys });
const { firm, sink, restart, check, lastRun, minutes, finalNames, due, scheduled, checkAfter } =
  context;
const narration = 'a long text '.repeat(40);

describe('a closing export by SFTP', () => {
  it('closes at its time, and writes the file under a temporary name first', async () => {
    await firm().record();
    await firm().add();
    sink().modes.clear();
    await check();
    expect(await firm().runs()).toEqual([]);
    test.clock.set(due);
    await check();
    const [made, ...others] = await firm().exports();
    expect([made?.state, others]).toEqual(['closed', []]);
    expect(await lastRun()).toMatchObject({
      state: 'sent',
      message: null,
      upTo: '2026-03-18',
      export: { number: made?.number },
      to: '127.0.0.1, /in',
      fileName: 'recoup-export-1.csv',
      tries: 1,
    });
    expect([...sink().modes]).toEqual([0o644]);
    expect(sink().seen).toEqual([
      expect.stringMatching(/recoup-test/),
      '/in/recoup-export-1.csv.1.part',
      '/in/recoup-export-1.csv',
    ]);
    const csv = await firm().ask(`GET /exports/${made?._id}/file`);
    expect(sink().files.get('/in/recoup-export-1.csv')?.toString()).toBe(csv.body);
    expect((await firm().handOver())?.nextAt).toBe('2026-03-19T14:00:00.000Z');
    await check();
    expect(await firm().runs()).toHaveLength(1);
  });

  it('is sent by hand when it was closed by hand, and nothing is closed again', async () => {
    await firm().record();
    const { _id: handOver } = await firm().add({ isOn: false });
    const { _id: made } = await firm().data<{ _id: string }>('POST /exports', {});
    const send = async (id = made) =>
      firm().ask(`POST /hand-overs/${handOver}/runs`, { export: id });
    expect(await send()).toAnswer(200);
    expect(await send()).toAnswer(409, {
      message: 'The file of this export is being sent already.',
    });
    await check();
    expect(await lastRun()).toMatchObject({
      state: 'sent',
      upTo: '2026-03-18',
      export: { _id: made, number: 1 },
      fileName: 'recoup-export-1.csv',
    });
    expect(finalNames()).toEqual(['/in/recoup-export-1.csv']);
    expect(await firm().exports()).toHaveLength(1);
    minutes(1);
    await firm().data(`PUT /exports/${made}/reopening`, { reason: 'Closed too early' });
    expect(await send()).toAnswer(409, { message: 'Only a closed export is handed over.' });
    expect(await send('01980000-0000-7000-8000-000000000000')).toAnswer(404);
    expect(await firm().runs()).toHaveLength(1);
  });

  it('writes no file by hand that the layout lacks settings for', async () => {
    await firm().record();
    const { _id: handOver } = await firm().add({ layout: 'legalsuite' });
    const { _id: made } = await firm().data<{ _id: string }>('POST /exports', {});
    const reply = await firm().ask(`POST /hand-overs/${handOver}/runs`, { export: made });
    expect(reply).toAnswer(422);
    expect(reply.json()).toMatchObject({ code: 'layout_incomplete' });
    expect(await firm().runs()).toEqual([]);
  });

  it('leaves no half file when the server dies midway, and sends it again', async () => {
    await scheduled({}, { narration });
    sink().behave('dies');
    expect(await countedWhile('handOver', check)).toEqual(['retry']);
    expect(await lastRun()).toMatchObject({ state: 'sending', tries: 1 });
    expect((await lastRun())?.message).toMatch(/could not be written|connection broke/);
    expect(sink().files.get('/in/recoup-export-1.csv.1.part')).toHaveLength(40);
    expect(finalNames()).toEqual([]);
    await check();
    expect(await lastRun()).toMatchObject({ tries: 1 });
    sink().behave('takes');
    expect(await countedWhile('handOver', async () => checkAfter(1))).toEqual(['sent']);
    expect(await lastRun()).toMatchObject({ state: 'sent', tries: 2 });
    expect(finalNames()).toEqual(['/in/recoup-export-1.csv']);
    const [made, ...others] = await firm().exports();
    expect(others).toEqual([]);
    const csv = await firm().ask(`GET /exports/${made?._id}/file`);
    expect(sink().files.get('/in/recoup-export-1.csv')?.toString()).toBe(csv.body);
  });

  it('is killed for good and started again elsewhere: the file comes, once', async () => {
    await scheduled();
    const { port } = sink();
    sink().behave('dies');
    await check();
    await sink().close();
    await checkAfter(1);
    expect((await lastRun())?.message).toMatch(/refused the connection/);
    await restart({ keys, port });
    await checkAfter(2);
    expect(await lastRun()).toMatchObject({ state: 'sent', tries: 3 });
    expect([finalNames(), (await firm().exports()).length]).toEqual([
      ['/in/recoup-export-1.csv'],
      1,
    ]);
  });

  it('logs and counts each try once, without the words of the server', async () => {
    await scheduled();
    await sink().close();
    const lines: object[] = [];
    const process = aHandOverProcess(test, { lines });
    expect(await countedWhile('handOver', async () => process.check())).toEqual(['retry']);
    const nextTryAt = new Date(due.getTime() + 60_000);
    expect(lines).toMatchObject([
      {
        firm: firm().firm.id,
        outcome: 'retry',
        tries: 1,
        nextTryAt,
        reason: 'The server refused the connection. Please check the address and the port.',
      },
    ]);
    expect((await lastRun())?.nextTryAt).toBe(nextTryAt.toISOString());
    minutes(24 * 60);
    const counted = await countedWhile('handOver', async () => process.check());
    // The next run has nothing to export.
    expect(counted).toEqual(['failed', 'empty']);
    expect(lines).toMatchObject([{}, { outcome: 'failed', tries: 2 }]);
    expect(JSON.stringify(lines)).not.toContain('said');
  });

  it('counts a file as sent whose answer was lost after the rename', async () => {
    await scheduled();
    sink().behave('dies after the rename');
    await check();
    expect(await lastRun()).toMatchObject({ state: 'sending' });
    sink().behave('takes');
    await checkAfter(1);
    expect(await lastRun()).toMatchObject({ state: 'sent', tries: 2 });
    expect(sink().seen.filter((path) => path.endsWith('.csv'))).toHaveLength(1);
  });

  it('has no half file where the server renames late', async () => {
    await scheduled({}, { narration });
    sink().behave('renames late');
    await aHandOverProcess(test, { silence: 300 }).check();
    sink().behave('dies');
    await checkAfter(1);
    expect(finalNames()).toEqual([]);
    sink().behave('takes');
    await checkAfter(2);
    expect([...sink().files.keys()]).toEqual(['/in', '/in/recoup-export-1.csv']);
  });

  it('is not sent any more after the export was reopened', async () => {
    await scheduled();
    sink().behave('refuses to write');
    await check();
    const id = (await lastRun())?.export?._id;
    await firm().data(`PUT /exports/${id}/reopening`, { reason: 'Wrong matter' });
    sink().behave('takes');
    await checkAfter(1);
    expect([(await lastRun())?.state, finalNames()]).toEqual(['failed', []]);
    expect((await lastRun())?.message).toContain('The export was reopened');
  });

  it.each([
    ['the disk is full', 'is full', /could not be written completely.*No space left/],
    ['the final name is refused', 'refuses to rename', /did not allow its final name/],
    ['no file may be written', 'refuses to write', /could not be written/],
    ['the server talks nonsense', 'talks nonsense', /connection broke/],
    ['the server says nothing', 'says nothing', /did not answer in time/],
  ] as const)('says what failed and tries again: %s', async (_, manner, words) => {
    await scheduled();
    sink().behave(manner);
    await aHandOverProcess(test, { silence: 300 }).check();
    expect((await lastRun())?.message).toMatch(words);
    expect([finalNames(), (await lastRun())?.state]).toEqual([[], 'sending']);
    sink().behave('takes');
    await checkAfter(1);
    expect(await lastRun()).toMatchObject({ state: 'sent', message: null });
  });

  it('says so when the disk is full in the middle of a long file', async () => {
    for (let entry = 0; entry < 400; entry += 1) await firm().record({ narration });
    await firm().add();
    test.clock.set(due);
    sink().behave('is full');
    await check();
    expect((await lastRun())?.message).toMatch(/could not be written completely/);
  });

  it('touches no other file of that name', async () => {
    sink().files.set('/in/recoup-export-1.csv', Buffer.from('theirs'));
    await scheduled();
    await check();
    expect((await lastRun())?.message).toMatch(/same name with other content/);
    expect(sink().files.get('/in/recoup-export-1.csv')?.toString()).toBe('theirs');
    sink().files.delete('/in/recoup-export-1.csv');
    await firm().data(`POST /hand-over-runs/${(await lastRun())?._id}/repeats`);
    await check();
    expect(await lastRun()).toMatchObject({ state: 'sent' });
  });

  it('sends nothing to a server with another host key, until it is confirmed', async () => {
    await firm().record();
    await firm().add();
    const { port } = sink();
    await sink().close();
    await restart({ port });
    test.clock.set(due);
    await check();
    expect((await lastRun())?.message).toMatch(/another host key/);
    expect(sink().logins).toBe(0);
    expect(await firm().mails()).toMatchObject([{ subject: 'Hand-over is waiting: Month end' }]);
    const body = { hostKey: sink().hostKey };
    await firm().data(`POST /sftp-servers/${firm().server}/tests`, body);
    await checkAfter(1);
    expect(await lastRun()).toMatchObject({ state: 'sent' });
  });

  it('gives up after a day, says so by mail, and sends again when asked', async () => {
    await scheduled({ on: 'day_of_month', day: 18 });
    await sink().close();
    for (let hour = 0; hour < 30; hour += 1) {
      await check();
      minutes(60);
    }
    const failed = await lastRun();
    expect(failed).toMatchObject({ state: 'failed', nextTryAt: null, canRepeat: true });
    expect(failed?.tries).toBeGreaterThan(20);
    expect(await firm().mails()).toMatchObject([
      { to: firm().admin.email, subject: 'Hand-over failed: Month end' },
    ]);
    await restart({ keys, port: sink().port });
    await firm().data(`POST /hand-over-runs/${failed?._id}/repeats`);
    await check();
    expect(await lastRun()).toMatchObject({ state: 'sent' });
    expect(await firm().exports()).toHaveLength(1);
  });
});

it('is not sent by two processes at once, and by another one when the first has died', async () => {
  await scheduled();
  const [first, second] = [aHandOverProcess(test), aHandOverProcess(test)];
  await first.find();
  for (const payload of await takeJobs(test.db, 'run-hand-over')) await first.run(payload);
  await first.find();
  const [payload] = await takeJobs(test.db, 'send-hand-over');
  await Promise.all([first.send(payload), second.send(payload)]);
  expect(await lastRun()).toMatchObject({ state: 'sent', tries: 1 });
  // As a process leaves it that was killed while it sent.
  const lost = { state: 'sending', tries: 2, tryEndsAt: new Date(due.getTime() + 60_000) };
  await test.updateRows('handOverRuns', {}, { ...lost, sentAt: null });
  await check();
  expect(await lastRun()).toMatchObject({ state: 'sending', canRepeat: false });
  await checkAfter(2);
  expect(await lastRun()).toMatchObject({ state: 'sent', tries: 3 });
});

it('writes no password and no key into log, error or audit log', async () => {
  await scheduled();
  await check();
  const rows = await test.listRows('auditLog', {}, ['details', 'label']);
  const runs = await test.listRows('handOverRuns');
  expect(JSON.stringify([rows, runs, test.log])).not.toContain('a-secret-of-sftp');
});
