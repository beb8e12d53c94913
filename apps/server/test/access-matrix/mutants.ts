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
import { equivalentMutants } from './equivalent-mutants.ts';
import { principals } from './principals.ts';
import { oneOfEachWrite, accessCases } from './cases.ts';
import { testSecretKey as secretKey } from '../secret-key.ts';
import { type Matrix, openMatrix } from './run.ts';
import { watchStatements } from './watched-statements.ts';
import { widenedRows } from './widened-rows.ts';
import { recordGuards, reachesMutant, type Mutant, enableMutant } from './mutation-toggles.ts';

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
  (mutant) => wanted.test(`${mutant.kind} ${mutant.id}`) && (!isWallOn || isOfFirm(mutant)),
);

enableMutant(undefined);
const lineOf = ({ kind, id, code }: Mutant) => `${kind.padEnd(14)} ${id.padEnd(44)} ${code}\n`;
if (isListOnly) process.stdout.write(chosen.map(lineOf).join(''));
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
  return [...doors, ...calls, ...forged];
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
