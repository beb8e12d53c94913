import { isDeepStrictEqual } from 'node:util';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import type { Db } from '../../src/platform/database/connections.ts';
import { createFirmScope } from '../../src/platform/core/actor.ts';
import { hashPassword } from '../../src/platform/security/password-hashing.ts';
import { createSecretKeys } from '../../src/platform/security/secret-key.ts';
import type { ApiRequest } from '../api.ts';
import { testSecretKey } from '../secret-key.ts';
import { changedBetween, watchTables, type Digest } from './digest.ts';
import type { Forgery } from './forgeries.ts';
import type { IsolationCase } from './isolation-case.ts';
import { hiddenFrom, leaksIn, looksOfList } from './leaks.ts';
import { targetsOf, type Target } from './objects.ts';
import { adminOfB, type Principal, principals, tokenOf } from './principals.ts';
import {
  type AccessCase,
  expectationFor,
  type CaseRequest,
  answers,
  type CaseContext,
  type Expectation,
} from './expectations.ts';
import { createFixture, password } from './fixture.ts';
import { allEndpoints } from '@recoup/contract/endpoints';

type Cell = { accessCase: AccessCase; who: Principal; target: Target; expected: Expectation };
type Outcome = { expected: Expectation; text: string };

function requestOf(
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

function isWrite(accessCase: AccessCase): boolean {
  return accessCase.writes ?? allEndpoints[accessCase.call]?.method !== 'GET';
}

function faultsOfAnswer(
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
function textOf(reply: LightMyRequestResponse): string {
  const { date: _, 'x-request-id': __, ...headers } = reply.headers;
  return `${reply.statusCode} ${JSON.stringify(headers)} ${reply.body}`;
}

function isCompared({ accessCase, target, expected }: Cell, absent: Outcome | undefined) {
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
function ownerOf({ who, side, fixture }: CaseContext, target: Target): string {
  return who.standing === 'system' ? (target.side ?? fixture.a).id : side.id;
}

/** Rows without a firm are written by the system admin and by sign-ins; a new firm is one too. */
function isNobodys(key: string, before: Digest, { accessCase, who }: Cell): boolean {
  const [, firm = ''] = key.split(' ');
  if (firm === '-') return who.standing === 'system' || accessCase.anyone !== undefined;
  return ![...before.keys()].some((each) => each.endsWith(` ${firm}`));
}

/** A list, a person and the end of one, as directories ask. */
function directoryCalls(id: string): [what: string, body?: object][] {
  const leaves = { op: 'replace', path: 'active', value: false };
  return [
    ['GET /scim/v2/Users'],
    [`GET /scim/v2/Users/${id}`],
    [`PATCH /scim/v2/Users/${id}`, { schemas: [], Operations: [leaves] }],
    [`DELETE /scim/v2/Users/${id}`],
  ];
}

function directoryAnswers({ key, standing }: Principal, isForeign: boolean): number[] {
  const isKnown = standing !== 'signedOut' && standing !== 'grant';
  if (!isKnown || key?.scopes.includes('provision') !== true) return [401, 403];
  return isForeign ? [404] : [200, 204];
}

export type MatrixApp = {
  db: Db;
  now: () => Date;
  /** Resolves once the work after the response has ended too. */
  send: (what: string, request: ApiRequest) => Promise<LightMyRequestResponse>;
};
export type Figures = {
  cells: number;
  denied: number;
  changes: number;
  compared: number;
  forgeries: number;
};

/** Sends every cell through the app. `onFault` may throw to end it. */
export type Matrix = {
  figures: Figures;
  /** Everything as it was, the counters of failures too. */
  putBack(): Promise<void>;
  ask(
    accessCase: AccessCase,
    onFault: (fault: string) => void,
    asking?: readonly Principal[],
  ): Promise<void>;
  /** Sends what would be allowed as a page of another site would. */
  forge(accessCase: AccessCase, forgery: Forgery, onFault: (fault: string) => void): Promise<void>;
  /** Calls SCIM, which is outside of the contract, for a person of A. */
  askDirectory(onFault: (fault: string) => void): Promise<void>;
  /** Calls a repository directly, without the guards before it. */
  open(inner: IsolationCase, onFault: (fault: string) => void): Promise<void>;
};

/** The app with the users of the matrix; each cell's changes are undone. */
export async function openMatrix(door: MatrixApp): Promise<Matrix> {
  const tables = await watchTables(door.db);
  const now = door.now();
  const codeKey = await createSecretKeys(door.db, testSecretKey)('one-time codes');
  const fixture = await createFixture(door.db, {
    passwordHash: await hashPassword(password),
    codeKey,
    now,
  });
  const signOut = async (token: string): Promise<void> =>
    void (await door.send('POST /logout', { token }));
  const tokens = new Map<Principal, string | undefined>();
  for (const who of principals)
    tokens.set(who, await tokenOf(door.db, who, { fixture, now, signOut }));
  const before = await tables.keep();
  const figures = { cells: 0, denied: 0, changes: 0, compared: 0, forgeries: 0 };

  /** Puts back what a request wrote, and returns what changed but for the rows of one firm. */
  const undoChanges = async (exceptFirm?: string): Promise<string[]> => {
    const after = await tables.digestIfWritten();
    if (after === undefined) return [];
    await tables.restore();
    return changedBetween(before, after, exceptFirm);
  };

  const askCell = async (
    cell: Cell,
    absent: Outcome | undefined,
  ): Promise<{ outcome: Outcome; faults: string[] }> => {
    const { accessCase, who, expected, target } = cell;
    const given = { fixture, who, me: who.person(fixture), side: who.side(fixture), id: target.id };
    const request = requestOf(accessCase, given, tokens.get(who));
    const reply = await door.send(request.what, request);
    // A sign-in that asks for a second factor remembers its challenge.
    const isChange = ['ok', 'factor'].includes(expected) && isWrite(accessCase);
    const changed = await undoChanges(isChange ? ownerOf(given, target) : undefined);
    const sent = `${request.what} ${JSON.stringify(request.body)}`;
    const faults = [
      ...faultsOfAnswer(reply, cell, given),
      ...hiddenFrom(reply, { accessCase, given, sent }),
      ...changed
        .filter((key) => !isChange || !isNobodys(key, before, cell))
        .map((key) => `changed ${key}`),
    ];
    const outcome = { expected, text: textOf(reply) };
    if (isCompared(cell, absent)) {
      figures.compared += 1;
      if (outcome.text !== absent?.text)
        faults.push(`differs from a missing one: ${outcome.text} / ${absent?.text}`);
    }
    figures.cells += 1;
    if (isChange) figures.changes += 1;
    else if (isWrite(accessCase)) figures.denied += 1;
    return { outcome, faults };
  };

  return {
    figures,
    putBack: async () => tables.restore(),
    async ask(accessCase, onFault, asking = principals) {
      for (const who of asking) {
        let absent: Outcome | undefined;
        for (const target of targetsOf(accessCase.of, fixture, who)) {
          const cell = {
            accessCase,
            who,
            target,
            expected: expectationFor(accessCase, who, target),
          };
          const { outcome, faults } = await askCell(cell, absent);
          if (target.relation === 'absent') absent = outcome;
          for (const fault of faults)
            onFault(
              `${accessCase.call} ${accessCase.at}: ${target.name} asked by ${who.name}: ${fault}`,
            );
        }
      }
    },
    async forge(accessCase, { name, headers, status, code }, onFault) {
      for (const who of principals) {
        const target = targetsOf(accessCase.of, fixture, who).find(
          (each) =>
            expectationFor(accessCase, who, each) === 'ok' || accessCase.anyone !== undefined,
        );
        if (!target) continue;
        const request = requestOf(
          accessCase,
          { fixture, who, me: who.person(fixture), side: who.side(fixture), id: target.id },
          tokens.get(who),
        );
        // A body of another media type, for any endpoint.
        const body = status === 415 ? 'a=b' : request.body;
        const reply = await door.send(request.what, {
          ...request,
          body,
          headers: { ...request.headers, ...headers },
        });
        const changed = await undoChanges();
        figures.forgeries += 1;
        const isRefused =
          reply.statusCode === status && reply.json<{ code: string }>().code === code;
        if (!isRefused)
          onFault(
            `${accessCase.call} with ${name} by ${who.name}: ` +
              `was ${reply.statusCode} ${reply.body.slice(0, 100)}`,
          );
        for (const key of changed)
          onFault(`${accessCase.call} with ${name} by ${who.name}: changed ${key}`);
      }
    },
    async askDirectory(onFault) {
      const { id } = fixture.a.people.attorney;
      for (const who of principals)
        for (const [what, body] of directoryCalls(id)) {
          const given = { fixture, who, me: who.person(fixture), side: who.side(fixture), id };
          const request = { token: tokens.get(who), from: addressOf(given), body };
          const reply = await door.send(what, request);
          const expected = directoryAnswers(who, what.includes(id) && given.side !== fixture.a);
          const changed = await undoChanges(expected.includes(200) ? given.side.id : undefined);
          figures.cells += 1;
          const faults = [
            ...(expected.includes(reply.statusCode) ? [] : [`was ${reply.statusCode}`]),
            ...leaksIn(reply.body, given).filter((leak) => !leak.endsWith(id)),
            ...changed.map((key) => `changed ${key}`),
          ];
          for (const fault of faults) onFault(`${what} by ${who.name}: ${fault}`);
        }
    },
    async open(inner, onFault) {
      const input = { fixture, who: adminOfB, me: fixture.b.people.admin, side: fixture.b, id: '' };
      // A violated foreign key is a rejection too.
      const answer = await door.db
        .transaction()
        .execute((trx) => inner.open(trx, createFirmScope(fixture.b.id), fixture.a))
        .catch((error: Error) => (error instanceof pg.DatabaseError ? inner.answers : error.stack));
      const changed = await undoChanges(fixture.b.id);
      const isAsExpected = !('answers' in inner) || isDeepStrictEqual(answer, inner.answers);
      const shown = JSON.stringify(answer ?? null, (_, each: unknown) =>
        typeof each === 'bigint' ? `${each}n` : each,
      );
      const faults = [
        ...(isAsExpected ? [] : [`answered ${shown}`]),
        ...leaksIn(shown, input),
        ...changed.map((key) => `changed ${key}`),
      ];
      for (const fault of faults) onFault(`${inner.room}: ${inner.name}: ${fault}`);
    },
  };
}
