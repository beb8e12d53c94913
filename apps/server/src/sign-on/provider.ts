import { emailDomain, isEmail } from '@recoup/contract/core/email-field';
import type { SignOnFailure } from '@recoup/contract/sign-on/failures';
import { isGoogle, isMicrosoft, microsoftTenant } from '@recoup/contract/sign-on/settings';
import type * as OpenIdClient from 'openid-client';
import { seconds } from '../platform/core/clock.ts';
import { type Egress, EgressError } from '../platform/egress/egress.ts';
import { exchange } from '../platform/egress/post.ts';

export type ProviderSettings = {
  egress: Egress;
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  now: Date;
};

/** Facts about an account in a verified token. */
export type Claims = {
  subject: string;
  /** In lower case; undefined unless the provider vouches for it. */
  provedEmail: string | undefined;
  /** Domains for which the provider vouches with the email, in lower case. */
  provedDomains: readonly string[];
  /** Seconds since 1970. */
  authTime: number | undefined;
  all: Readonly<Record<string, unknown>>;
};

/** `detail` is a sentence for operators and admins, and holds no secret. */
export class ProviderError extends Error {
  readonly failure: SignOnFailure;

  constructor(failure: SignOnFailure, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.failure = failure;
  }
}

/** For all requests of a step. */
export const stepMs = seconds(12);
/** Milliseconds for one request, and bytes of an answer. */
const limits = { requestMs: seconds(5), bytes: 256 * 1024 };
/** Public keys alone: with HS256 the public key could pass for a secret. */
const algorithm = /^(?:RS256|RS384|RS512|PS256|PS384|PS512|ES256|ES384|ES512|EdDSA|Ed25519)$/;

type Library = typeof OpenIdClient;

/** Loaded with the first single sign-on. */
async function loadLibrary(): Promise<Library> {
  return import('openid-client');
}

type Question = {
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
  /** The user has to sign in again although the provider knows the browser. */
  isFresh: boolean;
};

/** The address at which the user signs in. Throws `ProviderError`. */
export async function authorizationAddress(of: ProviderSettings, question: Question): Promise<URL> {
  const library = await loadLibrary();
  const config = await discover(library, of);
  const { redirectUri, state, nonce, verifier, isFresh } = question;
  const endpoint = config.serverMetadata().authorization_endpoint ?? '';
  const schemes = ['https:', new URL(of.issuer).protocol];
  if (!URL.canParse(endpoint) || !schemes.includes(new URL(endpoint).protocol))
    throw new ProviderError('unreachable', 'The provider names an address that is not encrypted.');
  return library.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  });
}

/** Whether its answers name it (RFC 9207); undefined while it does not describe itself. */
export async function namesItself(of: ProviderSettings): Promise<boolean | undefined> {
  const config = await discover(await loadLibrary(), of).catch((error: unknown) => {
    if (error instanceof ProviderError) return undefined;
    throw error;
  });
  return config && config.serverMetadata().authorization_response_iss_parameter_supported === true;
}

type Expected = { url: URL; state: string; nonce: string; verifier: string };

/**
 * Exchanges the code in the address, and verifies issuer, audience, time, nonce and signature of
 * the token. Keys are read for each sign-in, so a change of keys needs no restart.
 * Throws `ProviderError`.
 */
export async function readClaims(of: ProviderSettings, expected: Expected): Promise<Claims> {
  const library = await loadLibrary();
  const config = await discover(library, of);
  const { url, state, nonce, verifier } = expected;
  const checks = {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  };
  const tokens = await library
    .authorizationCodeGrant(config, url, checks)
    .catch((error: unknown) => {
      throw fromLibrary(library, error);
    });
  requireAlgorithm(tokens.id_token ?? '');
  return toClaims(of.issuer, tokens.claims() ?? {});
}

async function discover(library: Library, of: ProviderSettings) {
  const { issuer, clientId, clientSecret, now } = of;
  const isPlain = issuer.startsWith('http:');
  const times = {
    [library.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
    [library.clockTolerance]: 60,
  };
  try {
    const config = await library.discovery(
      new URL(issuer),
      clientId,
      times,
      clientSecret === undefined ? library.None() : withSecret(library, clientSecret),
      {
        // The egress rules decide where a connection may be unencrypted.
        execute: [
          library.enableNonRepudiationChecks,
          ...(isPlain ? [library.allowInsecureRequests] : []),
        ],
        [library.customFetch]: fetchThrough(of.egress),
      },
    );
    // The library leaves the comparison out for some addresses and hosts.
    if (config.serverMetadata().issuer !== issuer)
      throw new ProviderError('unreachable', otherIssuer);
    return config;
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const sentence = egressSentence(error) ?? 'The provider describes itself in no known way.';
    throw new ProviderError('unreachable', sentence, error);
  }
}

const otherIssuer =
  'The provider calls itself by another issuer. Enter it exactly as the provider writes it.';

/** In the way that the provider takes. */
function withSecret(library: Library, secret: string): OpenIdClient.ClientAuth {
  const [post, basic] = [library.ClientSecretPost(secret), library.ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_post') ? post : basic)(server, ...rest);
  };
}

/** `fetch` by the egress rules, without redirects, with limits of time and size. */
function fetchThrough(egress: Egress): OpenIdClient.CustomFetch {
  const until = Date.now() + stepMs;
  return async (url, { method, headers, body }) => {
    const timeoutMs = Math.min(limits.requestMs, until - Date.now());
    if (timeoutMs <= 0) throw new EgressError('timeout');
    const answer = await exchange({
      egress,
      url: new URL(url),
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: bodyText(body),
      timeoutMs,
      maxBytes: limits.bytes,
    });
    const type = answer.headers['content-type'];
    const { status } = answer;
    // `Response` takes no other status with a body.
    if (status < 200 || status > 599 || [204, 205, 304].includes(status))
      throw new EgressError('no_answer');
    return new Response(new Uint8Array(answer.body), {
      status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}

/** The library sends forms alone. */
function bodyText(body: unknown): string | undefined {
  return body instanceof URLSearchParams ? body.toString() : undefined;
}

function egressSentence(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof EgressError) return each.message;
  return undefined;
}

function fromLibrary(library: Library, error: unknown): ProviderError {
  const sentence = egressSentence(error);
  if (sentence !== undefined) return new ProviderError('unreachable', sentence, error);
  if (error instanceof library.AuthorizationResponseError)
    return new ProviderError('cancelled', `The provider answered: ${errorName(error)}.`, error);
  if (!(error instanceof library.ResponseBodyError)) {
    const failure = unreadable.has(errorName(error)) ? 'unreachable' : 'invalid';
    return new ProviderError(failure, `The answer was not accepted: ${errorName(error)}.`, error);
  }
  const failure = error.error === 'invalid_grant' ? 'expired' : 'unreachable';
  return new ProviderError(failure, `The provider answered: ${errorName(error)}.`, error);
}

/** Answers that are none of OpenID Connect, as of a proxy whose provider is down. */
const unreadable: ReadonlySet<string> = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** The code of an error, such as `invalid_client`; other texts of a stranger are left out. */
function errorName(error: unknown): string {
  const { error: name, code } = (error ?? {}) as { error?: unknown; code?: unknown }; // any value
  const text = typeof name === 'string' ? name : code;
  return typeof text === 'string' && /^[\w-]{1,60}$/.test(text) ? text : 'an error without a code';
}

function requireAlgorithm(token: string): void {
  const header = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
  const { alg } = JSON.parse(header) as { alg?: unknown }; // the library has read it
  if (typeof alg === 'string' && algorithm.test(alg)) return;
  throw new ProviderError('invalid', 'The answer was not accepted: its signature is of no use.');
}

function toClaims(issuer: string, all: Readonly<Record<string, unknown>>): Claims {
  const subject = isMicrosoft(issuer) ? microsoftSubject(issuer, all) : all.sub;
  if (typeof subject !== 'string' || !/^[^\p{Cc}]{1,255}$/u.test(subject))
    throw new ProviderError('invalid', 'The answer was not accepted: it names no account.');
  const authTime = typeof all.auth_time === 'number' ? all.auth_time : undefined;
  const email = typeof all.email === 'string' ? all.email.toLowerCase() : '';
  const isProved = isEmail(email) && isEmailProved(issuer, all);
  const provedDomains = isProved ? [emailDomain(email), ...organisationDomains(issuer, all)] : [];
  return { subject, provedEmail: isProved ? email : undefined, provedDomains, authTime, all };
}

/** The object id, which is the same in all applications of the tenant. */
function microsoftSubject(issuer: string, { tid, oid }: Readonly<Record<string, unknown>>) {
  if (typeof tid !== 'string' || tid.toLowerCase() !== microsoftTenant(issuer))
    throw new ProviderError('invalid', 'The answer was not accepted: it is of another tenant.');
  return oid;
}

/**
 * At Google, anyone can make a private account with an email of the firm and keep it after leaving:
 * only accounts of the firm's Workspace name its domain. The empty domain is no firm's.
 */
function organisationDomains(issuer: string, { hd }: Readonly<Record<string, unknown>>): string[] {
  if (!isGoogle(issuer)) return [];
  return [typeof hd === 'string' ? hd.toLowerCase() : ''];
}

/** Microsoft vouches for the domain of an email by `xms_edov`, and never for that of a guest. */
function isEmailProved(issuer: string, all: Readonly<Record<string, unknown>>): boolean {
  if (!isMicrosoft(issuer)) return all.email_verified === true;
  const isGuest = all.acct === 1 || all.acct === '1' || all.idp !== undefined;
  return !isGuest && [true, 1, '1', 'true'].some((value) => value === all.xms_edov);
}
