import { resolve } from 'node:path';
import type { z } from 'zod';
import type { LogLevel } from '../platform/core/log.ts';
import { passwordWeakness } from '../platform/security/password-policy.ts';
import { firstAdmin } from '../users/registration/register-firm-admin.ts';
import type { S3Settings } from '../backup/s3-place.ts';
import type { BackupSettings } from '../backup/scheduled-backup.ts';
import type { OauthSettings } from '../mail/delivery/oauth-token.ts';
import { environment } from './environment.ts';
import { readSmtpOauth } from './smtp-oauth.ts';
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { parseHostname, isLoopback } from '../platform/security/allowed-hosts.ts';

const ownName = /^(?:RECOUP|SMTP_OAUTH)_/;
const known = Object.keys(environment.shape).filter((name) => ownName.test(name));

export type Config = PublicAddress & {
  host: string;
  port: number;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** Database of requests, if they go through a pooler. */
  poolerUrl: string | undefined;
  dataDir: string;
  seedsDemo: boolean;
  /** RECOUP_DEMO=1: the demo may be served to other machines. */
  allowsPublicDemo: boolean;
  /** RECOUP_HELD=1: nothing leaves the installation. */
  isHeld: boolean;
  admin: { email: string | undefined; password: string | undefined };
  smtpUrl: string | undefined;
  /** The sign-in at `smtpUrl` without a password. */
  smtpOauth: OauthSettings | undefined;
  /** The day on which the secret of `smtpOauth` ends. */
  smtpSecretExpires: string | undefined;
  mailFrom: string;
  smsUrl: string | undefined;
  /** Absent: there is no `/metrics`. */
  metricsToken: string | undefined;
  /** Absent: see `secret-key.ts`. */
  secretKey: string | undefined;
  /** Backups by themselves; absent: none. */
  backups: BackupSettings | undefined;
  /** Absent: backups are not encrypted. */
  backupKey: string | undefined;
  /** The day from which system admins must have a second factor; absent: never. */
  systemAdminFactorFrom: string | undefined;
  /** Networks that webhooks and the like may reach, as CIDRs; absent: public addresses only. */
  egressAllow: string | undefined;
  /** Addresses of Microsoft. */
  graph: { graphUrl: string; loginUrl: string };
  logLevel: LogLevel;
  /** See `shutDown` in `server.ts`. */
  drainSeconds: number;
  graceSeconds: number;
};

/** Throws an error that names each bad or unknown setting. */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const { env, unreadable } = withSecretFiles(variables);
  const { oauth, errors: oauthErrors } = readSmtpOauth(env);
  const parsed = environment.safeParse(env);
  const errors = [
    ...unreadable,
    ...unknownErrors(env),
    ...(parsed.success
      ? []
      : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)),
    ...oauthErrors,
    ...directUrlErrors(env),
    ...adminPasswordErrors(env),
  ];
  if (errors.length > 0 || !parsed.success)
    throw new Error(`Bad settings in the environment:\n  ${errors.join('\n  ')}`);
  const value = parsed.data;
  const reach = readPublicAddress(value);
  return {
    host: value.HOST,
    port: value.PORT,
    ...databaseSettings(value),
    dataDir: resolve(value.RECOUP_DATA_DIR ?? defaultDataDir()),
    // The demo's passwords are published.
    seedsDemo:
      value.RECOUP_DEMO === undefined
        ? value.DATABASE_URL === undefined && !reach.isPublic
        : value.RECOUP_DEMO === '1',
    allowsPublicDemo: value.RECOUP_DEMO === '1',
    isHeld: value.RECOUP_HELD === '1',
    admin: { email: value.RECOUP_ADMIN_EMAIL, password: value.RECOUP_ADMIN_PASSWORD },
    ...reach,
    ...outgoingSettings(value, reach.publicUrl),
    smtpOauth: oauth,
    ...secretSettings(value),
    ...backupSettings(value),
    logLevel: value.RECOUP_LOG_LEVEL,
    drainSeconds: value.RECOUP_DRAIN_SECONDS,
    graceSeconds: value.RECOUP_GRACE_SECONDS,
  };
}

function unknownErrors(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => ownName.test(name) && !known.includes(name))
    .map((name) => `${name} is not a setting of Recoup (known are ${known.join(', ')})`);
}

function databaseSettings(value: z.output<typeof environment>) {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = value;
  return { databaseUrl: direct ?? url, poolerUrl: direct === undefined ? undefined : url };
}

/** Other servers that Recoup connects to. */
function outgoingSettings(value: z.output<typeof environment>, publicUrl: string) {
  return {
    smtpUrl: value.SMTP_URL,
    smtpSecretExpires: value.SMTP_OAUTH_SECRET_EXPIRES,
    mailFrom: value.MAIL_FROM ?? value.SMTP_OAUTH_USER ?? `recoup@${mailHost(publicUrl)}`,
    smsUrl: value.SMS_URL,
    egressAllow: value.RECOUP_EGRESS_ALLOW,
    graph: { graphUrl: value.RECOUP_GRAPH_URL, loginUrl: value.RECOUP_LOGIN_URL },
  };
}

function backupSettings(value: z.output<typeof environment>) {
  const { RECOUP_BACKUP_TO: to, RECOUP_BACKUP_AT: at, RECOUP_BACKUP_KEEP: keep } = value;
  const key = value.RECOUP_BACKUP_KEY;
  const backups = to === undefined ? undefined : { to, at, keep, key, s3: s3Settings(value) };
  return { backupKey: key, backups };
}

/** As Amazon's own programs read them. */
function s3Settings(value: z.output<typeof environment>): S3Settings | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = value;
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken: value.AWS_SESSION_TOKEN,
    region: value.AWS_REGION ?? value.AWS_DEFAULT_REGION ?? 'us-east-1',
    endpoint: value.AWS_ENDPOINT_URL_S3 ?? value.AWS_ENDPOINT_URL,
  };
}

function secretSettings(value: z.output<typeof environment>) {
  return {
    metricsToken: value.RECOUP_METRICS_TOKEN,
    secretKey: value.RECOUP_SECRET_KEY,
    systemAdminFactorFrom: value.RECOUP_SYSTEM_ADMIN_FACTOR_FROM,
  };
}

/** Root may run in a checkout that PostgreSQL's user cannot enter. */
function defaultDataDir(): string {
  return process.getuid?.() === 0 ? '/var/lib/recoup' : './data';
}

function directUrlErrors({
  DATABASE_URL: url = '',
  DATABASE_DIRECT_URL: direct = '',
}: NodeJS.ProcessEnv): string[] {
  const isAlone = direct !== '' && url === '';
  return isAlone ? ['DATABASE_DIRECT_URL needs DATABASE_URL, the address for requests'] : [];
}

/** The rules for all new passwords. */
function adminPasswordErrors({
  RECOUP_ADMIN_PASSWORD: password = '',
  RECOUP_ADMIN_EMAIL: email = '',
}: NodeJS.ProcessEnv): string[] {
  const error =
    password === ''
      ? undefined
      : passwordWeakness(password, {
          name: firstAdmin.name,
          email: email || firstAdmin.email,
          firmName: undefined,
        });
  return error === undefined ? [] : [`RECOUP_ADMIN_PASSWORD is no good password. ${error}`];
}

/** As containers mount secrets: `<NAME>_FILE` names the file of the value. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'RECOUP_ADMIN_PASSWORD',
  'RECOUP_METRICS_TOKEN',
  'RECOUP_SECRET_KEY',
  'RECOUP_BACKUP_TO',
  'RECOUP_BACKUP_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'SMTP_OAUTH_CLIENT_SECRET',
  'SMS_URL',
];

function withSecretFiles(variables: NodeJS.ProcessEnv): {
  env: NodeJS.ProcessEnv;
  unreadable: string[];
} {
  const env = { ...variables };
  const unreadable: string[] = [];
  for (const name of secrets) {
    const file = variables[`${name}_FILE`];
    delete env[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    if ((variables[name] ?? '') !== '')
      unreadable.push(`${name} and ${name}_FILE are both set; one of them is enough`);
    try {
      env[name] = readFileSync(file, 'utf8').trim();
    } catch {
      unreadable.push(`${name}_FILE names ${file}, which cannot be read`);
    }
  }
  return { env, unreadable };
}

type PublicAddress = {
  publicUrl: string;
  /** Without RECOUP_PUBLIC_URL every host is served. */
  servedHosts: readonly string[] | undefined;
  /** Whether other machines can reach the server, by itself or through a proxy. */
  isPublic: boolean;
};

/** The addresses of the server, and who can reach them. */
function readPublicAddress({
  HOST,
  PORT,
  RECOUP_PUBLIC_URL,
}: z.output<typeof environment>): PublicAddress {
  const host = parseHostname(inUrl(HOST)) ?? '';
  if (RECOUP_PUBLIC_URL === undefined) {
    const isPublic = !isLoopback(host);
    // A page of another site could otherwise reach this machine by a name of its own (DNS
    // rebinding).
    return {
      publicUrl: `http://${inUrl(HOST)}:${PORT}`,
      servedHosts: isPublic ? undefined : [host],
      isPublic,
    };
  }
  const { origin, protocol, hostname } = new URL(RECOUP_PUBLIC_URL);
  const isPublic = protocol === 'https:' || !isLoopback(host) || !isLoopback(hostname);
  return { publicUrl: origin, servedHosts: [hostname, host], isPublic };
}

/** An IP address is no mail domain. */
function mailHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /[a-z]/i.test(hostname) && hostname.includes('.') ? hostname : 'recoup.localhost';
}

function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
