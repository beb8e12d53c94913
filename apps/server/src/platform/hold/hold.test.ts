import { afterEach, describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { useHandOver } from '../../../test/hand-over-firm.ts';
import { buildApp } from '../../app.ts';
import { resume } from '../../commands/resume-command.ts';
import { createSmsGateway } from '../../sms/create-gateway.ts';
import { minutes } from '../core/clock.ts';
import { createHold, runWhileFree } from './hold.ts';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testSecretKey } from '../../../test/secret-key.ts';

const test = useApp({ egressAllow: '127.0.0.1/32' });
const { firm, scheduled } = useHandOver(test);
const holdAs = async (reason: 'restored' | 'setting') =>
  test.insertRows('holds', { reason, renewedAt: reason === 'setting' ? new Date() : null });
const settings = {
  isHeld: false,
  secretKey: testSecretKey,
  databaseUrl: 'postgres://x@y/z',
  dataDir: '/nowhere',
};
const run = async (isSure: boolean, given: Partial<typeof settings> = {}) =>
  resume(test.db, { config: { ...settings, ...given }, isSure, now: test.clock.now() });

afterEach(async () => {
  await test.deleteRows('holds');
});

describe('while a restored installation is held', () => {
  it('refuses runs, tests and repeats by hand with the code held', async () => {
    const { _id: handOver } = await scheduled();
    const { server, data, ask } = firm();
    await data('PUT /matter-intake', { server, days: 'daily', time: '06:00' });
    const url = 'http://127.0.0.1:9/';
    const { _id: webhook } = await data<{ _id: string }>('POST /webhooks', {
      url,
      events: ['import.done'],
    });
    const { _id: delivery } = await data<{ _id: string }>(`POST /webhooks/${webhook}/tests`);
    await holdAs('restored');
    const rows = await test.listRows('webhookDeliveries');
    for (const [what, body] of [
      [`POST /hand-overs/${handOver}/runs`],
      [`POST /hand-over-runs/${handOver}/repeats`],
      [`POST /sftp-servers/${server}/tests`, {}],
      ['POST /matter-intake/tests', { server }],
      ['POST /matter-intake/runs'],
      [`POST /webhooks/${webhook}/tests`],
      [`POST /webhook-deliveries/${delivery}/repeats`],
      [`POST /mails/${handOver}/repeats`],
      [`POST /call-sources/${handOver}/pulls`],
    ] as const)
      expect(await ask(what, body)).toAnswer(409, { code: 'held', message: /npm run resume/ });
    expect(await test.listRows('webhookDeliveries')).toEqual(rows);
    const stranger = await test.signInAs();
    expect(await test.call('POST /matter-intake/runs', { token: stranger })).toAnswer(403);
    await test.deleteRows('matterIntakes');
  });

  it('says so to every user, to monitors, and in the metrics', async () => {
    const token = 'a-token-of-a-monitor-with-32-characters';
    const app = await buildApp({
      db: test.db,
      publicUrl: 'http://recoup.test',
      metricsToken: token,
    });
    const shown = async () => {
      const me = await test.call('GET /me', { token: await test.signInAs() });
      const ready = await app.inject('/readyz');
      const headers = { authorization: `Bearer ${token}` };
      const metrics = await app.inject({ url: '/metrics', headers });
      return [
        me.json<{ isHeld: boolean }>().isHeld,
        ready.statusCode,
        ready.json<object>(),
        /^recoup_held \d/m.exec(metrics.body)?.[0],
      ];
    };
    expect(await shown()).toEqual([
      false,
      200,
      { status: 'ready', writable: true, isHeld: false },
      'recoup_held 0',
    ]);
    await holdAs('restored');
    expect(await shown()).toEqual([
      true,
      200,
      { status: 'ready', writable: true, isHeld: true },
      'recoup_held 1',
    ]);
    await app.close();
  });

  it('writes SMS into files of the outbox', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'recoup-held-'));
    const hold = createHold(test.db, { isSet: false });
    const smsUrl = 'bulksms://id:secret@127.0.0.1:9';
    const gateway = createSmsGateway({ smsUrl, dataDir }, hold.isHeld);
    await expect(gateway.send({ to: '0821234567', text: 'One' })).rejects.toThrow('fetch failed');
    await holdAs('restored');
    await gateway.send({ to: '0821234567', text: 'Two' });
    expect(await readdir(path.join(dataDir, 'outbox'))).toEqual([
      expect.stringMatching(/\.sms\.json$/),
    ]);
    await rm(dataDir, { recursive: true });
  });
});

describe('npm run resume', () => {
  it('shows what would go out, and ends the hold only with --yes', async () => {
    expect(await run(false)).toBe('This installation is not held: nothing was changed.');
    await scheduled();
    const { name } = await test.getRow('firms', { id: firm().firm.id });
    await holdAs('restored');
    const text = await run(false);
    expect(text).toContain(`Hand-overs that are due, which close an export: 1 (${name} 1)`);
    expect(text).toMatch(/Nothing was changed\..*npm run resume -- --yes/);
    expect(await createHold(test.db, { isSet: false }).isHeld()).toBe(true);
    expect(await run(true)).toMatch(/not held any more.*within 15 seconds/s);
    expect(await createHold(test.db, { isSet: false }).isHeld()).toBe(false);
    expect(await test.listRows('auditLog', { action: 'installation.resumed' })).toMatchObject([
      { actorKind: 'operator', firmId: null },
    ]);
  });

  it('names the people and firms whose secrets the key does not open', async () => {
    await holdAs('restored');
    const { name } = await test.getRow('firms', { id: firm().firm.id });
    const text = await run(false, { secretKey: 'another-secret-key-of-32-letters' });
    expect(text).toMatch(new RegExp(`telephone systems or single sign-on of .*${name}`));
    expect(await run(false)).not.toContain('SFTP servers');
  });

  it('refuses while RECOUP_HELD is set, here or for a server', async () => {
    await holdAs('restored');
    await expect(run(true, { isHeld: true })).rejects.toThrow('RECOUP_HELD=1');
    await holdAs('setting');
    await expect(run(true)).rejects.toThrow('RECOUP_HELD=1');
    await test.updateRows(
      'holds',
      { reason: 'setting' },
      { renewedAt: new Date(Date.now() - minutes(1)) },
    );
    expect(await run(true)).toContain('not held any more');
  });

  it.each([
    ['long ago', -minutes(1)],
    ['ahead, by a wrong clock', minutes(60)],
  ])('takes no notice of a setting that was renewed %s', async (_, ms) => {
    const renewedAt = new Date(Date.now() + ms);
    await test.insertRows('holds', { reason: 'setting', renewedAt });
    expect(await createHold(test.db, { isSet: false }).isHeld()).toBe(false);
  });
});

it('runs work while nothing holds it, and says when a hold begins and ends', async () => {
  const steps: string[] = [];
  const hold = createHold(test.db, { isSet: false });
  const start = async ({ isRelease }: { isRelease: boolean }) => {
    steps.push(isRelease ? 'released' : 'started');
    return { stop: async () => void steps.push('stopped') };
  };
  const log = { warn: (_: object, text?: string) => void steps.push(text ?? '') };
  const common = { db: test.db, hold, log, start };
  const free = await runWhileFree({ ...common, isSet: false });
  expect(steps).toEqual(['started']);
  const held = createHold(test.db, { isSet: true });
  const holding = await runWhileFree({ ...common, hold: held, isSet: true, start });
  await expect.poll(() => steps).toContain('stopped');
  expect(steps.filter((step) => step.includes('HELD'))).toHaveLength(2);
  await holding.stop();
  await test.deleteRows('holds');
  await expect.poll(() => steps).toContain('released');
  await free.stop();
  expect(steps.at(-1)).toBe('stopped');
});
