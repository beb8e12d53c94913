import { isDeepStrictEqual } from 'node:util';
import { allEndpoints } from '@recoup/contract/endpoints';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import type { Db } from '../../src/platform/database/connections.ts';
import { createFirmScope } from '../../src/platform/core/actor.ts';
import { hashPassword } from '../../src/platform/security/password-hashing.ts';
import { createSecretKeys } from '../../src/platform/security/secret-key.ts';
import type { ApiRequest } from '../api.ts';
import { changedBetween, type Digest, watchTables } from './digest.ts';
import type { Forgery } from './forgeries.ts';
import type { InnerDoor } from './inner-door.ts';
import { hiddenFrom, leaksIn, looksOfList } from './leaks.ts';
import { type Target, targetsOf } from './objects.ts';
import { adminOfB, type Principal, principals, tokenOf } from './principals.ts';
import {
  type Ask,
  answers,
  type Case,
  type Question,
  type Verdict,
  verdictOf,
} from './verdicts.ts';
import { aWorld, password } from './world.ts';

export type Door = {
  db: Db;
  now: () => Date;
  send: (what: string, request: ApiRequest) => Promise<LightMyRequestResponse>;
};
export type Figures = {
  cells: number;
  denied: number;
  changes: number;
  compared: number;
  forgeries: number;
};

type Cell = { question: Question; who: Principal; target: Target; verdict: Verdict };
type Seen = { verdict: Verdict; text: string };

/** Sends every cell of the questions through the app. What is found goes to `onFault`, which may throw to end it. */
export type Matrix = {
  figures: Figures;
  /** Everything as it was, the counters of failures too. */
  putBack(): Promise<void>;
  ask(
    question: Question,
    onFault: (fault: string) => void,
    asking?: readonly Principal[],
  ): Promise<void>;
  /** Sends what would be allowed as a page of another site would. */
  forge(question: Question, forgery: Forgery, onFault: (fault: string) => void): Promise<void>;
  /** Asks a repository itself, past everything that stands before it. */
  open(inner: InnerDoor, onFault: (fault: string) => void): Promise<void>;
};

/** The people of the matrix at the door of the app, on a database of its own: whatever a cell changes is put back. */
export async function openMatrix(door: Door): Promise<Matrix> {
  const tables = await watchTables(door.db);
  const now = door.now();
  const codeKey = await createSecretKeys(door.db, undefined)('one-time codes');
  const world = await aWorld(door.db, { passwordHash: await hashPassword(password), codeKey, now });
  const signOut = async (token: string): Promise<void> =>
    void (await door.send('POST /logout', { token }));
  const tokens = new Map<Principal, string | undefined>();
  for (const who of principals)
    tokens.set(who, await tokenOf(door.db, who, { world, now, signOut }));
  await tables.keep();
  const before = await tables.digest();
  const figures = { cells: 0, denied: 0, changes: 0, compared: 0, forgeries: 0 };

  const askCell = async (
    cell: Cell,
    absent: Seen | undefined,
  ): Promise<{ seen: Seen; faults: string[] }> => {
    const { question, who, verdict, target } = cell;
    const given = { world, who, me: who.person(world), side: who.side(world), id: target.id };
    const request = requestOf(question, given, tokens.get(who));
    const writes = await tables.countWrites();
    const reply = await door.send(request.what, request);
    const hasWritten = (await tables.countWrites()) !== writes;
    const isChange = verdict === 'ok' && isWrite(question);
    const changed = hasWritten
      ? changedBetween(before, await tables.digest(), isChange ? ownerOf(given, target) : undefined)
      : [];
    if (hasWritten) await tables.restore();
    const sent = `${request.what} ${JSON.stringify(request.body)}`;
    const faults = [
      ...faultsOfAnswer(reply, cell, given),
      ...hiddenFrom(reply, { question, given, sent }),
      ...changed
        .filter((key) => !isChange || !isNobodys(key, before, cell))
        .map((key) => `changed ${key}`),
    ];
    const seen = { verdict, text: textOf(reply) };
    if (isCompared(cell, absent)) {
      figures.compared += 1;
      if (seen.text !== absent?.text)
        faults.push(`differs from a missing one: ${seen.text} / ${absent?.text}`);
    }
    figures.cells += 1;
    if (isChange) figures.changes += 1;
    else if (isWrite(question)) figures.denied += 1;
    return { seen, faults };
  };

  return {
    figures,
    putBack: async () => tables.restore(),
    async ask(question, onFault, asking = principals) {
      for (const who of asking) {
        let absent: Seen | undefined;
        for (const target of targetsOf(question.of, world, who)) {
          const cell = { question, who, target, verdict: verdictOf(question, who, target) };
          const { seen, faults } = await askCell(cell, absent);
          if (target.relation === 'absent') absent = seen;
          for (const fault of faults)
            onFault(
              `${question.call} ${question.at}: ${target.name} asked by ${who.name}: ${fault}`,
            );
        }
      }
    },
    async forge(question, { name, headers, status, code }, onFault) {
      for (const who of principals) {
        const target = targetsOf(question.of, world, who).find(
          (each) => verdictOf(question, who, each) === 'ok' || question.anyone !== undefined,
        );
        if (!target) continue;
        const request = requestOf(
          question,
          { world, who, me: who.person(world), side: who.side(world), id: target.id },
          tokens.get(who),
        );
        const writes = await tables.countWrites();
        // A body of another kind is one whatever the call takes.
        const body = status === 415 ? 'a=b' : request.body;
        const reply = await door.send(request.what, {
          ...request,
          body,
          headers: { ...request.headers, ...headers },
        });
        const hasWritten = (await tables.countWrites()) !== writes;
        const changed = hasWritten ? changedBetween(before, await tables.digest()) : [];
        if (hasWritten) await tables.restore();
        figures.forgeries += 1;
        const isRefused =
          reply.statusCode === status && reply.json<{ code: string }>().code === code;
        if (!isRefused)
          onFault(
            `${question.call} with ${name} by ${who.name}: was ${reply.statusCode} ${reply.body.slice(0, 100)}`,
          );
        for (const key of changed)
          onFault(`${question.call} with ${name} by ${who.name}: changed ${key}`);
      }
    },
    async open(inner, onFault) {
      const given = { world, who: adminOfB, me: world.b.people.admin, side: world.b, id: '' };
      // A foreign key that stands in the way is a refusal too.
      const answer = await door.db
        .transaction()
        .execute((trx) => inner.open(trx, createFirmScope(world.b.id), world.a))
        .catch((error: Error) => (error instanceof pg.DatabaseError ? inner.answers : error.stack));
      const changed = changedBetween(before, await tables.digest(), world.b.id);
      await tables.restore();
      const isAsExpected = !('answers' in inner) || isDeepStrictEqual(answer, inner.answers);
      const shown = JSON.stringify(answer ?? null, (_, each: unknown) =>
        typeof each === 'bigint' ? `${each}n` : each,
      );
      const faults = [
        ...(isAsExpected ? [] : [`answered ${shown}`]),
        ...leaksIn(shown, given),
        ...changed.map((key) => `changed ${key}`),
      ];
      for (const fault of faults) onFault(`${inner.room}: ${inner.name}: ${fault}`);
    },
  };
}

function requestOf(
  question: Question,
  given: Case,
  token: string | undefined,
): ApiRequest & { what: string } {
  const call = allEndpoints[question.call];
  if (!call) throw new Error(`no call ${question.call}`);
  const { params = {}, query = {}, body, headers }: Ask = question.ask(given);
  // What points at nothing can still be malformed: nobody may be told so who may not call it at all.
  const search = new URLSearchParams({
    ...query,
    ...(question.of === 'none' && given.id !== '' && { nonsense: '1' }),
  }).toString();
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? given.id);
  return {
    what: `${call.method} ${path}${search === '' ? '' : `?${search}`}`,
    token,
    from: addressOf(given),
    body,
    headers,
  };
}

/** Each principal asks from an address of its own, so that nobody's failures keep another one out. */
function addressOf({ who }: Case): string {
  return `10.20.${principals.indexOf(who)}.1`;
}

function isWrite(question: Question): boolean {
  return question.writes ?? allEndpoints[question.call]?.method !== 'GET';
}

function faultsOfAnswer(
  reply: LightMyRequestResponse,
  { question, verdict }: Cell,
  given: Case,
): string[] {
  const { status, code } = answers[verdict];
  const isStatus = status.some((each) => each === reply.statusCode);
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  const body: unknown = isJson ? reply.json() : undefined;
  const isCode = code === undefined || (body as { code?: string } | undefined)?.code === code; // the one shape of errors
  if (!isStatus || !isCode)
    return [`expected ${verdict}, was ${reply.statusCode} ${reply.body.slice(0, 200)}`];
  if (code !== undefined || body === undefined) return [];
  return [looksOfList(body), question.shows?.(body, given)].filter((fault) => fault !== undefined);
}

/** Whatever differs between two answers but the moment they were given and their own number. */
function textOf(reply: LightMyRequestResponse): string {
  const { date: _, 'x-request-id': __, ...headers } = reply.headers;
  return `${reply.statusCode} ${JSON.stringify(headers)} ${reply.body}`;
}

function isCompared({ question, target, verdict }: Cell, absent: Seen | undefined): boolean {
  if (absent?.verdict !== verdict || target.relation === 'malformed' || question.echoes === true)
    return false;
  return verdict === 'ok'
    ? !isWrite(question) && ['foreign', 'higher'].includes(target.relation)
    : true;
}

/** Whose rows a change may touch. */
function ownerOf({ who, side, world }: Case, target: Target): string {
  return who.standing === 'system' ? (target.side ?? world.a).id : side.id;
}

/** Rows of no firm are touched by the system administrator, who has none, and by those who sign in; a new firm is nobody's yet. */
function isNobodys(key: string, before: Digest, { question, who }: Cell): boolean {
  const [, firm = ''] = key.split(' ');
  if (firm === '-') return who.standing === 'system' || question.anyone !== undefined;
  return ![...before.keys()].some((each) => each.endsWith(` ${firm}`));
}
