import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { buildApp } from '../../app.ts';
import { packageRoot } from '../core/package-root.ts';
import { logEvent } from '../security/security-log.ts';

const test = useApp();
const metricsToken = 'a-token-of-a-monitor-with-32-characters';
const root = resolve(packageRoot, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** All metrics of a process that has had requests, without the suffixes of histograms. */
async function readMetrics(): Promise<string> {
  const app = await buildApp({
    db: test.db,
    publicUrl: 'http://recoup.test',
    metricsToken,
    smtpSecretExpires: '2099-01-01',
  });
  for (const event of ['logon_failed', 'logon_limited', 'otp_failed', 'otp_limited'] as const)
    logEvent(app.log, event, {});
  await app.inject('/healthz');
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { body } = await app.inject({ url: '/metrics', headers });
  await app.close();
  return body;
}

it.each(['deploy/alert-rules.yml', 'deploy/dashboard.json', 'docs/operation.md'])(
  'names only metrics that exist, and their labels: %s',
  async (path) => {
    const text = read(path).replaceAll('\\"', '"');
    const metrics = await readMetrics();
    const names = text.match(/\b(?:recoup|nodejs|process)_[a-z\d_]+(?=[{[() `]|$)/gm) ?? [];
    expect(names.length).toBeGreaterThan(10);
    const known = new Set(metrics.match(/^[a-z\d_]+/gm));
    expect(
      [...new Set(names)].filter((name) => !known.has(name) && !others.includes(name)),
    ).toEqual([]);
    for (const [, name = '', label = '', values = ''] of text.matchAll(
      /\b(recoup_(?!http)\w+)\s*\{(\w+)=~?"([\w|-]+)"\}/g,
    ))
      for (const value of values.split('|'))
        expect(metrics).toContain(`${name}{${label}="${value}"}`);
  },
);

/** Names of roles and databases in the docs, and the base name of a histogram. */
const others = ['recoup_app', 'recoup_fixture', 'recoup_http_request_duration_seconds'];

it('has an alert for each metric of a failure', () => {
  const rules = read('deploy/alert-rules.yml');
  for (const name of [
    'hand_over_runs_total{outcome="failed"}',
    'intake_runs_total{outcome="failed"}',
    'webhook_deliveries_total{outcome="failed"}',
    'mails_total{outcome="failed"}',
    'sms_total{outcome="failed"}',
    'jobs{state="failed"}',
    'database_up',
    'writable',
    'oldest_job_seconds',
    'schedule_check_age_seconds',
    'failures{kind="pull"}',
    'failures{kind="sign-on"}',
    'failures{kind=~"backup|rehearsal"}',
  ])
    expect(rules).toContain(`recoup_${name}`);
});

it('has panels with a place, a query and a data source', () => {
  const dashboard = JSON.parse(read('deploy/dashboard.json')) as Dashboard; // checked here
  expect(dashboard).toMatchObject({ title: 'Recoup', uid: 'recoup', schemaVersion: 39 });
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const panel of dashboard.panels) {
    expect(panel).toMatchObject({
      title: expect.stringMatching(/\S/),
      gridPos: { x: expect.any(Number), y: expect.any(Number), h: expect.any(Number) },
    });
    expect(panel.gridPos.x + panel.gridPos.w).toBeLessThanOrEqual(24);
    expect(panel.targets.length).toBeGreaterThan(0);
    // As the schema of Grafana requires (jsonschema of grafana-foundation-sdk).
    expect(panel.options).toMatchObject(requiredOptions[panel.type]);
  }
});

const requiredOptions = {
  stat: {
    justifyMode: 'auto',
    orientation: 'auto',
    wideLayout: true,
    showPercentChange: false,
    percentChangeColorMode: 'standard',
  },
  timeseries: { legend: { calcs: [], showLegend: true }, tooltip: { sort: 'desc' } },
};

type Dashboard = {
  panels: {
    id: number;
    type: keyof typeof requiredOptions;
    options: object;
    gridPos: { x: number; w: number };
    targets: { expr: string }[];
  }[];
};
