import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  localAuthority,
  type OauthSmtp,
  startOauthSmtp,
  startTokenServer,
  type TokenAnswer,
} from '../../../test/oauth-mail.ts';
import { hours, minutes, seconds } from '../../platform/core/clock.ts';
import type { OauthSettings } from './oauth-token.ts';
import { createSmtp, type Smtp } from './smtp.ts';
import { MailRejectedError, MailSignInError } from './smtp-errors.ts';

const user = 'billing@lawfirm.co.za';
const secret = 'client~secret.of-the_application';
const start = Date.parse('2026-11-28T08:00:00Z');
const clock = { at: start, now: () => new Date(clock.at) };
const warned: unknown[] = [];
type Servers = { tokens: Awaited<ReturnType<typeof startTokenServer>>; smtp: OauthSmtp };
const ctx: Partial<Servers> = {};
const tokens = () => ctx.tokens as Servers['tokens']; // set in beforeAll
const smtp = () => ctx.smtp as Servers['smtp']; // set in beforeAll

beforeAll(async () => {
  ctx.tokens = await startTokenServer();
  ctx.smtp = await startOauthSmtp();
});
beforeEach(() => {
  clock.at = start;
  warned.length = 0;
  Object.assign(tokens(), { forms: [], answer: undefined, expiresIn: 3_600, issued: 0 });
  Object.assign(tokens(), { mostOpen: 0 });
  Object.assign(smtp(), {
    received: [],
    tokens: [],
    refuse: () => undefined,
    connections: 0,
    bounces: false,
  });
});
afterAll(async () => {
  await tokens().close();
  await smtp().close();
});

it('signs in by a token of the client, asked for once for many mails', async () => {
  const sender = aSender();
  await Promise.all([sender.send(mail), sender.send(mail), sender.send(mail)]);
  expect(smtp().received).toHaveLength(3);
  expect(smtp().tokens).toEqual(['token-1', 'token-1', 'token-1']);
  expect(tokens().forms.map((form) => Object.fromEntries(form))).toEqual([
    {
      grant_type: 'client_credentials',
      client_id: 'client-id',
      client_secret: secret,
      scope: 'https://outlook.office365.com/.default',
    },
  ]);
});

it('signs in over TLS from the start too', async () => {
  const secure = await startOauthSmtp({ isSecure: true });
  await aSender({ url: secure.url }).send(mail);
  expect(secure.received).toHaveLength(1);
  await secure.close();
});

it('asks for another token five minutes before the end of one', async () => {
  const sender = aSender();
  await sender.send(mail);
  clock.at += minutes(55) - 1;
  await sender.send(mail);
  clock.at += 1;
  await sender.send(mail);
  expect(smtp().tokens).toEqual(['token-1', 'token-1', 'token-2']);
});

it.each([
  ['by a challenge', 'challenge' as const],
  ['at once', { code: 535, text: '5.7.3 Authentication unsuccessful' }],
])('replaces a token that the server refuses %s, for all mails once', async (_, refusal) => {
  const sender = aSender();
  await sender.send(mail);
  smtp().refuse = (token) => (token === 'token-1' ? refusal : undefined);
  await Promise.all([sender.send(mail), sender.send(mail), sender.send(mail)]);
  expect(smtp().received).toHaveLength(4);
  expect([tokens().issued, tokens().mostOpen]).toEqual([2, 1]);
});

it('asks once more and no further after a refusal, and pauses for a minute', async () => {
  smtp().refuse = () => ({ code: 535, text: '5.7.3 Authentication unsuccessful' });
  const sender = aSender();
  const sentence =
    'The mail server refused the sign-in (535 5.7.3). The service principal in Exchange needs ' +
    'the object ID of the enterprise application and access to the mailbox, which takes up to ' +
    '30 minutes to work (docs/mail-microsoft-365.md).';
  await expect(sender.send(mail)).rejects.toEqual(new MailSignInError(sentence));
  expect([smtp().tokens, warned]).toEqual([['token-1', 'token-2'], [sentence]]);
  clock.at += minutes(1) - 1;
  await expect(sender.send(mail)).rejects.toThrow(sentence);
  expect([smtp().connections, tokens().issued, warned.length]).toEqual([2, 2, 1]);
  clock.at += 1;
  smtp().refuse = () => undefined;
  await sender.send(mail);
  expect(smtp().received).toHaveLength(1);
});

it('ends the pause where the clock was ahead and went back', async () => {
  const sender = aSender();
  const right = clock.at;
  clock.at += hours(31 * 24);
  smtp().refuse = () => ({ code: 535, text: '5.7.8 Username and Password not accepted' });
  await expect(sender.send(mail)).rejects.toThrow('refused the sign-in');
  clock.at = right;
  smtp().refuse = () => undefined;
  await sender.send(mail);
  expect(smtp().received).toHaveLength(1);
});

it('gives no token to a server without TLS', async () => {
  const plain = await startOauthSmtp({ hasTls: false });
  await expect(aSender({ url: plain.url }).send(mail)).rejects.toThrow(/STARTTLS/);
  expect([plain.tokens, plain.received]).toEqual([[], []]);
  await plain.close();
});

it('trusts no endpoint whose certificate nobody has signed', async () => {
  await expect(aSender({ authorities: undefined }).send(mail)).rejects.toThrow(
    /^localhost:\d+, which gives the tokens, cannot be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/,
  );
  expect(tokens().forms).toEqual([]);
});

const json = (status: number, body: unknown, headers = {}): TokenAnswer => {
  return (response) => void response.writeHead(status, headers).end(JSON.stringify(body));
};

it.each<[string, TokenAnswer, RegExp]>([
  ['says nothing for ever', () => {}, /sent no token within 0.3 seconds\. Recoup asks again later/],
  [
    'begins an answer and never ends it',
    (response) => void response.writeHead(200).write('{"access_token":'),
    /sent no token within 0.3 seconds/,
  ],
  [
    'ends the connection',
    (response) => void response.destroy(),
    /cannot be reached \(ECONNRESET\)/,
  ],
  [
    'answers with a page',
    (response) => void response.end('<!doctype html><title>Sign in</title>'),
    /sent no token but something else\. Check SMTP_OAUTH_TOKEN_URL/,
  ],
  [
    'answers without an end',
    (response) => void response.end('x'.repeat(1_000_000)),
    /sent no token but something else/,
  ],
  [
    'sends an empty token',
    json(200, { access_token: '', expires_in: 1 }),
    /no token but something/,
  ],
  [
    'sends a token with a line break',
    json(200, { access_token: 'a\r\nMAIL FROM:<x@x.example>', expires_in: 3_600 }),
    /no token but something else/,
  ],
  [
    'answers with a redirect',
    json(302, {}, { location: 'https://elsewhere.example' }),
    /a redirect \(302\), which Recoup does not follow\. Check SMTP_OAUTH_TOKEN_URL/,
  ],
  ['fails', json(503, {}), /refused a token \(503\)/],
  ['limits requests', json(429, {}), /takes no more requests for now \(429\)/],
  [
    'refuses without a reason',
    (response) => void response.writeHead(400).end('<h1>Bad request</h1>'),
    /refused a token \(400\)\. Check SMTP_OAUTH_TOKEN_URL/,
  ],
  [
    'refuses an expired secret',
    json(401, { error: 'invalid_client', error_description: 'AADSTS7000222: The provided …' }),
    /refused a token \(AADSTS7000222\)\. The client secret has expired: create another one\./,
  ],
  [
    'refuses with a code that Recoup does not know',
    json(400, { error: 'unauthorized_client', error_description: 'AADSTS99999999: New.' }),
    /\(unauthorized_client\)\. The client is not allowed to ask for this/,
  ],
  [
    'sends a token that has expired',
    json(200, { access_token: 'old', expires_in: 0 }),
    /sent a token that has already expired/,
  ],
])('says so in time when the endpoint %s, and sends nothing', async (_, answer, sentence) => {
  tokens().answer = answer;
  const failure = await failureFrom(aSender({ timeoutMs: 300 }).send(mail));
  expect(failure).toBeInstanceOf(MailSignInError);
  expect(failure.message).toMatch(sentence);
  expect([smtp().connections, warned]).toEqual([0, [failure.message]]);
});

it('waits as long as a limited endpoint wants, for an hour at most', async () => {
  const pauses = await Promise.all(
    ['600', '999999', 'soon', '1'].map(async (wanted) => {
      tokens().answer = (response) => void response.writeHead(429, { 'retry-after': wanted }).end();
      return (await failureFrom(aSender().send(mail))).pauseMs;
    }),
  );
  // The answers of parallel requests are those of the last one.
  expect(new Set(pauses)).toEqual(new Set([seconds(60)]));
  tokens().answer = (response) => void response.writeHead(429, { 'retry-after': '600' }).end();
  expect((await failureFrom(aSender().send(mail))).pauseMs).toBe(seconds(600));
});

it.each([
  ['no expires_in', undefined],
  ['an end within five minutes', 299],
])('uses a token with %s for one mail', async (_, expiresIn) => {
  tokens().expiresIn = expiresIn;
  const sender = aSender();
  await sender.send(mail);
  await sender.send(mail);
  expect(smtp().tokens).toEqual(['token-1', 'token-2']);
  expect(warned).toHaveLength(expiresIn === undefined ? 2 : 0);
});

it('reads an end that is a text', async () => {
  tokens().expiresIn = '3599';
  const sender = aSender();
  await sender.send(mail);
  await sender.send(mail);
  expect(tokens().issued).toBe(1);
});

it('signs an assertion with the key of a service account', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  await aSender({
    credentials: {
      kind: 'serviceAccount',
      email: 'recoup@project.iam.gserviceaccount.com',
      keyId: 'key-1',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  }).send(mail);
  const form = Object.fromEntries(tokens().forms[0] ?? []);
  expect(form).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: expect.any(String),
  });
  const [header = '', claims = '', signature = ''] = (form.assertion ?? '').split('.');
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  const iat = start / 1_000;
  expect([read(header), read(claims)]).toEqual([
    { alg: 'RS256', typ: 'JWT', kid: 'key-1' },
    {
      iss: 'recoup@project.iam.gserviceaccount.com',
      sub: user,
      scope: 'https://mail.google.com/',
      aud: tokens().url,
      iat,
      exp: iat + 600,
    },
  ]);
  const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
  const signed = Buffer.from(`${header}.${claims}`);
  expect(verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
});

it('shows no secret that an endpoint or a mail server repeats', async () => {
  tokens().answer = (response, form) =>
    void response
      .writeHead(400)
      .end(
        JSON.stringify({ error: form.get('client_secret'), error_description: form.toString() }),
      );
  const refused = await failureFrom(aSender().send(mail));
  tokens().answer = undefined;
  smtp().refuse = (token) => ({ code: 535, text: `5.7.8 no ${token} ${encodeCredentials(token)}` });
  const signIn = await failureFrom(aSender().send(mail));
  smtp().refuse = () => undefined;
  const echoing = aSender();
  await echoing.send(mail);
  const kept = smtp().tokens.at(-1) ?? '';
  smtp().bounces = true;
  const bounced = await failureFrom(
    echoing.send({ ...mail, envelope: { from: user, to: [`${kept}@lawfirm.co.za`] } }),
  );
  expect(bounced).toBeInstanceOf(MailRejectedError);
  expect(bounced.message).toContain('no …@lawfirm.co.za');
  const shown = [refused, signIn, bounced].map(
    (error) => `${error.stack} ${JSON.stringify(error)}`,
  );
  for (const hidden of [secret, encodeURIComponent(secret), 'token-', encodeCredentials('token-1')])
    expect(shown.join('\n')).not.toContain(hidden);
  expect(signIn.message).toMatch(
    /\(535 5\.7\.8\)\. The domain-wide delegation .*docs\/mail-google/,
  );
});

async function failureFrom(work: Promise<void>): Promise<MailSignInError> {
  return work.then(
    () => expect.fail('the mail was sent'),
    (error: unknown) => error as MailSignInError, // compared by the test
  );
}

function encodeCredentials(token: string): string {
  return Buffer.from(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`).toString('base64');
}

const mail = {
  from: user,
  envelope: { from: user, to: ['bookkeeper@lawfirm.co.za'] },
  subject: 'Hello',
  text: 'Hello',
};

type Settings = {
  url?: string;
  timeoutMs?: number;
  authorities?: string | undefined;
  credentials?: OauthSettings['credentials'];
};

function aSender(settings: Settings = {}): Smtp {
  const credentials = settings.credentials ?? {
    kind: 'client' as const,
    id: 'client-id',
    secret,
    scope: 'https://outlook.office365.com/.default',
  };
  return createSmtp({
    url: smtp().url,
    authorities: localAuthority,
    ...settings,
    oauth: { user, tokenUrl: tokens().url, credentials },
    clock,
    log: { warn: (fields: { reason?: unknown }) => void warned.push(fields.reason) },
  });
}
