import { isDeepStrictEqual } from 'node:util';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import type { Db } from '../../src/platform/database/connections.ts';
import { createFirmScope } from '../../src/platform/core/actor.ts';
import { hashPassword } from '../../src/platform/security/password-hashing.ts';
import { createSecretKeys } from '../../src/platform/security/secret-key.ts';
import type { ApiRequest } from '../api.ts';
import { testSecretKey } from '../secret-key.ts';
import { changedBetween, watchTables } from './digest.ts';
import type { Forgery } from './forgeries.ts';
import type { IsolationCase } from './isolation-case.ts';
import { hiddenFrom, leaksIn } from './leaks.ts';
import { targetsOf } from './objects.ts';
import { adminOfB, type Principal, principals, tokenOf } from './principals.ts';
import { type AccessCase, expectationFor } from './expectations.ts';
import { createFixture, password } from './fixture.ts';

import {
  type Cell,
  type Outcome,
  requestOf,
  isWrite,
  faultsOfAnswer,
  textOf,
  isCompared,
  ownerOf,
  isNobodys,
} from './cell.ts';
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
