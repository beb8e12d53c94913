import { role, userStatus } from '@recoup/contract/core/access';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aDisbursementType, assignTypes, aUser } from '../../../test/factories.ts';
import { useHandOver } from '../../../test/hand-over-firm.ts';

const test = useApp({ egressAllow: '127.0.0.1/32' });
const { firm, sink, check, lastRun, due } = useHandOver(test);

describe('a run that closes nothing', () => {
  it('is skipped with a mail while exceptions block, and runs when they are gone', async () => {
    await firm().record();
    // A call type of an attorney without call fees.
    await aDisbursementType(test.db, firm().firm, { fixed: false, calculated: true });
    await assignTypes(test.db, firm().firm);
    const { _id } = await firm().add();
    test.clock.set(due);
    await check();
    expect(await lastRun()).toMatchObject({
      state: 'skipped',
      message:
        'One blocking exception is open. ' +
        'Please correct or accept them, then run the hand-over again.',
      export: null,
      canRepeat: false,
    });
    expect(await firm().mails()).toMatchObject([
      { to: firm().admin.email, subject: 'Hand-over skipped: Month end' },
    ]);
    expect(await firm().exports()).toEqual([]);
    const again = await firm().ask(`POST /hand-over-runs/${(await lastRun())?._id}/repeats`);
    expect(again).toAnswer(409);
    await test.db.deleteFrom('userDisbursementTypes').execute();
    test.clock.advance(60_000);
    await firm().data(`POST /hand-overs/${_id}/runs`);
    await check();
    expect(await lastRun()).toMatchObject({ state: 'sent', dueAt: '2026-03-18T14:01:00.000Z' });
  });

  it('says that there was nothing to export, and sends no empty file and no mail', async () => {
    await firm().add();
    test.clock.set(due);
    await check();
    expect(await lastRun()).toMatchObject({
      state: 'empty',
      message: 'There was nothing to export.',
    });
    expect([await firm().mails(), sink().seen.filter((path) => path.includes('export'))]).toEqual([
      [],
      [],
    ]);
  });

  it('fails before it closes where a line does not fit the layout, and says which', async () => {
    await firm().record();
    await firm().add({ layout: 'legalsuite' });
    test.clock.set(due);
    await check();
    const run = await lastRun();
    expect(run).toMatchObject({ state: 'failed', export: null });
    expect(run?.message).toMatch(/needs settings that are missing.*Enter the account of “Type/);
    expect(await firm().exports()).toEqual([]);
    expect(await firm().mails()).toMatchObject([{ subject: 'Hand-over failed: Month end' }]);
  });

  it('fails in the name of a person who is not the admin any more', async () => {
    await firm().record();
    const { _id } = await firm().add();
    const { admin, firm: of } = firm();
    await test.updateRows('users', { id: admin.id }, { status: userStatus.inactive });
    const next = await aUser(test.db, { firm: of, role: role.attorneyAdmin });
    test.clock.set(due);
    await check();
    const token = await test.signIn(next);
    const ask = async (what: string, body?: object) =>
      test.data<never>(what, { token, ...(body && { body }) });
    expect(await ask('GET /hand-over-runs')).toMatchObject([
      { state: 'failed', message: expect.stringMatching(/^Ayanda Admin, who saved .* save it/) },
    ]);
    expect(await firm().mails()).toMatchObject([{ to: next.email }]);
    const given = { name: 'Month end', on: 'daily', time: '16:00', server: firm().server };
    expect(await ask(`PUT /hand-overs/${_id}`, given)).toMatchObject({ by: { _id: next.id } });
    test.clock.advance(60_000);
    await ask(`POST /hand-overs/${_id}/runs`);
    await check();
    const [run] = await test.db
      .selectFrom('handOverRuns')
      .selectAll()
      .orderBy('id', 'desc')
      .execute();
    expect(run).toMatchObject({ state: 'sent' });
  });
});

it('mails the export in the name of the admin, and shows what became of the mail', async () => {
  await firm().record();
  await firm().add({ server: null, email: 'ledger@zulu.example', type: 'xlsx' });
  test.clock.set(due);
  await check();
  const [made] = await firm().exports();
  expect(made?.mails).toMatchObject([{ to: 'ledger@zulu.example', type: 'xlsx', state: 'queued' }]);
  expect(await lastRun()).toMatchObject({
    state: 'sending',
    to: 'ledger@zulu.example',
    canRepeat: false,
  });
  const failed = { state: 'failed', lastError: 'No such mailbox', attempts: 1 };
  await test.updateRows('mails', { exportId: made?._id ?? '' }, failed);
  expect(await lastRun()).toMatchObject({
    state: 'failed',
    message: 'No such mailbox',
    canRepeat: true,
  });
  await firm().data(`POST /hand-over-runs/${(await lastRun())?._id}/repeats`);
  expect(await lastRun()).toMatchObject({ state: 'sending', message: null });
  expect((await firm().exports())[0]?.mails).toHaveLength(2);
});

it('stands in the audit log as a job in the name of the admin', async () => {
  await firm().record();
  await firm().add();
  test.clock.set(due);
  await check();
  const lines = await test.listRows('auditLog', { firmId: firm().firm.id, actorKind: 'job' }, [
    'action',
    'actorId',
    'sessionId',
  ]);
  const { id } = firm().admin;
  expect(lines).toEqual([
    { action: 'export.closed', actorId: id, sessionId: null },
    { action: 'hand-over.closed', actorId: id, sessionId: null },
    { action: 'hand-over.sent', actorId: null, sessionId: null },
  ]);
});

it('names the place where the file went, also when the server has moved meanwhile', async () => {
  await firm().record();
  await firm().add();
  test.clock.set(due);
  sink().behave('refuses to write');
  await check();
  sink().behave('takes');
  sink().files.set('/new', null);
  const place = { name: 'Ledger', host: '127.0.0.1', port: sink().port, user: 'recoup' };
  await firm().data(`PUT /sftp-servers/${firm().server}`, { ...place, folder: '/new' });
  test.clock.advance(60_000);
  await check();
  expect(await lastRun()).toMatchObject({ state: 'sent', to: '127.0.0.1, /new' });
});
