import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { portOf } from './raw-http.ts';

type Claims = Readonly<Record<string, unknown>>;
type Key = { kid: string; privateKey: KeyObject; publicKey: KeyObject };
type Code = { nonce: string; redirect: string; challenge: string; claims: Claims };

/** How the provider lies in its next answers. */
type Lies = {
  claims?: Claims;
  header?: Claims;
  /** Makes the signature instead of the provider's key. */
  signature?: (signed: string, key: Key) => string;
  signedBy?: Key;
  document?: Claims;
  /** Parameters of the address that leads back; undefined leaves one out. */
  back?: Readonly<Record<string, string | undefined>>;
  tokens?: Claims;
  /** Happens before the tokens are sent. */
  meanwhile?: () => Promise<unknown>;
  /** Answers instead of the provider, by the path of the request. */
  answer?: Readonly<Record<string, (response: ServerResponse) => void>>;
};

type State = { person: Claims; lies: Lies; keys: Key[]; forms: URLSearchParams[] };

export type Provider = Awaited<ReturnType<typeof startProvider>>;

export function newKey(kid: string): Key {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

/** A small provider of OpenID Connect, which can lie. */
export async function startProvider({
  host = '127.0.0.1',
  path = '',
  now,
}: {
  host?: string;
  path?: string;
  now: () => Date;
}) {
  const codes = new Map<string, Code>();
  const state: State = {
    person: { sub: 'subject-1' },
    lies: {},
    keys: [newKey('key-1')],
    forms: [],
  };
  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://${host}:${portOf(server)}${path}`;

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const own = (request.url ?? '').slice(path.length);
    const lie = state.lies.answer?.[own];
    if (lie) return lie(response);
    if (own === '/token') {
      const form = await readForm(request);
      await state.lies.meanwhile?.();
      return sendTokens(response, form);
    }
    send(response, own === '/keys' ? { keys: state.keys.map(publicJwk) } : document());
  };
  const document = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...state.lies.document,
  });
  const sendTokens = (response: ServerResponse, form: URLSearchParams): void => {
    state.forms.push(form);
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code?.challenge !== challenge || code.redirect !== form.get('redirect_uri'))
      return send(response, { error: 'invalid_grant' }, 400);
    const id_token = token({ nonce: code.nonce, ...code.claims });
    send(response, {
      access_token: 'access',
      token_type: 'bearer',
      id_token,
      ...state.lies.tokens,
    });
  };
  const token = (claims: Claims): string => {
    const { lies } = state;
    const seconds = Math.floor(now().getTime() / 1000);
    const key = lies.signedBy ?? state.keys.at(-1) ?? newKey('none');
    const times = { iat: seconds, exp: seconds + 300, auth_time: seconds };
    const body = { iss: issuer, aud: 'recoup', ...times, ...claims, ...lies.claims };
    const signed = `${encode({ alg: 'RS256', kid: key.kid, ...lies.header })}.${encode(body)}`;
    const signature =
      lies.signature?.(signed, key) ??
      sign('sha256', Buffer.from(signed), key.privateKey).toString('base64url');
    return `${signed}.${signature}`;
  };

  /** Signs the person in at the provider, and returns the address back. */
  const approve = (address: string, person: Claims = state.person): URL => {
    const asked = new URL(address).searchParams;
    const code = `code-${Math.random()}`;
    codes.set(code, {
      nonce: asked.get('nonce') ?? '',
      redirect: asked.get('redirect_uri') ?? '',
      challenge: asked.get('code_challenge') ?? '',
      claims: person,
    });
    const back = new URL(asked.get('redirect_uri') ?? '');
    const answer = { code, state: asked.get('state') ?? '', ...state.lies.back };
    for (const [name, value] of Object.entries(answer))
      if (value !== undefined) back.searchParams.set(name, value);
    return back;
  };

  return Object.assign(state, {
    issuer,
    approve,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function publicJwk({ kid, publicKey }: Key) {
  return { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}

/** The attack of decades: the public key as the secret of HS256. */
export function hmacByPublicKey(signed: string, { publicKey }: Key): string {
  const secret = publicKey.export({ type: 'spki', format: 'pem' });
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // a stream of bytes
  return new URLSearchParams(Buffer.concat(parts).toString());
}
