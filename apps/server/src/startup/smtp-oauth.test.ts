import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'recoup-oauth-'));
afterAll(() => rmSync(folder, { recursive: true }));

const microsoft = {
  SMTP_URL: 'smtp://smtp.office365.com:587',
  SMTP_OAUTH_USER: 'billing@lawfirm.co.za',
  SMTP_OAUTH_TOKEN_URL: 'https://login.microsoftonline.com/tenant/oauth2/v2.0/token',
  SMTP_OAUTH_CLIENT_ID: '5a1f',
  SMTP_OAUTH_CLIENT_SECRET: 'client~secret',
};
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const keyFile = {
  type: 'service_account',
  private_key_id: 'key-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: 'recoup@project.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
};
const write = (name: string, content: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const google = (content: unknown = keyFile) => ({
  SMTP_URL: 'smtp://smtp.gmail.com:587',
  SMTP_OAUTH_USER: 'billing@lawfirm.co.za',
  SMTP_OAUTH_SERVICE_ACCOUNT: write(`key-${randomUUID()}.json`, content),
});

it('reads client credentials, with Microsoft’s scope and the mailbox as the sender', () => {
  const { smtpOauth, mailFrom } = readConfig(microsoft);
  expect([smtpOauth, mailFrom]).toEqual([
    {
      user: 'billing@lawfirm.co.za',
      tokenUrl: microsoft.SMTP_OAUTH_TOKEN_URL,
      credentials: {
        kind: 'client',
        id: '5a1f',
        secret: 'client~secret',
        scope: 'https://outlook.office365.com/.default',
      },
    },
    'billing@lawfirm.co.za',
  ]);
});

it('reads another scope, another sender, the end of the secret, and the secret as a file', () => {
  const { SMTP_OAUTH_CLIENT_SECRET: secret, ...others } = microsoft;
  const config = readConfig({
    ...others,
    SMTP_OAUTH_CLIENT_SECRET_FILE: write('secret', `${secret}\n`),
    SMTP_OAUTH_SCOPE: 'https://mail.example/.default',
    SMTP_OAUTH_SECRET_EXPIRES: '2027-03-01',
    MAIL_FROM: 'recoup@lawfirm.co.za',
  });
  expect(config).toMatchObject({
    mailFrom: 'recoup@lawfirm.co.za',
    smtpSecretExpires: '2027-03-01',
    smtpOauth: { credentials: { secret, scope: 'https://mail.example/.default' } },
  });
});

it('reads Google’s key file', () => {
  expect(readConfig(google()).smtpOauth).toEqual({
    user: 'billing@lawfirm.co.za',
    tokenUrl: keyFile.token_uri,
    credentials: {
      kind: 'serviceAccount',
      email: keyFile.client_email,
      keyId: 'key-1',
      privateKey: keyFile.private_key,
    },
  });
});

it('signs in as before without these settings', () => {
  expect(readConfig({ SMTP_URL: 'smtps://user:secret@mail.example' }).smtpOauth).toBeUndefined();
});

const secrets = /client~secret|BEGIN PRIVATE KEY/;

it.each([
  ['no server', 'SMTP_URL', '', 'is missing'],
  ['a password', 'SMTP_URL', 'smtp://a:b@mail.example', 'must have no user and no password'],
  ['no mailbox', 'SMTP_OAUTH_USER', '', 'is missing'],
  ['a mailbox that is no address', 'SMTP_OAUTH_USER', 'billing', 'must be an email address'],
  ['no endpoint', 'SMTP_OAUTH_TOKEN_URL', '', 'is missing'],
  [
    'an endpoint without TLS',
    'SMTP_OAUTH_TOKEN_URL',
    'http://login.example',
    'must begin with https',
  ],
  ['no client', 'SMTP_OAUTH_CLIENT_ID', '', 'is missing'],
  ['no secret', 'SMTP_OAUTH_CLIENT_SECRET', '', 'is missing'],
  ['a day that is none', 'SMTP_OAUTH_SECRET_EXPIRES', '01/03/2027', 'must be a day'],
  ['an unknown setting', 'SMTP_OAUTH_TENANT', 'x', 'is not a setting of Recoup'],
])('does not start with %s beside client credentials', (_, name, value, problem) => {
  const start = () => readConfig({ ...microsoft, [name]: value });
  expect(start).toThrowError(`${name} ${problem}`);
  expect(start).not.toThrowError(secrets);
});

it.each<[string, NodeJS.ProcessEnv, RegExp]>([
  [
    'both forms',
    { ...google(), SMTP_OAUTH_CLIENT_SECRET: 'client~secret' },
    /SMTP_OAUTH_CLIENT_SECRET must not be set beside SMTP_OAUTH_SERVICE_ACCOUNT/,
  ],
  ['a mailbox alone', { SMTP_OAUTH_USER: 'billing@lawfirm.co.za' }, /SMTP_URL is missing/],
  [
    'a key file that is not there',
    { ...google(), SMTP_OAUTH_SERVICE_ACCOUNT: join(folder, 'none.json') },
    /SMTP_OAUTH_SERVICE_ACCOUNT names .*none\.json, which cannot be read/,
  ],
  ['a key file that is no JSON', google('PEM'), /is not the JSON key file .*\(no JSON is wrong\)/],
  [
    'the file of a client instead of a key file',
    google({ installed: { client_id: 'x' } }),
    /is not the JSON key file of a service account \(type is wrong\)/,
  ],
  [
    'a key file whose endpoint has no TLS',
    google({ ...keyFile, token_uri: 'http://oauth2.example/token' }),
    /is not the JSON key file .*\(token_uri is wrong\)/,
  ],
  ['a key file without a key', google({ ...keyFile, private_key: 'x' }), /has no RSA key/],
])('does not start with %s', (_, env, sentence) => {
  expect(() => readConfig(env)).toThrowError(sentence);
  expect(() => readConfig(env)).not.toThrowError(secrets);
});
