import { readFile } from 'node:fs/promises';
import { allEndpoints } from '@recoup/contract/endpoints';
import { buildApp } from '../../src/app.ts';
import { sql } from 'kysely';
import { connect, type Db } from '../../src/platform/database/connections.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import { createAfterResponse } from '../../src/platform/http/after-response.ts';
import { type ApiRequest, callApi } from '../api.ts';
import { startTestDatabase } from '../database.ts';
import { forgeries } from './forgeries.ts';
import { isolationCases } from './isolation-cases.ts';
import { principals } from './principals.ts';
import { oneOfEachWrite, accessCases } from './cases.ts';
import { testSecretKey as secretKey } from '../secret-key.ts';
import { type Matrix, openMatrix } from './run.ts';
import { recordGuards, reachesMutant, type Mutant, enableMutant } from './mutation-toggles.ts';
import { subscribe } from 'node:diagnostics_channel';
import { loadModule, parseSync } from 'libpg-query';
import { type SentStatement, statementChannel } from '../../src/platform/database/pg-driver.ts';
import { tablesWithoutFirm } from '../firm-conditions/firm-conditions.ts';
import { listFirmTables } from '../firm-conditions/firm-tables.ts';
import {
  type Action,
  keyScopes,
  role,
  rules,
  scopesFor,
  type SessionKind,
} from '@recoup/contract/core/access';

const sessions: readonly SessionKind[] = ['full', 'restricted', 'reset'];

/** The rows of the table of access, each with one right more. */
function widenedRows(): Mutant[] {
  // The keys of the rules.
  const actions = Object.keys(rules) as Action[];
  return actions.flatMap((action) =>
    widerThan(action).map(([name, made]) => ({
      id: `access:${action}:${name}`,
      kind: 'row',
      file: 'access.ts',
      code: `${action} for ${name} too`,
      rule: { action, made },
    })),
  );
}

function widerThan(action: Action): (readonly [name: string, made: unknown])[] {
  const rule = rules[action];
  if (rule === 'anyone') return [];
  const keys = scopesFor(action);
  const lacking = <T>(all: readonly T[], own: readonly T[]) =>
    all.filter((each) => !own.includes(each));
  return [
    ...lacking(Object.values(role), rule.roles).map(
      (each) => [`role ${each}`, { ...rule, roles: [...rule.roles, each] }] as const,
    ),
    ...lacking(sessions, rule.sessions).map(
      (each) => [`session ${each}`, { ...rule, sessions: [...rule.sessions, each] }] as const,
    ),
    // A key never stands for a reset grant.
    ...lacking(keyScopes, rule.sessions.some((each) => each !== 'reset') ? keys : keyScopes).map(
      (each) => [`scope ${each}`, { ...rule, keys: [...keys, each] }] as const,
    ),
    ['anyone', 'anyone'] as const,
  ];
}

/** Names the firm's tables that statements of the product reach without their firm. */
async function watchStatements(databaseUrl: string) {
  await loadModule();
  const firmTables = new Set(await listFirmTables(databaseUrl));
  const accepted = new Set<string>();
  const sent = new Set<string>();
  subscribe(statementChannel, (message) => {
    const { sql: statement } = message as SentStatement; // the driver publishes no other
    if (!accepted.has(statement)) sent.add(statement);
  });
  return {
    /** Statements so far are the product's own: some of them cross firms. */
    acceptSent(): void {
      for (const statement of sent) accepted.add(statement);
      sent.clear();
    },
    /** The first fault of the statements since. */
    takeFault(): string | undefined {
      const statements = [...sent];
      sent.clear();
      for (const statement of statements) {
        const tables = tablesWithoutFirm(parseSync(statement), { firmTables, isOfOneFirm: true });
        if (tables.length > 0) return `no firm for ${tables.join(', ')} in: ${statement}`;
      }
      return undefined;
    },
  };
}

const race =
  'each request looks up the session with the status of its user; this is for a simultaneous block';
const oneUse =
  'a used session is deleted; this is for two simultaneous requests (password-reset.test.ts)';
const lock =
  'it locks a row and reads nothing: another request waits in vain, which no answer shows';
const found = 'the same request has found or written it a moment before';
const sender =
  'a mail with an export always has a sender; only the mails of the server itself have none';
const again =
  'call-fees.service rejects the rows again before it stores them, all of them instead of the one';
const written = 'the user is one that this very request has written';
const joined = 'the session was found together with its user for this very request';
const oneFirm =
  'the firm of a user never changes; the check before this one finds all other changes';
const table =
  'the access rules keep the system administrator, who alone has no firm, from every such endpoint';
const oneView = 'the matrix has the views of one admin; list-views.test.ts has two of a firm';
const domainKept =
  'no user of the matrix has an email of a lost domain (released-emails, first-sign-in.test.ts)';
const adminEmail = 'await requireFirmEmail(trx, firm.firmId, { email, role: role.attorneyAdmin })';

/** Guards whose absence no answer can show, by file and code, with the reason. */
const equivalentMutants: Readonly<Record<string, string>> = {
  'password-reset.service (await lockActiveUser(trx, userId)) === undefined': race,
  'password-reset.service !(await deleteSession(trx, by.actor.sessionId))': oneUse,
  "firms.repository where('id', '=', firm.firmId)": lock,
  'firms.service !before': found,
  "list-views.repository where('userId', '=', of.userId)": oneView,
  "list-views.repository where('userId', '=', userId)": oneView,
  'entries.service entry === undefined': found,
  "mail.repository where('userId', 'is not', null)": sender,
  'attorney-types !input.assigned.includes(disbursementTypeId)': again,
  'register-firm-admin !user': written,
  [`register-firm-admin ${adminEmail}`]: domainKept,
  'users.service !user': joined,
  'first-sign-in !user': found,
  'register-endpoints now?.scope.firmId !== actor?.scope.firmId': oneFirm,
  'actor actor.scope.firmId === undefined': table,
};

// The runner of `npm run mutate`, in the instrumented copy made by `scripts/mutate-guards.mjs`.

type Given = Readonly<{
  mutants: readonly Mutant[];
  only: string;
  isListOnly: boolean;
  isNearOnly: boolean;
  isWallOn: boolean;
}>;
type Probe = { room: string; ask: (onFault: (fault: string) => void) => Promise<void> };
/** Which guards it went by, and how long it took, when none was left out. */
type Outcome = { probe: Probe; passed: ReadonlySet<string>; ms: number };

type Statements = Awaited<ReturnType<typeof watchStatements>>;

class KilledError extends Error {}

const { mutants, only, isListOnly, isNearOnly, isWallOn } = JSON.parse(
  await readFile(process.argv[2] ?? '', 'utf8'),
) as Given; // written by the script
const all = [
  ...mutants.filter(({ kind }) => kind !== 'lookup'),
  ...conditionsOfFunctions(),
  ...widenedRows(),
];
const wanted = new RegExp(only);
const chosen = all.filter(
  (mutant) =>
    wanted.test(`${mutant.kind} ${mutant.id} ${mutant.file}`) && (!isWallOn || isOfFirm(mutant)),
);

enableMutant(undefined);
const lineOf = ({ kind, id, code }: Mutant) => `${kind.padEnd(14)} ${id.padEnd(44)} ${code}\n`;
if (isListOnly) process.stdout.write(chosen.map(lineOf).join(''));
else if (chosen.length === 0) await nextMutant();
else await tryAll();
process.disconnect();

async function tryAll(): Promise<void> {
  const server = await startTestDatabase();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void server.stop().finally(() => process.exit(1)));
  const db = connect(createPool(server.url, { max: 8 }));
  const time = new Date('2026-03-18T08:00:00Z');
  const clock = { now: () => time };
  const background = createAfterResponse();
  const app = await buildApp({ db, clock, background, publicUrl: 'http://recoup.test', secretKey });
  try {
    const send = async (what: string, request: ApiRequest) => {
      const reply = await callApi(app, what, request);
      await background.settled();
      return reply;
    };
    const matrix = await openMatrix({ db, now: clock.now, send });
    await tryEach(db, matrix, await watchStatements(server.url));
  } finally {
    await app.close();
    await db.destroy();
    await server.stop();
  }
}

/** One after the other on the same people, who are put back after each. */
async function tryEach(db: Db, matrix: Matrix, statements: Statements): Promise<void> {
  const seen = isNearOnly ? undefined : await watchAll(matrix);
  statements.acceptSent();
  for (let mutant = await nextMutant(); mutant !== undefined; ) {
    const from = Date.now();
    const probes = seen ? whoMeets(mutant, seen) : nearTo(mutant, matrix);
    const judge = isOfFirm(mutant) && !isNearOnly && !isWallOn ? statements : undefined;
    const fault = await tryOne(db, matrix, { mutant, probes, statements: judge });
    const key = `${fileOf(mutant)} ${mutant.code}`;
    const { id, code } = mutant;
    mutant = await nextMutant({
      id,
      code,
      key,
      fault,
      why: isWallOn ? undefined : equivalentMutants[key],
      seconds: (Date.now() - from) / 1000,
    });
  }
}

/** Tells the script what became of one mutant, and hears which is the next. */
function nextMutant(result?: object): Promise<Mutant | undefined> {
  const next = new Promise<Mutant | undefined>((resolve) => {
    process.once('message', ({ index }: { index?: number }) =>
      resolve(index === undefined ? undefined : chosen[index]),
    );
  });
  process.send?.({ of: chosen.length, excused: Object.keys(equivalentMutants), result });
  return next;
}

/** Every probe once without a mutant: none may fail. */
async function watchAll(matrix: Matrix): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const probe of probesOf(matrix)) {
    const from = Date.now();
    const passed = await recordGuards(async () => probe.ask(fail));
    outcomes.push({ probe, passed, ms: Date.now() - from });
  }
  return outcomes.toSorted((a, b) => a.ms - b.ms);
}

function fail(fault: string): never {
  throw new Error(`without a mutant: ${fault}`);
}

function whoMeets(mutant: Mutant, outcomes: readonly Outcome[]): Probe[] {
  return outcomes.filter(({ passed }) => reachesMutant(mutant, passed)).map(({ probe }) => probe);
}

function nearTo(mutant: Mutant, matrix: Matrix): Probe[] {
  const room = roomOf(mutant);
  return probesOf(matrix).filter((probe) => probe.room === '' || probe.room.startsWith(room));
}

/** The repositories alone, every endpoint, and every endpoint called by a page of another site. */
function probesOf(matrix: Matrix): Probe[] {
  // Row-level security does not cover the repositories alone and the system administrator.
  const asking = isWallOn ? principals.filter(({ standing }) => standing !== 'system') : principals;
  const doors = (isWallOn ? [] : isolationCases).map(
    (inner): Probe => ({ room: '', ask: async (onFault) => matrix.open(inner, onFault) }),
  );
  const calls = accessCases.map(
    (accessCase): Probe => ({
      room: allEndpoints[accessCase.call]?.may ?? '',
      ask: async (onFault) => matrix.ask(accessCase, onFault, asking),
    }),
  );
  const forged = forgeries.flatMap((forgery) =>
    oneOfEachWrite(accessCases).map(
      (accessCase): Probe => ({
        room: 'forged',
        ask: async (onFault) => matrix.forge(accessCase, forgery, onFault),
      }),
    ),
  );
  const directory: Probe = {
    room: 'users:provision',
    ask: async (onFault) => matrix.askDirectory(onFault),
  };
  return [...doors, ...calls, ...forged, directory];
}

/** What the matrix notices first; undefined when it notices nothing. */
async function tryOne(
  db: Db,
  matrix: Matrix,
  of: { mutant: Mutant; probes: readonly Probe[]; statements: Statements | undefined },
): Promise<string | undefined> {
  const putBack = of.mutant.sql === undefined ? undefined : await leaveOut(db, of.mutant);
  enableMutant(of.mutant);
  try {
    return await firstFault(of);
  } finally {
    enableMutant(undefined);
    await putBack?.();
    await matrix.putBack();
  }
}

async function firstFault({
  probes,
  statements,
}: {
  probes: readonly Probe[];
  statements: Statements | undefined;
}): Promise<string | undefined> {
  const onFault = (fault: string): never => {
    throw new KilledError(fault);
  };
  try {
    for (const probe of probes) {
      await probe.ask(onFault);
      const fault = statements?.takeFault();
      if (fault !== undefined) return fault;
    }
  } catch (error) {
    if (error instanceof KilledError) return error.message;
    throw error;
  }
  return undefined;
}

/** A condition of a statement on the firm, which the policies of the database repeat. */
function isOfFirm({ kind, code }: Mutant): boolean {
  return kind.endsWith('predicate') && /firm/i.test(code);
}

/** `entries.repository`, without the line, which moves. */
function fileOf({ id }: Mutant): string {
  return id.split(':')[0] ?? '';
}

function roomOf({ id, file }: Mutant): string {
  const action = /^access:([a-z-]+:[a-z-]+):/.exec(id)?.[1];
  const folder = /server\/src\/([a-z-]+)\//.exec(file)?.[1] ?? '';
  return action ?? (folder === '' || folder === 'platform' ? '' : `${folder}:`);
}

/** The conditions of the database's own functions on a session and on a key. */
function conditionsOfFunctions(): Mutant[] {
  const conditions = {
    find_session: [
      's.token_hash = hash',
      's.expires_at > at',
      's.seen_at > idle_since',
      'u.status = 2',
    ],
    find_api_key: [
      'k.token_hash = hash',
      '(k.expires_at is null or k.expires_at > at)',
      'u.status = 2',
      'u.role = 1',
    ],
  };
  return Object.entries(conditions).flatMap(([file, codes]) =>
    codes.map((code) => ({ id: `${file}:${code}`, kind: 'predicate', file, code, sql: code })),
  );
}

/** Answers how it is put back. */
async function leaveOut(
  db: Db,
  { file, sql: condition = '' }: Mutant,
): Promise<() => Promise<void>> {
  const { rows } = await sql<{
    text: string;
  }>`select pg_get_functiondef(${file}::regproc) as text`.execute(db);
  const text = rows[0]?.text ?? '';
  if (!text.includes(condition)) throw new Error(`${file} does not ask for ${condition} any more`);
  await sql.raw(text.replace(condition, 'true')).execute(db);
  return async () => void (await sql.raw(text).execute(db));
}
