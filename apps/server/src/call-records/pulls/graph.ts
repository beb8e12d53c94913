import { createHash } from 'node:crypto';
import { z } from 'zod';
import { seconds } from '../../platform/core/clock.ts';

/** Addresses of Microsoft; tests set others. */
export type GraphAddresses = { graphUrl: string; loginUrl: string };
export const microsoft: GraphAddresses = {
  graphUrl: 'https://graph.microsoft.com',
  loginUrl: 'https://login.microsoftonline.com',
};

export type GraphClient = { tenant: string; clientId: string; secret: string };
export type GraphPeriod = {
  list: 'getPstnCalls' | 'getDirectRoutingCalls';
  from: Date;
  to: Date;
  /** The end of all requests, by `performance.now()`. */
  endsAt: number;
};
export type GraphPage = { rows: readonly Record<string, unknown>[]; sha256: Buffer };

/** A sentence for the firm admin; `retryAfterMs` where Microsoft has named it. */
export class PullError extends Error {
  readonly retryAfterMs: number | undefined;
  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

const timeoutMs = seconds(30);
/** A page has at most 1,000 calls of some 700 bytes. */
const mostBytes = 8 * 1024 * 1024;
const mostPages = 200;
/** Longer pauses end the try; the next one is planned after them. */
const longestWaitMs = seconds(30);
const mostWaits = 5;

/** The pages of a list of call records. Throws `PullError`. */
export async function* listGraphCalls(
  { graphUrl, loginUrl }: GraphAddresses,
  client: GraphClient,
  { list, from, to, endsAt }: GraphPeriod,
): AsyncGenerator<GraphPage> {
  const token = await requestToken({ graphUrl, loginUrl }, { ...client, endsAt });
  const period = `fromDateTime=${from.toISOString()},toDateTime=${to.toISOString()}`;
  let next: string | undefined =
    `${base(graphUrl)}/v1.0/communications/callRecords/${list}(${period})`;
  for (let page = 0; next !== undefined; page += 1) {
    if (page === mostPages) throw new PullError('Microsoft sent more pages than Recoup reads.');
    const text = await readPage(next, { bearer: token, endsAt });
    const { value, '@odata.nextLink': link } = parsePage(text);
    yield { rows: value, sha256: createHash('sha256').update(text).digest() };
    // The token goes to Graph alone.
    if (link !== undefined && new URL(link, graphUrl).origin !== new URL(graphUrl).origin)
      throw new PullError('Microsoft named a next page at another address.');
    next = link;
  }
}

function base(url: string): string {
  return url.replace(/\/+$/, '');
}

async function requestToken(
  { graphUrl, loginUrl }: GraphAddresses,
  { tenant, clientId, secret, endsAt }: GraphClient & Pick<GraphPeriod, 'endsAt'>,
) {
  const address = `${base(loginUrl)}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`;
  const { status, text } = await request(address, {
    endsAt,
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
      scope: `${base(graphUrl)}/.default`,
    }),
  });
  const parsed = token.safeParse(tryParse(text));
  if (status === 200 && parsed.success) return parsed.data.access_token;
  const code = /AADSTS\d{5,8}/.exec(text)?.[0] ?? '';
  throw new PullError(`Microsoft refused the sign-in. ${causes[code] ?? checkThem}`);
}

const token = z.object({ access_token: z.string().regex(/^[\x21-\x7E]{1,20000}$/) });
const checkThem = 'Check the tenant, the application and its secret.';
const causes: Readonly<Record<string, string>> = {
  AADSTS7000215: 'The client secret is wrong: it must be its value, not its ID.',
  AADSTS7000222: 'The client secret has expired: create another one.',
  AADSTS700016: 'The tenant has no application with this ID.',
  AADSTS90002: 'There is no such tenant.',
  AADSTS900023: 'There is no such tenant.',
};

/** Waits as Microsoft asks, if it is not long. */
async function readPage(
  address: string,
  { bearer, endsAt }: { bearer: string; endsAt: number },
): Promise<string> {
  for (let waits = 0; ; waits += 1) {
    const { status, text, retryAfterMs } = await request(address, {
      endsAt,
      headers: { authorization: `Bearer ${bearer}`, accept: 'application/json' },
    });
    if (status === 200) return text;
    if (status !== 429 && status !== 503) throw refusal(status);
    const pauseMs = retryAfterMs ?? seconds(5);
    if (pauseMs > longestWaitMs || waits === mostWaits)
      throw new PullError('Microsoft takes no more requests for now.', pauseMs);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function refusal(status: number): PullError {
  return new PullError(
    status === 401 || status === 403
      ? 'Microsoft refused the calls. The application needs the permission ' +
          'CallRecord-PstnCalls.Read.All, with the consent of an administrator.'
      : `Microsoft answered ${status}.`,
  );
}

const page = z.object({
  value: z.array(z.record(z.string(), z.unknown())),
  '@odata.nextLink': z.string().optional(),
});

function parsePage(text: string): z.output<typeof page> {
  const parsed = page.safeParse(tryParse(text));
  if (!parsed.success) throw new PullError('Microsoft sent no list of calls.');
  return parsed.data;
}

type Answer = { status: number; text: string; retryAfterMs: number | undefined };

/** Follows no redirect; the deadline includes the body. */
async function request(
  address: string,
  { endsAt, ...init }: RequestInit & Pick<GraphPeriod, 'endsAt'>,
): Promise<Answer> {
  const { host } = new URL(address);
  const leftMs = endsAt - performance.now();
  if (leftMs <= 0) throw outOfTime();
  try {
    const signal = AbortSignal.timeout(Math.min(timeoutMs, Math.ceil(leftMs)));
    const response = await fetch(address, { ...init, signal, redirect: 'manual' });
    const after = response.headers.get('retry-after') ?? '';
    const retryAfterMs = /^\d{1,5}$/.test(after) ? seconds(Number(after)) : undefined;
    return { status: response.status, text: await readText(response), retryAfterMs };
  } catch (error) {
    if (error instanceof PullError) throw error;
    if (performance.now() >= endsAt) throw outOfTime();
    throw new PullError(`${host} cannot be reached, or did not answer in time.`);
  }
}

function outOfTime(): PullError {
  return new PullError(
    'Microsoft did not send all calls within half an hour. Those that came are kept.',
  );
}

async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new PullError('Microsoft sent a page that is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
