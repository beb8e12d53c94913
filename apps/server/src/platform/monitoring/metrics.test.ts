import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { buildApp } from '../../app.ts';
import { connect } from '../database/connections.ts';
import { readBuildInfo } from './build-info.ts';
import { recordScheduleCheck } from './schedule-check.ts';
import { createPool } from '../database/pool.ts';
import { watchSecretExpiry } from './secret-expiry.ts';
import { queueMail } from '../../mail/delivery/outbox.service.ts';

const test = useApp();
const token = 'a-token-of-a-monitor-with-32-characters';
const authorization = `Bearer ${token}`;
const publicUrl = 'http://recoup.test';

it('requires a configured token, and is missing without one', async () => {
  expect(await test.app.inject('/metrics')).toAnswer(404);
  const app = await buildApp({ db: test.db, publicUrl, metricsToken: token });
  const ask = (headers: Record<string, string>) => app.inject({ url: '/metrics', headers });
  for (const wrong of [
    undefined,
    'Bearer',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
  ]) {
    const refused = await ask(wrong === undefined ? {} : { authorization: wrong });
    expect([refused.statusCode, refused.body, refused.headers['www-authenticate']]).toEqual([
      401,
      '',
      'Bearer',
    ]);
  }
  const shown = await ask({ authorization });
  expect(shown).toAnswer(200);
  expect(shown.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(shown.headers['cache-control']).toBe('no-store');
  await app.close();
});

it('counts requests, mails, jobs, connections and failed sign-ins without names', async () => {
  const app = await buildApp({ db: test.db, publicUrl, metricsToken: token });
  const person = await test.aUser();
  await app.inject({
    method: 'POST',
    url: '/core/api/logon',
    payload: { email: person.email, password: 'not-this-password' },
  });
  await app.inject(`/core/api/users/${person.id}?search=${person.email}`);
  await app.inject(`/nowhere/${person.id}`);
  const queue = async (state: string, age: number) => {
    const createdAt = new Date(Date.now() - age * 3_600_000);
    const mail = {
      id: newId(),
      toAddress: person.email,
      subject: 's',
      body: 'b',
      state,
      createdAt,
    };
    await test.insertRows('mails', mail);
  };
  await Promise.all([
    queue('queued', 100),
    queue('sent', 1),
    queue('sent', 2),
    queue('failed', 3),
    queue('sent', 100),
  ]);
  const mail = {
    firmId: null,
    userId: null,
    to: person.email,
    subject: 's',
    body: 'b',
    now: new Date(),
  };
  await test.db.transaction().execute(async (trx) => queueMail(trx, mail));
  await test.pool.query(
    `update graphile_worker._private_jobs set run_at = now() - interval '100 seconds'`,
  );

  const { body } = await app.inject({ url: '/metrics', headers: { authorization } });
  const lines = body.split('\n');
  const valueOf = (name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
  const requests = (labels: string) =>
    valueOf(`recoup_http_request_duration_seconds_count{${labels}}`);
  expect(requests('method="POST",route="/core/api/logon",status="4xx"')).toBe(1);
  expect(requests('method="GET",route="/core/api/users/:id",status="4xx"')).toBe(1);
  expect(requests('method="GET",route="unknown",status="4xx"')).toBe(1);
  expect(valueOf('recoup_security_events_total{event="logon_failed"}')).toBeGreaterThanOrEqual(1);
  expect([
    valueOf('recoup_mails{state="queued"}'),
    valueOf('recoup_mails{state="sent"}'),
    valueOf('recoup_mails{state="failed"}'),
  ]).toEqual([2, 2, 1]);
  expect([valueOf('recoup_jobs{state="waiting"}'), valueOf('recoup_jobs{state="failed"}')]).toEqual(
    [1, 0],
  );
  expect(valueOf('recoup_database_connections{state="idle"}')).toBeGreaterThanOrEqual(1);
  expect([valueOf('recoup_database_up'), valueOf('nodejs_eventloop_lag_p99_seconds') > 0]).toEqual([
    1,
    true,
  ]);
  const { version } = readBuildInfo();
  expect(body).toMatch(
    new RegExp(
      `^recoup_build_info\\{version="${version}",commit="(?:[\\da-f]{40}|unknown)"\\} 1$`,
      'm',
    ),
  );
  const oldest = valueOf('recoup_oldest_job_seconds');
  expect([oldest >= 100, oldest < 200]).toEqual([true, true]);
  expect(valueOf('recoup_writable')).toBe(1);
  expect(valueOf('recoup_event_loop_delay_seconds')).toBeGreaterThan(0);
  expect(valueOf('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  for (const personal of [person.email, person.id, person.name, '127.0.0.1'])
    expect(body).not.toContain(personal);
  await app.close();
});

it('shows each outcome from the start', async () => {
  const app = await buildApp({ db: test.db, publicUrl, metricsToken: token });
  const { body } = await app.inject({ url: '/metrics', headers: { authorization } });
  const shown = [...body.matchAll(/^(recoup_\w+_total)\{outcome="(\w+)"\} /gm)];
  const expected = {
    recoup_hand_over_runs_total: ['sent', 'mailed', 'retry', 'failed', 'skipped', 'empty'],
    recoup_intake_runs_total: ['done', 'empty', 'retry', 'failed'],
    recoup_webhook_deliveries_total: ['delivered', 'retry', 'failed'],
    recoup_sms_total: ['sent', 'failed'],
    recoup_mails_total: ['sent', 'retry', 'failed', 'expired'],
  };
  expect(shown.map(([, name, outcome]) => [name, outcome])).toEqual(
    Object.entries(expected).flatMap(([name, names]) => names.map((outcome) => [name, outcome])),
  );
  await app.close();
});

it('shows how long ago the schedules were checked', async () => {
  const app = await buildApp({ db: test.db, publicUrl, metricsToken: token });
  const age = async (): Promise<number> => {
    const { body } = await app.inject({ url: '/metrics', headers: { authorization } });
    return Number(/^recoup_schedule_check_age_seconds (\S+)$/m.exec(body)?.[1]);
  };
  const before = await age();
  expect(before).toBeGreaterThan(0);
  recordScheduleCheck();
  expect(await age()).toBeLessThan(before);
  await app.close();
});

it('shows the ages of backup and rehearsal, and since the first start without one', async () => {
  const app = await buildApp({ db: test.db, publicUrl, metricsToken: token });
  const hour = 3_600_000;
  await test.updateRows(
    'installationRuns',
    { kind: 'backup' },
    { createdAt: new Date(Date.now() - 9 * hour), succeededAt: new Date(Date.now() - 2 * hour) },
  );
  const createdAt = new Date(Date.now() - 48 * hour);
  await test.updateRows('installationRuns', { kind: 'rehearsal' }, { createdAt });
  const { body } = await app.inject({ url: '/metrics', headers: { authorization } });
  const hoursOf = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]) / 3_600);
  expect([hoursOf('recoup_backup_age_seconds'), hoursOf('recoup_rehearsal_age_seconds')]).toEqual([
    2, 48,
  ]);
  await app.close();
});

it('shows the time until the secret for mail expires, in South Africa', async () => {
  const settings = { db: test.db, publicUrl, metricsToken: token };
  const clock = { now: () => new Date('2027-02-27T22:00:00Z') };
  const app = await buildApp({ ...settings, clock, smtpSecretExpires: '2027-03-01' });
  const { body } = await app.inject({ url: '/metrics', headers: { authorization } });
  expect(body).toContain(`\nrecoup_smtp_secret_expires_seconds ${24 * 60 * 60}\n`);
  await app.close();
  const without = await buildApp(settings);
  const reply = await without.inject({ url: '/metrics', headers: { authorization } });
  expect(reply.body).not.toContain('recoup_smtp_secret_expires_seconds');
  await without.close();
});

it.each([
  ['31 days before', '2027-01-29T00:00:00Z', []],
  ['30 days before', '2027-01-31T00:00:00Z', [28]],
  ['after its end', '2027-03-03T00:00:00Z', [-3]],
])('warns of the end of the secret: %s', (_, now, days) => {
  const warned: unknown[] = [];
  const log = { warn: (fields: { days?: unknown }) => void warned.push(fields.days) };
  const clock = { now: () => new Date(now) };
  watchSecretExpiry({ day: '2027-03-01', log, clock }).stop();
  watchSecretExpiry({ day: undefined, log, clock }).stop();
  expect(warned).toEqual(days);
});

it('still answers when the database does not', async () => {
  const pool = createPool('postgres://127.0.0.1:1/none');
  const app = await buildApp({ db: connect(pool), publicUrl, metricsToken: token });
  const { statusCode, body } = await app.inject({ url: '/metrics', headers: { authorization } });
  expect(statusCode).toBe(200);
  expect(body).toContain('recoup_database_up 0');
  expect(body).toContain('recoup_writable 0');
  expect(body).not.toContain('recoup_mails{');
  expect(body).not.toMatch(/^recoup_oldest_job_seconds/m);
  expect(body).not.toMatch(/^recoup_backup_age_seconds /m);
  await app.close();
  await pool.end();
});
