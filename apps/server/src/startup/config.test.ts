import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('has the defaults of the product page', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    seedsDemo: true,
    publicUrl: 'http://127.0.0.1:3000',
    smtpUrl: undefined,
  });
  expect(config.dataDir).toBe(
    process.getuid?.() === 0 ? '/var/lib/recoup' : `${process.cwd()}/data`,
  );
});

it('puts an IPv6 address in brackets', () => {
  expect(readConfig({ HOST: '::1', PORT: '80' }).publicUrl).toBe('http://[::1]:80');
});

it('seeds no demo into an external database by default', () => {
  const DATABASE_URL = 'postgres://localhost/x';
  expect(readConfig({ DATABASE_URL }).seedsDemo).toBe(false);
  expect(readConfig({ DATABASE_URL, RECOUP_DEMO: '1' }).seedsDemo).toBe(true);
});

it.each<[string, NodeJS.ProcessEnv, boolean]>([
  ['the default', {}, true],
  ['another name of this machine', { HOST: 'localhost' }, true],
  ['the IPv6 loopback address', { HOST: '::1' }, true],
  ['a public URL of this machine', { RECOUP_PUBLIC_URL: 'http://recoup.localhost:3000' }, true],
  ['an https public URL', { RECOUP_PUBLIC_URL: 'https://recoup.example.co.za' }, false],
  ['an https public URL on this machine', { RECOUP_PUBLIC_URL: 'https://localhost' }, false],
  ['an http public URL elsewhere', { RECOUP_PUBLIC_URL: 'http://recoup.example.co.za' }, false],
  ['all addresses', { HOST: '0.0.0.0' }, false],
  ['all IPv6 addresses', { HOST: '::' }, false],
  ['an address of a network', { HOST: '192.168.1.5' }, false],
  ['a name like the loopback’s', { HOST: 'localhost.example.co.za' }, false],
])('seeds the demo only where no other machine can reach it: %s', (_, env, isLocal) => {
  expect(readConfig(env)).toMatchObject({
    seedsDemo: isLocal,
    isPublic: !isLocal,
    allowsPublicDemo: false,
  });
  expect(readConfig({ ...env, RECOUP_DEMO: '1' })).toMatchObject({
    seedsDemo: true,
    isPublic: !isLocal,
    allowsPublicDemo: true,
  });
  expect(readConfig({ ...env, RECOUP_DEMO: '0' })).toMatchObject({
    seedsDemo: false,
    allowsPublicDemo: false,
  });
});

const adminPassword = (password: string) => () =>
  readConfig({ RECOUP_ADMIN_PASSWORD: password, RECOUP_ADMIN_EMAIL: 'operator@example.co.za' })
    .admin.password;

it.each(['sun-and-moon', 'lantern-harbour-quiet-7', '3f9c0a77d1e2b4856a90cc31'])(
  'accepts %s for the first administrator',
  (password) => {
    expect(adminPassword(password)()).toBe(password);
  },
);

it.each([
  ['short', /at least 12 characters/],
  ['a'.repeat(129), /more than 128 characters/],
  ['iloveyou1234', /RECOUP_ADMIN_PASSWORD .*is a common password/],
  ['administrator', /contains your name/],
  ['qwertyuiop12', /keyboard/],
  ['System-Administrator-1', /contains your name/],
  ['operator-recoup', /contains your name/],
])(
  'holds the first administrator’s password to the rules of every password: %s',
  (password, fault) => {
    expect(adminPassword(password)).toThrowError(fault);
  },
);

it.each([
  ['PORT', '0x50'],
  ['PORT', ' '],
  ['PORT', '1e3'],
  ['PORT', '65536'],
  ['HOST', '127.0.0.1:3000'],
  ['HOST', 'localhost/page'],
  ['HOST', 'user@localhost'],
  ['DATABASE_URL', 'postgres://localhost:port/recoup'],
  ['DATABASE_URL', 'postgres://localhost/recoup?sslrootcert=/there/is/none'],
  ['DATABASE_URL', 'postgres://localhost/recoup?sslmode=no-verify'],
  ['DATABASE_URL', 'postgres://localhost/recoup?uselibpqcompat=true&sslmode=require'],
  ['DATABASE_DIRECT_URL', 'mysql://localhost/recoup'],
  ['SMTP_URL', 'smtps://mail.example.co.za?tls.rejectUnauthorized=false'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ['RECOUP_PUBLIC_URL', 'https://recoup.example.co.za/page'],
  ['RECOUP_PUBLIC_URL', 'https://user:password@recoup.example.co.za'],
  ['RECOUP_PUBLIC_URL', 'https://recoup.example.co.za?a=b'],
  ['RECOUP_EGRESS_ALLOW', '10.0.0.0'],
  ['RECOUP_EGRESS_ALLOW', '10.0.0.0/33'],
  ['RECOUP_EGRESS_ALLOW', '10.0.0.0/8,'],
  ['RECOUP_EGRESS_ALLOW', 'intranet/8'],
  ['RECOUP_BACKUP_TO', 'backups'],
  ['RECOUP_BACKUP_TO', 'ftp://host/folder'],
  ['RECOUP_BACKUP_TO', 'sftp://host/folder'],
  ['RECOUP_BACKUP_AT', '2:00'],
  ['RECOUP_BACKUP_AT', '24:00'],
  ['RECOUP_BACKUP_KEEP', '0'],
  ['RECOUP_BACKUP_KEY', 'short'],
  ['AWS_ENDPOINT_URL', 's3.example.com'],
  ['RECOUP_DRAIN_SECONDS', ' '],
  ['RECOUP_DRAIN_SECONDS', '-1'],
  ['RECOUP_GRACE_SECONDS', '0'],
  ['RECOUP_GRACE_SECONDS', '1.5'],
])('rejects %s=%s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrowError(new RegExp(`\\n {2}${name} `));
});

it('reads where, when and how backups by themselves go', () => {
  expect([readConfig({}).backups, readConfig({}).backupKey]).toEqual([undefined, undefined]);
  const RECOUP_BACKUP_KEY = 'a key of the backups with 32 characters';
  const AWS = {
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'af-south-1',
  };
  expect(readConfig({ RECOUP_BACKUP_TO: '/mnt/backups' }).backups).toEqual({
    to: '/mnt/backups',
    at: '02:00',
    keep: 14,
    key: undefined,
    s3: undefined,
  });
  expect(
    readConfig({ ...AWS, RECOUP_BACKUP_TO: 's3://recoup/a', RECOUP_BACKUP_KEY }).backups,
  ).toMatchObject({
    key: RECOUP_BACKUP_KEY,
    s3: { accessKeyId: 'id', secretAccessKey: 'secret', region: 'af-south-1' },
  });
});

it('knows each setting of the example', () => {
  const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
  const names = [...example.matchAll(/^# ([A-Z\d_]+)=/gm)].map(([, name = '']) => name);
  expect(names).toContain('RECOUP_GRAPH_URL');
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

it('names every bad and every unknown setting at once', () => {
  const bad = {
    PORT: 'abc',
    HOST: '999.1.1.1',
    DATABASE_URL: 'mysql://x',
    RECOUP_DEMO: 'yes',
    RECOUP_HELD: 'yes',
    RECOUP_ADMIN_PASSWORD: 'short',
    RECOUP_COLOUR: 'red',
    RECOUP_METRICS_TOKEN: 'short',
    RECOUP_SECRET_KEY: 'thirty-one-characters-are-few!!',
    RECOUP_LOG_LEVEL: 'loud',
  };
  const order =
    'RECOUP_COLOUR PORT HOST DATABASE_URL RECOUP_DEMO RECOUP_HELD RECOUP_METRICS_TOKEN ' +
    'RECOUP_SECRET_KEY RECOUP_LOG_LEVEL RECOUP_ADMIN_PASSWORD';
  expect(() => readConfig(bad)).toThrowError(new RegExp(order.replaceAll(' ', '[^]*')));
});

it('takes the owner past a pooler, and requests through it', () => {
  const DATABASE_URL = 'postgres://pooler/x';
  const DATABASE_DIRECT_URL = 'postgres://database/x';
  const urlsOf = (env: Record<string, string>) => {
    const { databaseUrl, poolerUrl } = readConfig(env);
    return [databaseUrl, poolerUrl];
  };
  expect(urlsOf({ DATABASE_URL })).toEqual([DATABASE_URL, undefined]);
  expect(urlsOf({ DATABASE_URL, DATABASE_DIRECT_URL })).toEqual([
    DATABASE_DIRECT_URL,
    DATABASE_URL,
  ]);
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrowError(/needs DATABASE_URL/);
});

it('reads a secret from the file that is named instead of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-secrets-'));
  const file = join(folder, 'database_url');
  writeFileSync(file, 'postgres://recoup:s3cret@database/recoup\n');
  expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(
    'postgres://recoup:s3cret@database/recoup',
  );
  expect(() => readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://x' })).toThrowError(
    /both set/,
  );
  expect(
    readConfig({ DATABASE_URL: 'postgres://pooler/x', DATABASE_DIRECT_URL_FILE: file }).databaseUrl,
  ).toBe('postgres://recoup:s3cret@database/recoup');
  expect(() => readConfig({ RECOUP_METRICS_TOKEN_FILE: join(folder, 'none') })).toThrowError(
    /RECOUP_METRICS_TOKEN_FILE names .*none/,
  );
  expect(() => readConfig({ RECOUP_DEMO_FILE: file })).toThrowError(
    /RECOUP_DEMO_FILE is not a setting/,
  );
  rmSync(folder, { recursive: true });
});
