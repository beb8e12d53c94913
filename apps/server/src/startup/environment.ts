import { isIPv6 } from 'node:net';
import { isEmail } from '@recoup/contract/core/email-field';
import { z } from 'zod';
import { validatePlace } from '../backup/open-place.ts';
import { isDatabaseUrl } from '../platform/database/pool.ts';
import { parseNetworks } from '../platform/egress/egress.ts';
import { logLevels } from '../platform/core/log.ts';
import { parseHostname } from '../platform/security/allowed-hosts.ts';
import { validateSmsUrl } from '../sms/create-gateway.ts';
import { isHttps } from './smtp-oauth.ts';

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
const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
const seconds = (min: number, max: number) =>
  wholeNumber(min, max, `must be a number of seconds from ${min} to ${max}`);

// Not checked as a URL: libpq's `postgres://user@/name?host=/folder` is none to a browser.
const postgresUrl = z.preprocess(
  emptyIsAbsent,
  z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, {
      error: 'must begin with postgres:// or postgresql://',
      abort: true,
    })
    .refine(
      isDatabaseUrl,
      'cannot be read as postgres://USER:PASSWORD@HOST:PORT/DATABASE ' +
        '(write % as %25, @ as %40, / as %2F in it)',
    )
    .refine(
      (value) => !/[?&](?:sslmode=no-verify|uselibpqcompat=)/i.test(value),
      'must not switch off the check of certificates',
    )
    .optional(),
);

const text = z.preprocess(emptyIsAbsent, z.string().optional());
const httpUrl = url('http: https:', 'must begin with http:// or https://');

export const environment = z.object({
  PORT: z.preprocess(emptyIsAbsent, wholeNumber(0, 65_535, 'must be a port number').default(3000)),
  HOST: z.preprocess(
    emptyIsAbsent,
    z.string().refine(isHost, 'must be a host name or an IP address').default('127.0.0.1'),
  ),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  RECOUP_DATA_DIR: z.preprocess(emptyIsAbsent, z.string().optional()),
  RECOUP_DEMO: z.preprocess(emptyIsAbsent, z.enum(['0', '1'], 'must be 0 or 1').optional()),
  RECOUP_HELD: z.preprocess(emptyIsAbsent, z.enum(['0', '1'], 'must be 0 or 1').optional()),
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
  RECOUP_BACKUP_TO: z.preprocess(
    emptyIsAbsent,
    z
      .string()
      .superRefine((value, context) => {
        const message = validatePlace(value);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      })
      .optional(),
  ),
  RECOUP_BACKUP_AT: z.preprocess(
    emptyIsAbsent,
    z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time as HH:MM, in South Africa')
      .default('02:00'),
  ),
  RECOUP_BACKUP_KEEP: z.preprocess(
    emptyIsAbsent,
    wholeNumber(1, 9_999, 'must be a number from 1 to 9999').default(14),
  ),
  RECOUP_BACKUP_KEY: z.preprocess(
    emptyIsAbsent,
    z.string().min(32, 'must have at least 32 characters').optional(),
  ),
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: text,
  AWS_REGION: text,
  AWS_DEFAULT_REGION: text,
  AWS_ENDPOINT_URL: httpUrl,
  AWS_ENDPOINT_URL_S3: httpUrl,
  RECOUP_SYSTEM_ADMIN_FACTOR_FROM: z.preprocess(
    emptyIsAbsent,
    z.iso.date('must be a day as YYYY-MM-DD').optional(),
  ),
  RECOUP_GRAPH_URL: httpUrl.default('https://graph.microsoft.com'),
  RECOUP_LOGIN_URL: httpUrl.default('https://login.microsoftonline.com'),
  RECOUP_EGRESS_ALLOW: z.preprocess(
    emptyIsAbsent,
    z
      .string()
      .refine(
        (value) => parseNetworks(value) !== undefined,
        'must be networks such as 10.20.0.0/16, separated by commas',
      )
      .optional(),
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
  SMTP_OAUTH_USER: z.preprocess(
    emptyIsAbsent,
    z.string().refine(isEmail, 'must be an email address').optional(),
  ),
  SMTP_OAUTH_TOKEN_URL: z.preprocess(
    emptyIsAbsent,
    z.string().refine(isHttps, 'must begin with https://, without a user').optional(),
  ),
  // Checked together, with the others of their kind.
  SMTP_OAUTH_CLIENT_ID: text,
  SMTP_OAUTH_CLIENT_SECRET: text,
  SMTP_OAUTH_SCOPE: text,
  SMTP_OAUTH_SERVICE_ACCOUNT: text,
  SMTP_OAUTH_SECRET_EXPIRES: z.preprocess(
    emptyIsAbsent,
    z.iso.date('must be a day as YYYY-MM-DD').optional(),
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

function isHost(value: string): boolean {
  return isIPv6(value) || (!value.includes(':') && parseHostname(value) !== undefined);
}

function isOrigin(value: string): boolean {
  const { href, origin } = new URL(value);
  return href === `${origin}/`;
}

function hasProtocol(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}
