import { readFile } from 'node:fs/promises';
import { role, rules, type SessionKind } from '@recoup/contract/access';
import { allCalls } from '@recoup/contract/calls';
import { buildApp } from '../../src/app.ts';
import { sql } from 'kysely';
import { connect, createPool, type Db } from '../../src/platform/db.ts';
import { callApi } from '../api.ts';
import { startTestDatabase } from '../database.ts';
import { forgeries } from './forgeries.ts';
import { innerDoors } from './inner-doors.ts';
import { masked } from './masked-mutants.ts';
import { oneOfEachWrite, questions } from './questions.ts';
import { type Matrix, openMatrix } from './run.ts';

// The runner of `npm run mutate`: lives in the copy of the sources that `scripts/mutate-guards.mjs` has put switches into.

type Mutant = {
  readonly id: string;
  readonly kind: string;
  readonly file: string;
  readonly code: string;
  readonly rule?: object;
  readonly sql?: string;
};
type Given = { readonly mutants: readonly Mutant[]; readonly only: string; readonly isListOnly: boolean; readonly isNearOnly: boolean };
/** What the switches in the copied sources look at. */
const switches = globalThis as { recoupMutant?: string; recoupRule?: object };

class KilledError extends Error {}

const { mutants, only, isListOnly, isNearOnly } = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as Given; // written by the script
const all = [...mutants.filter(({ kind }) => kind !== 'lookup'), ...conditionsOfSession(), ...widenedRows()];
const wanted = new RegExp(only);
const chosen = all.filter(({ id, kind }) => wanted.test(`${kind} ${id}`));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (isListOnly) for (const { kind, id, code } of chosen) say(`${kind.padEnd(14)} ${id.padEnd(44)} ${code}`);
else process.exitCode = (await tryAll()) ? 0 : 1;

async function tryAll(): Promise<boolean> {
  const server = await startTestDatabase();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void server.stop().finally(() => process.exit(1)));
  const db = connect(createPool(server.url, { max: 8 }));
  const time = new Date('2026-03-18T08:00:00Z');
  const app = await buildApp({ db, clock: { now: () => time }, publicUrl: 'http://recoup.test' });
  try {
    const matrix = await openMatrix({ db, now: () => time, send: async (what, request) => callApi(app, what, request) });
    const unchanged = isNearOnly ? undefined : await firstFault(matrix, undefined);
    if (unchanged !== undefined) throw new Error(`without a mutant: ${unchanged}`);
    return await tryEach(db, matrix);
  } finally {
    await app.close();
    await db.destroy();
    await server.stop();
  }
}

/** One after the other on the same people, who are put back after each. */
async function tryEach(db: Db, matrix: Matrix): Promise<boolean> {
  say(`${chosen.length} mutants`);
  const found = { killed: 0, masked: 0 };
  const survived: string[] = [];
  const excused = new Set<string>();
  const startedAt = Date.now();
  for (const mutant of chosen) {
    const from = Date.now();
    const fault = await tryOne(db, matrix, mutant);
    const key = `${fileOf(mutant)} ${mutant.code}`;
    // One guard of these words, not every one.
    const why = fault !== undefined || excused.has(key) ? undefined : masked[key];
    if (why !== undefined) excused.add(key);
    if (fault !== undefined) found.killed += 1;
    else if (why === undefined) survived.push(`${mutant.id} ${mutant.code}`);
    else found.masked += 1;
    say(
      `${((Date.now() - from) / 1000).toFixed(1).padStart(5)} s  ${mutant.id}  ${mutant.code}\n         ${verdictOn(fault, why).slice(0, 200)}`,
    );
  }
  const took = ((Date.now() - startedAt) / 1000).toFixed(0);
  say(`${found.killed} killed, ${found.masked} masked by another guard, ${survived.length} survived, in ${took} s`);
  for (const line of survived) say(`survived: ${line}`);
  return survived.length === 0;
}

function verdictOn(fault: string | undefined, why: string | undefined): string {
  if (fault !== undefined) return `killed by ${fault}`;
  return why === undefined ? 'SURVIVED' : `masked: ${why}`;
}

/** `entries.repository`, without the line, which moves. */
function fileOf({ id }: Mutant): string {
  return id.split(':')[0] ?? '';
}

/** What the matrix notices first; undefined when it notices nothing. */
async function tryOne(db: Db, matrix: Matrix, mutant: Mutant): Promise<string | undefined> {
  const putBack = mutant.sql === undefined ? undefined : await leaveOut(db, mutant.sql);
  switches.recoupMutant = mutant.id;
  if (mutant.rule !== undefined) switches.recoupRule = mutant.rule;
  try {
    return await firstFault(matrix, mutant);
  } finally {
    delete switches.recoupMutant;
    delete switches.recoupRule;
    await putBack?.();
    await matrix.putBack();
  }
}

/** The questions of the mutant's own room first: most die there. */
async function firstFault(matrix: Matrix, mutant: Mutant | undefined): Promise<string | undefined> {
  const room = roomOf(mutant);
  // What belongs to no room stands before all of them.
  const isNear = (call: string): boolean => (allCalls[call]?.may ?? '').startsWith(room);
  const onFault = (fault: string): void => {
    throw new KilledError(fault);
  };
  try {
    if (mutant === undefined || /csrf|mount/.test(mutant.file)) await forgeAll(matrix, onFault);
    for (const question of questions.filter(({ call }) => isNear(call))) await matrix.ask(question, onFault);
    for (const inner of innerDoors) await matrix.open(inner, onFault);
    if (!isNearOnly) for (const question of questions.filter(({ call }) => !isNear(call))) await matrix.ask(question, onFault);
  } catch (error) {
    if (error instanceof KilledError) return error.message;
    throw error;
  }
  return undefined;
}

async function forgeAll(matrix: Matrix, onFault: (fault: string) => void): Promise<void> {
  for (const forgery of forgeries) for (const question of oneOfEachWrite()) await matrix.forge(question, forgery, onFault);
}

function roomOf(mutant: Mutant | undefined): string {
  const action = mutant === undefined ? undefined : /^access:([a-z-]+:[a-z-]+):/.exec(mutant.id)?.[1];
  const folder = /server\/src\/([a-z-]+)\//.exec(mutant?.file ?? '')?.[1] ?? '';
  return action ?? { 'call-fees': 'call-fees:', platform: '' }[folder] ?? (folder === '' ? '' : `${folder}:`);
}

/** What the database's own function asks of a session. */
function conditionsOfSession(): Mutant[] {
  const conditions = ['s.token_hash = hash', 's.expires_at > at', 's.seen_at > idle_since', 'u.status = 2'];
  return conditions.map((code) => ({ id: `find_session:${code}`, kind: 'predicate', file: 'find_session', code, sql: code }));
}

/** Answers how it is put back. */
async function leaveOut(db: Db, condition: string): Promise<() => Promise<void>> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('find_session'::regproc) as text`.execute(db);
  const text = rows[0]?.text ?? '';
  if (!text.includes(condition)) throw new Error(`find_session does not ask for ${condition} any more`);
  await sql.raw(text.replace(condition, 'true')).execute(db);
  return async () => void (await sql.raw(text).execute(db));
}

/** The rows of the table of access, each with one right more. */
function widenedRows(): Mutant[] {
  const sessions: SessionKind[] = ['full', 'restricted', 'reset'];
  return Object.entries(rules).flatMap(([action, rule]) => {
    if (rule === 'anyone') return [];
    const roles = Object.values(role).filter((each) => !rule.roles.some((own) => own === each));
    const kinds = sessions.filter((each) => !rule.sessions.some((own) => own === each));
    const wider = [
      ...roles.map((each) => [`role ${each}`, { ...rule, roles: [...rule.roles, each] }] as const),
      ...kinds.map((each) => [`session ${each}`, { ...rule, sessions: [...rule.sessions, each] }] as const),
      ['anyone', 'anyone'] as const,
    ];
    return wider.map(([name, made]) => ({
      id: `access:${action}:${name}`,
      kind: 'row',
      file: 'access.ts',
      code: `${action} for ${name} too`,
      rule: { [action]: made },
    }));
  });
}
