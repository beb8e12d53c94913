import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { isEmail } from '@recoup/contract/core/fields';
import { z } from 'zod';
import { passwordWeakness } from '../platform/security/password-policy.ts';
import { isDatabaseUrl } from '../platform/database/connections.ts';
import { hostnameOf, isLoopback } from '../platform/security/allowed-hosts.ts';
import { type LogLevel, logLevels } from '../platform/core/log.ts';
import { validateSmsUrl } from '../sms/create-gateway.ts';
import { firstAdmin } from '../users/registration/first-admin.ts';

const known = [
  'RECOUP_DATA_DIR',
  'RECOUP_DEMO',
  'RECOUP_ADMIN_EMAIL',
  'RECOUP_ADMIN_PASSWORD',
  'RECOUP_PUBLIC_URL',
  'RECOUP_METRICS_TOKEN',
  'RECOUP_SECRET_KEY',
  'RECOUP_LOG_LEVEL',
  'RECOUP_DRAIN_SECONDS',
  'RECOUP_GRACE_SECONDS',
];
/** These may be given as `<NAME>_FILE`, the path of a file that holds the value, as secrets of containers are. */
const secrets = [
  'DATABASE_URL',
  'RECOUP_ADMIN_PASSWORD',
  'RECOUP_METRICS_TOKEN',
  'RECOUP_SECRET_KEY',
  'SMTP_URL',
  'SMS_URL',
];

const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const url = (protocols: string, message: string) =>
  z.preprocess(
    emptyIsAbsent,
    z
      .string()
      .refine((value) => hasProtocol(value, protocols.split(' ')), message)
      .optional(),
  );

/** Digits only: Number() also reads 0x50, 1e3 and a blank. */
const wholeNumber = (least: number, most: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
const seconds = (least: number, most: number) =>
  wholeNumber(least, most, `must be a number of seconds from ${least} to ${most}`);

const environment = z.object({
  PORT: z.preprocess(emptyIsAbsent, wholeNumber(0, 65_535, 'must be a port number').default(3000)),
  HOST: z.preprocess(
    emptyIsAbsent,
    z.string().refine(isHost, 'must be a host name or an IP address').default('127.0.0.1'),
  ),
  // Not checked as a URL: libpq's `postgres://user@/name?host=/folder` is none to a browser.
  DATABASE_URL: z.preprocess(
    emptyIsAbsent,
    z
      .string()
      .regex(/^postgres(?:ql)?:\/\//, {
        error: 'must begin with postgres:// or postgresql://',
        abort: true,
      })
      .refine(
        isDatabaseUrl,
        'cannot be read as postgres://USER:PASSWORD@HOST:PORT/DATABASE (write % as %25, @ as %40, / as %2F in it)',
      )
      .refine(
        (value) => !/[?&](?:sslmode=no-verify|uselibpqcompat=)/i.test(value),
        'must not switch off the check of certificates',
      )
      .optional(),
  ),
  RECOUP_DATA_DIR: z.preprocess(emptyIsAbsent, z.string().optional()),
  RECOUP_DEMO: z.preprocess(emptyIsAbsent, z.enum(['0', '1'], 'must be 0 or 1').optional()),
  RECOUP_ADMIN_EMAIL: z.preprocess(
    emptyIsAbsent,
    z.string().refine(isEmail, 'must be an email address').toLowerCase().optional(),
  ),
  // Held to the password rules below.
  RECOUP_ADMIN_PASSWORD: z.preprocess(emptyIsAbsent, z.string().optional()),
  RECOUP_METRICS_TOKEN: z.preprocess(
    emptyIsAbsent,
    z
      .string()
      .regex(/^[\x21-\x7E]{32,}$/, 'must have at least 32 characters, without blanks')
      .optional(),
  ),
  RECOUP_SECRET_KEY: z.preprocess(
    emptyIsAbsent,
    z.string().min(32, 'must have at least 32 characters').optional(),
  ),
  RECOUP_LOG_LEVEL: z.preprocess(
    emptyIsAbsent,
    z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  ),
  RECOUP_DRAIN_SECONDS: z.preprocess(emptyIsAbsent, seconds(0, 300).default(0)),
  RECOUP_GRACE_SECONDS: z.preprocess(emptyIsAbsent, seconds(1, 900).default(30)),
  RECOUP_PUBLIC_URL: z.preprocess(
    emptyIsAbsent,
    z
      .string()
      .refine((value) => hasProtocol(value, ['http:', 'https:']), {
        error: 'must begin with http:// or https://',
        abort: true,
      })
      .refine(
        isOrigin,
        'must be an address without path, query or user, such as https://recoup.yourfirm.co.za',
      )
      .optional(),
  ),
  // A query is read as options, which could switch off the check of certificates.
  SMTP_URL: url('smtp: smtps:', 'must begin with smtp:// or smtps://').refine(
    (value) => value?.includes('?') !== true,
    'must have no query',
  ),
  NODE_TLS_REJECT_UNAUTHORIZED: z.preprocess(
    emptyIsAbsent,
    z.literal('1', 'must not switch off the check of certificates').optional(),
  ),
  MAIL_FROM: z.preprocess(
    emptyIsAbsent,
    z.string().refine(isEmail, 'must be an email address').optional(),
  ),
  SMS_URL: z.preprocess(
    emptyIsAbsent,
    z
      .string()
      .superRefine((value, context) => {
        const message = validateSmsUrl(value);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      })
      .optional(),
  ),
});

export type Config = {
  host: string;
  port: number;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  seedsDemo: boolean;
  /** RECOUP_DEMO=1: the demo may be served to other machines. */
  allowsPublicDemo: boolean;
  /** Whether other machines can reach the server, by itself or through a proxy. */
  isPublic: boolean;
  admin: { email: string | undefined; password: string | undefined };
  publicUrl: string;
  /** Without RECOUP_PUBLIC_URL every host is served. */
  servedHosts: readonly string[] | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  smsUrl: string | undefined;
  /** Absent: there is no `/metrics`. */
  metricsToken: string | undefined;
  /** Absent: see `secret-key.ts`. */
  secretKey: string | undefined;
  logLevel: LogLevel;
  /** See `shutdown.ts`. */
  drainSeconds: number;
  graceSeconds: number;
};

/** Throws one Error that names every bad or unknown setting. */
export function readConfig(given: NodeJS.ProcessEnv = process.env): Config {
  const { env, unreadable } = withSecretFiles(given);
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('RECOUP_') && !known.includes(name),
  );
  const parsed = environment.safeParse(env);
  const faults = [
    ...unreadable,
    ...unknown.map((name) => `${name} is not a setting of Recoup (known are ${known.join(', ')})`),
    ...(parsed.success
      ? []
      : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)),
    ...adminPasswordFaults(env),
  ];
  if (faults.length > 0 || !parsed.success)
    throw new Error(`Bad settings in the environment:\n  ${faults.join('\n  ')}`);
  const value = parsed.data;
  const reach = reachOf(value);
  return {
    host: value.HOST,
    port: value.PORT,
    databaseUrl: value.DATABASE_URL,
    dataDir: resolve(value.RECOUP_DATA_DIR ?? defaultDataDir()),
    // The demo's passwords are published.
    seedsDemo:
      value.RECOUP_DEMO === undefined
        ? value.DATABASE_URL === undefined && !reach.isPublic
        : value.RECOUP_DEMO === '1',
    allowsPublicDemo: value.RECOUP_DEMO === '1',
    admin: { email: value.RECOUP_ADMIN_EMAIL, password: value.RECOUP_ADMIN_PASSWORD },
    ...reach,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `recoup@${mailHost(reach.publicUrl)}`,
    smsUrl: value.SMS_URL,
    metricsToken: value.RECOUP_METRICS_TOKEN,
    secretKey: value.RECOUP_SECRET_KEY,
    logLevel: value.RECOUP_LOG_LEVEL,
    drainSeconds: value.RECOUP_DRAIN_SECONDS,
    graceSeconds: value.RECOUP_GRACE_SECONDS,
  };
}

/** Under which addresses the server is reached, and from where. */
function reachOf({
  HOST,
  PORT,
  RECOUP_PUBLIC_URL,
}: z.output<typeof environment>): Pick<Config, 'publicUrl' | 'servedHosts' | 'isPublic'> {
  const host = hostnameOf(inUrl(HOST)) ?? '';
  if (RECOUP_PUBLIC_URL === undefined) {
    const isPublic = !isLoopback(host);
    // A page of another site could otherwise reach this machine by a name of its own (DNS rebinding).
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

/** The environment with the content of each `<NAME>_FILE` under `<NAME>`. */
function withSecretFiles(given: NodeJS.ProcessEnv): {
  env: NodeJS.ProcessEnv;
  unreadable: string[];
} {
  const env = { ...given };
  const unreadable: string[] = [];
  for (const name of secrets) {
    const file = given[`${name}_FILE`];
    delete env[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    if ((given[name] ?? '') !== '')
      unreadable.push(`${name} and ${name}_FILE are both set; one of them is enough`);
    try {
      env[name] = readFileSync(file, 'utf8').trim();
    } catch {
      unreadable.push(`${name}_FILE names ${file}, which cannot be read`);
    }
  }
  return { env, unreadable };
}

/** Root may sit in a checkout that PostgreSQL's unprivileged user cannot enter, so its data lies where services keep theirs. */
function defaultDataDir(): string {
  return process.getuid?.() === 0 ? '/var/lib/recoup' : './data';
}

/** The rules for every new password; the sentence names the setting and the rule. */
function adminPasswordFaults({
  RECOUP_ADMIN_PASSWORD: password = '',
  RECOUP_ADMIN_EMAIL: email = '',
}: NodeJS.ProcessEnv): string[] {
  const fault =
    password === ''
      ? undefined
      : passwordWeakness(password, { name: firstAdmin.name, email: email || firstAdmin.email });
  return fault === undefined ? [] : [`RECOUP_ADMIN_PASSWORD is no good password. ${fault}`];
}

function isHost(value: string): boolean {
  return isIPv6(value) || (!value.includes(':') && hostnameOf(value) !== undefined);
}

function isOrigin(value: string): boolean {
  const { href, origin } = new URL(value);
  return href === `${origin}/`;
}

/** An IPv6 address stands in brackets there. */
function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

function hasProtocol(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** An address literal is no mail domain. */
function mailHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /[a-z]/i.test(hostname) && hostname.includes('.') ? hostname : 'recoup.localhost';
}
