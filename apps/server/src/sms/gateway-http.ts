import type { Sms } from './gateway.ts';

const timeoutMs = 10_000;

/** Plain HTTP only for a test's gateway on this machine. */
export function baseUrl(url: URL): string {
  const isHere = url.hostname === '127.0.0.1' || url.hostname === 'localhost';
  return `${isHere ? 'http' : 'https'}://${url.host}`;
}

export function basicAuth(url: URL): string {
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** `+27821234567` from `0821234567`. */
export function toE164({ to }: Sms): string {
  return `+27${to.slice(1)}`;
}

/** Follows no redirect. */
export async function requestGateway(
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
export class SmsRejectedError extends Error {
  constructor(gateway: string, status: number) {
    super(`${gateway} answered ${status}`);
  }
}
