import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { OauthSettings } from '../mail/delivery/oauth-token.ts';

const microsoftScope = 'https://outlook.office365.com/.default';
const clientSettings = [
  'SMTP_OAUTH_TOKEN_URL',
  'SMTP_OAUTH_CLIENT_ID',
  'SMTP_OAUTH_CLIENT_SECRET',
] as const;

type Outcome = { errors: string[]; oauth?: OauthSettings };

/** The sign-in at the mail server without a password; each value alone is checked elsewhere. */
export function readSmtpOauth(env: NodeJS.ProcessEnv): Outcome {
  const set = (name: string): string => env[name] ?? '';
  const isUsed = Object.keys(env).some((name) => name.startsWith('SMTP_OAUTH_') && set(name));
  if (!isUsed) return { errors: [] };
  const account = set('SMTP_OAUTH_SERVICE_ACCOUNT');
  const errors = [
    ...addressErrors(set('SMTP_URL')),
    ...(set('SMTP_OAUTH_USER') === ''
      ? ['SMTP_OAUTH_USER is missing: name the mailbox that sends']
      : []),
    ...(account === '' ? clientErrors(set) : accountErrors(set)),
  ];
  const read = account === '' ? readClient(set) : readServiceAccount(account);
  if (typeof read === 'string') return { errors: [...errors, read] };
  return { errors, oauth: { user: set('SMTP_OAUTH_USER'), ...read } };
}

function addressErrors(url: string): string[] {
  if (url === '') return ['SMTP_URL is missing: SMTP_OAUTH_USER needs host and port of the server'];
  if (!URL.canParse(url)) return [];
  const { username, password } = new URL(url);
  return username === '' && password === ''
    ? []
    : ['SMTP_URL must have no user and no password beside SMTP_OAUTH_USER'];
}

function clientErrors(set: (name: string) => string): string[] {
  const missing = clientSettings.filter((name) => set(name) === '');
  return missing.map(
    (name) =>
      `${name} is missing: set ${clientSettings.join(', ')} for Microsoft 365, ` +
      'or SMTP_OAUTH_SERVICE_ACCOUNT for Google',
  );
}

function accountErrors(set: (name: string) => string): string[] {
  const others = [...clientSettings, 'SMTP_OAUTH_SCOPE'].filter((name) => set(name) !== '');
  return others.map((name) => `${name} must not be set beside SMTP_OAUTH_SERVICE_ACCOUNT`);
}

type Client = Omit<OauthSettings, 'user'>;

function readClient(set: (name: string) => string): Client {
  return {
    tokenUrl: set('SMTP_OAUTH_TOKEN_URL'),
    credentials: {
      kind: 'client',
      id: set('SMTP_OAUTH_CLIENT_ID'),
      secret: set('SMTP_OAUTH_CLIENT_SECRET'),
      scope: set('SMTP_OAUTH_SCOPE') || microsoftScope,
    },
  };
}

const keyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key: z.string(),
  private_key_id: z.string().optional(),
  token_uri: z.string().refine(isHttps),
});

/** Returns a sentence for a file that is none of Google's. */
function readServiceAccount(file: string): Client | string {
  const text = tryRead(file);
  const named = `SMTP_OAUTH_SERVICE_ACCOUNT names ${file}, which`;
  if (text === undefined) return `${named} cannot be read`;
  const parsed = keyFile.safeParse(tryParse(text));
  if (!parsed.success)
    return `${named} is not the JSON key file of a service account (${
      parsed.error.issues[0]?.path.join('.') || 'no JSON'
    } is wrong)`;
  const { client_email, private_key, private_key_id, token_uri } = parsed.data;
  if (!isRsaKey(private_key)) return `${named} has no RSA key in private_key`;
  return {
    tokenUrl: token_uri,
    credentials: {
      kind: 'serviceAccount',
      email: client_email,
      keyId: private_key_id,
      privateKey: private_key,
    },
  };
}

/** Credentials go to such an address only. */
export function isHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hash === '';
}

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
