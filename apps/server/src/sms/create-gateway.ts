import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { makeFolder } from '../platform/core/make-folder.ts';
import { z } from 'zod';
import { minutes } from '../platform/core/clock.ts';

const authentication = z.object({ token: z.string().min(1), expiresInMinutes: z.number() });

/**
 * SMSPortal, REST v1: `GET /v1/Authentication` returns a token for a day, `POST /v1/bulkmessages`
 * sends. `?test=1` selects the test mode, which accepts a message and sends nothing.
 */
function smsPortalGateway(url: URL): SmsGateway {
  const isTest = url.searchParams.get('test') === '1';
  let cached: { token: string; until: number } | undefined;

  async function getToken(): Promise<string> {
    if (cached && cached.until > Date.now()) return cached.token;
    const response = await requestGateway(`${baseUrl(url)}/v1/Authentication`, {
      method: 'GET',
      authorization: basicAuth(url),
    });
    if (!response.ok) throw new SmsRejectedError('SMSPortal', response.status);
    const { token, expiresInMinutes } = authentication.parse(await response.json());
    cached = { token, until: Date.now() + minutes(expiresInMinutes - 1) };
    return token;
  }

  async function post(sms: Sms): Promise<number> {
    const Messages = [{ Content: sms.text, Destination: toE164(sms).slice(1) }];
    const body = isTest ? { SendOptions: { TestMode: true }, Messages } : { Messages };
    const response = await requestGateway(`${baseUrl(url)}/v1/bulkmessages`, {
      method: 'POST',
      authorization: `Bearer ${await getToken()}`,
      body,
    });
    await response.body?.cancel();
    return response.status;
  }

  return {
    async send(sms) {
      let status = await post(sms);
      if (status === 401) {
        cached = undefined;
        status = await post(sms);
      }
      if (status < 200 || status > 299) throw new SmsRejectedError('SMSPortal', status);
    },
  };
}

/** BulkSMS.com, JSON API v1: `POST /v1/messages` with basic authentication answers 201. */
function bulkSmsGateway(url: URL): SmsGateway {
  return {
    async send(sms) {
      const body = { to: toE164(sms), body: sms.text, routingGroup: 'PREMIUM' };
      const response = await requestGateway(`${baseUrl(url)}/v1/messages`, {
        method: 'POST',
        authorization: basicAuth(url),
        body,
      });
      await response.body?.cancel();
      if (!response.ok) throw new SmsRejectedError('BulkSMS', response.status);
    },
  };
}

/** By the scheme of `SMS_URL`. */
const smsSchemes = { 'bulksms:': bulkSmsGateway, 'smsportal:': smsPortalGateway } as const;

/**
 * Without `SMS_URL`, and while the installation is held, each SMS becomes a file in the outbox of
 * the data folder.
 */
export function createSmsGateway(
  config: { smsUrl: string | undefined; dataDir: string },
  isHeld: () => Promise<boolean> = async () => false,
): SmsGateway {
  const files = fileGateway(join(config.dataDir, 'outbox'));
  if (config.smsUrl === undefined) return files;
  const url = new URL(config.smsUrl);
  const gateway = smsSchemes[url.protocol as keyof typeof smsSchemes](url); // config.ts checks it
  return { send: async (sms) => ((await isHeld()) ? files : gateway).send(sms) };
}

/** Returns the error of an `SMS_URL`, if any. */
export function validateSmsUrl(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !(url.protocol in smsSchemes) || url.hostname === '') {
    return (
      'must look like bulksms://TOKEN_ID:SECRET@api.bulksms.com ' +
      'or smsportal://CLIENT_ID:SECRET@rest.smsportal.com'
    );
  }
  if (url.username === '' || url.password === '')
    return 'must hold the id and the secret of the gateway, as scheme://ID:SECRET@host';
  return undefined;
}

/** Writes `<time>-<random>.sms.json` with `{ to, text, at }`; the rename makes it atomic. */
function fileGateway(folder: string): SmsGateway {
  return {
    async send({ to, text }) {
      makeFolder(folder);
      const at = new Date().toISOString();
      const path = join(
        folder,
        `${at.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.sms.json`,
      );
      await writeFile(`${path}.part`, `${JSON.stringify({ to, text, at })}\n`, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
  };
}

const timeoutMs = 10_000;

/** Plain HTTP only for a test's gateway on this machine. */
function baseUrl(url: URL): string {
  const isHere = url.hostname === '127.0.0.1' || url.hostname === 'localhost';
  return `${isHere ? 'http' : 'https'}://${url.host}`;
}

function basicAuth(url: URL): string {
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** `+27821234567` from `0821234567`. */
function toE164({ to }: Sms): string {
  return `+27${to.slice(1)}`;
}

/** Follows no redirect. */
async function requestGateway(
  url: string,
  request: { method: 'GET' | 'POST'; authorization: string; body?: unknown },
): Promise<Response> {
  const { method, authorization, body } = request;
  return fetch(url, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      authorization,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Without the gateway's message, which may repeat the text of the SMS. */
class SmsRejectedError extends Error {
  constructor(gateway: string, status: number) {
    super(`${gateway} answered ${status}`);
  }
}

/** A sentence for the log and the operator, without what the gateway said. */
export function smsFailureReason(error: unknown): string {
  if (error instanceof SmsRejectedError) return `${error.message}.`;
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return 'The SMS gateway gave an answer that cannot be read.';
  if (!(error instanceof Error)) return 'The SMS could not be sent.';
  if (error.name === 'TimeoutError') return 'The SMS gateway did not answer in time.';
  const { code, path } = (error.cause ?? error) as NodeJS.ErrnoException; // or has none of these
  return path === undefined
    ? `No connection to the SMS gateway was possible (${code ?? error.name}).`
    : `The folder of the outbox could not be written (${code ?? error.name}).`;
}

/** `to` is a stored cell: ten digits that begin with 0. */
export type Sms = { to: string; text: string };

export type SmsGateway = {
  /** Resolves when the gateway accepts. Errors hold neither the text nor the secret. */
  send(sms: Sms): Promise<void>;
};
