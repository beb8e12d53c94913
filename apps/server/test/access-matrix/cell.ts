import { allEndpoints } from '@recoup/contract/endpoints';
import type { LightMyRequestResponse } from 'fastify';
import type { ApiRequest } from '../api.ts';
import { type Digest } from './digest.ts';
import { looksOfList } from './leaks.ts';
import { type Target } from './objects.ts';
import { type Principal, principals } from './principals.ts';
import {
  type CaseRequest,
  answers,
  type CaseContext,
  type AccessCase,
  type Expectation,
} from './expectations.ts';

export type Cell = {
  accessCase: AccessCase;
  who: Principal;
  target: Target;
  expected: Expectation;
};
export type Outcome = { expected: Expectation; text: string };

export function requestOf(
  accessCase: AccessCase,
  input: CaseContext,
  token: string | undefined,
): ApiRequest & { what: string } {
  const call = allEndpoints[accessCase.call];
  if (!call) throw new Error(`no call ${accessCase.call}`);
  const {
    params = {},
    query = {},
    body,
    headers,
  }: CaseRequest = (accessCase.ask ?? namedIn(accessCase.at))(input);
  // A malformed id must not be reported to a user without the right to the endpoint.
  const search = new URLSearchParams({
    ...query,
    ...(accessCase.of === 'none' && input.id !== '' && { nonsense: '1' }),
  }).toString();
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? input.id);
  return {
    what: `${call.method} ${path}${search === '' ? '' : `?${search}`}`,
    token,
    from: addressOf(input),
    body,
    headers,
  };
}

/** The id in the query, if that is its place; a path has it anyway. */
function namedIn(at: string): (value: CaseContext) => CaseRequest {
  const name = /^query\.(\w+)$/.exec(at)?.[1];
  return ({ id }) => (name === undefined ? {} : { query: { [name]: id } });
}

/** Each principal has its own address, so that failures lock out no other. */
function addressOf({ who }: CaseContext): string {
  return `10.20.${principals.indexOf(who)}.1`;
}

export function isWrite(accessCase: AccessCase): boolean {
  return accessCase.writes ?? allEndpoints[accessCase.call]?.method !== 'GET';
}

export function faultsOfAnswer(
  reply: LightMyRequestResponse,
  { accessCase, expected }: Cell,
  fields: CaseContext,
): string[] {
  const { status, code } = answers[expected];
  const isStatus = status.some((each) => each === reply.statusCode);
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  const body: unknown = isJson ? reply.json() : undefined;
  const error = body as { code?: string } | undefined; // the one shape of errors
  const isCode = code === undefined || error?.code === code;
  if (!isStatus || !isCode)
    return [`expected ${expected}, was ${reply.statusCode} ${reply.body.slice(0, 200)}`];
  if (code !== undefined || body === undefined) return [];
  return [looksOfList(body), accessCase.shows?.(body, fields)].filter(
    (fault) => fault !== undefined,
  );
}

/** The text of a reply without times and request ids. */
export function textOf(reply: LightMyRequestResponse): string {
  const { date: _, 'x-request-id': __, ...headers } = reply.headers;
  return `${reply.statusCode} ${JSON.stringify(headers)} ${reply.body}`;
}

export function isCompared({ accessCase, target, expected }: Cell, absent: Outcome | undefined) {
  if (
    absent?.expected !== expected ||
    target.relation === 'malformed' ||
    accessCase.echoes === true
  )
    return false;
  return expected === 'ok'
    ? !isWrite(accessCase) && ['foreign', 'higher'].includes(target.relation)
    : true;
}

/** Whose rows a change may touch. */
export function ownerOf({ who, side, fixture }: CaseContext, target: Target): string {
  return who.standing === 'system' ? (target.side ?? fixture.a).id : side.id;
}

/** Rows without a firm are written by the system admin and by sign-ins; a new firm is one too. */
export function isNobodys(key: string, before: Digest, { accessCase, who }: Cell): boolean {
  const [, firm = ''] = key.split(' ');
  if (firm === '-') return who.standing === 'system' || accessCase.anyone !== undefined;
  return ![...before.keys()].some((each) => each.endsWith(` ${firm}`));
}
