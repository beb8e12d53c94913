import { isDeepStrictEqual } from 'node:util';
import { commonErrorCodes, errorBody, errorStatus } from '@recoup/contract/core/errors';
import { type Endpoint, goodReply, previewReply } from '@recoup/contract/core/endpoint';
import type { GeneratedRequest } from './fuzz-request.ts';

export type Reply = { status: number; type: string; body: string; ms: number };

/** What is wrong with the reply, by the contract alone; undefined where nothing is. */
export function faultOf(
  shot: GeneratedRequest,
  reply: Reply,
  by: { documented: ReadonlySet<string>; longestMs: number },
): string | undefined {
  const { status, ms } = reply;
  if (status >= 500) return 'a 5xx';
  if (ms > by.longestMs) return `took ${Math.round(ms)} ms`;
  // An answer to HEAD has no body to check; what the app gives, HTTP drops.
  if (shot.method === 'HEAD') return undefined;
  if (status < 300)
    return shot.call ? goodFault(shot.call, reply) : straySuccess(shot, by.documented);
  return errorFault(shot.call, reply);
}

/** A changed method or address may match another endpoint; otherwise it must fail. */
function straySuccess(
  { method, url }: GeneratedRequest,
  documented: ReadonlySet<string>,
): string | undefined {
  // As every client writes it: without `.` and `..`.
  const path = new URL(url, 'http://recoup.test').pathname.replace(/[0-9a-f-]{36}/gi, '{}');
  return documented.has(`${method} ${path}`)
    ? undefined
    : 'success of what the contract does not know';
}

function goodFault(call: Endpoint, { status, type, body }: Reply): string | undefined {
  const ofDryRun = previewReply(call);
  const good = status === 200 && ofDryRun ? { status, schema: ofDryRun } : goodReply(call);
  if (status !== good.status) return `status ${status} instead of ${good.status}`;
  if (!type.startsWith('application/json'))
    return (call.produces ?? []).some((kind) => type.startsWith(kind)) ? undefined : `type ${type}`;
  const json: unknown = JSON.parse(body);
  const parsed = good.schema.safeParse(json);
  if (!parsed.success) return `a reply that is not the contract's: ${parsed.error.message}`;
  return isDeepStrictEqual(parsed.data, json)
    ? undefined
    : 'a reply with more than the contract names';
}

function errorFault(call: Endpoint | undefined, { status, type, body }: Reply): string | undefined {
  if (!type.startsWith('application/json')) return `an error of type ${type}`;
  const json: unknown = JSON.parse(body);
  const parsed = errorBody.safeParse(json);
  if (!parsed.success) return `an error in another shape: ${parsed.error.message}`;
  if (!isDeepStrictEqual(parsed.data, json)) return 'an error with more than the contract names';
  const { code } = parsed.data;
  if (errorStatus[code] !== status) return `code ${code} with status ${status}`;
  const known: readonly string[] = [...commonErrorCodes, ...(call?.errors ?? [])];
  return !call || known.includes(code) ? undefined : `code ${code}, which the call does not name`;
}
