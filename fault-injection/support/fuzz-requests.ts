import { performance } from 'node:perf_hooks';
import { can, type Role, role, type SessionKind, userStatus } from '@recoup/contract/core/access';
import { allEndpoints } from '@recoup/contract/endpoints';
import { apiRoot, type Endpoint, goodReply, previewReply } from '@recoup/contract/core/endpoint';
import type { buildApp } from '../../apps/server/src/app.ts';
import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import { type Harvest, letADayPass } from './fuzz-harvest.ts';
import { createSeen, ofFirm, type Seen, knownPassword, type Own } from './fuzz-schema.ts';
import { idNames, generateRequest, type GeneratedRequest } from './fuzz-request.ts';
import { createRandom, type Random } from './random.ts';
import { isDeepStrictEqual } from 'node:util';
import { commonErrorCodes, errorBody, errorStatus } from '@recoup/contract/core/errors';
import {
  aDisbursementType,
  aFirm,
  aMatter,
  assignTypes,
  aUser,
  callFees,
} from '../../apps/server/test/factories.ts';
import { createSession } from '../../apps/server/src/account/session/sessions.service.ts';

/** The sender; a signed-out sender has no id. */
type Person = Own & { role: number | undefined; session: SessionKind; token: string | undefined };

/** Two firms with people and data, a system administrator, and half-finished sign-ins. */
async function makePeople(db: Db, now: Date): Promise<Person[]> {
  const people: Person[] = [{ role: undefined, session: 'full', token: undefined }];
  const admit = async (person: Omit<Person, 'token'>): Promise<void> => {
    const one: Person = { ...person, token: undefined };
    await restorePerson(db, one, now);
    people.push(one);
  };
  const operator = await aUser(db, { firm: null, password: knownPassword });
  await admit({ id: operator.id, role: role.systemAdmin, session: 'full' });
  for (const _ of ['one', 'another']) {
    const firm = await aFirm(db);
    const attorney = await aUser(db, { firm, password: knownPassword });
    const type = await aDisbursementType(db, firm);
    await assignTypes(db, firm);
    await aMatter(db, firm);
    await callFees(db, { firm, attorney, type }, { upTo: { 5: 3300 }, thereafter: [5, 1100] });
    const admin = await aUser(db, { firm, role: role.attorneyAdmin, password: knownPassword });
    await db.updateTable('firms').set({ adminId: admin.id }).where('id', '=', firm.id).execute();
    const own = { firm: firm.id, domain: firm.domain };
    await admit({ id: admin.id, role: role.attorneyAdmin, session: 'full', ...own });
    await admit({ id: attorney.id, role: role.attorney, session: 'full', ...own });
    for (const session of ['restricted', 'reset'] as const) {
      const half = await aUser(db, { firm, password: knownPassword });
      await admit({ id: half.id, role: role.attorney, session, ...own });
    }
  }
  return people;
}

/** Restores a person who was signed out, inactivated or must change the password. */
async function restorePerson(db: Db, person: Person, now: Date): Promise<void> {
  if (person.id === undefined) return;
  const active = {
    status: userStatus.active,
    passwordResetRequired: person.session === 'restricted',
  };
  await db.updateTable('users').set(active).where('id', '=', person.id).execute();
  person.token = await createSession(db, { userId: person.id, kind: person.session, now });
}

type Reply = { status: number; type: string; body: string; ms: number };

/** What is wrong with the reply, by the contract alone; undefined where nothing is. */
function faultOf(
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

export type FuzzFigures = {
  requests: number;
  perSecond: number;
  slowestMs: number;
  byStatus: Readonly<Record<string, number>>;
  /** Calls of the contract that never once succeeded: the fuzzer did not get far there. */
  neverGood: readonly string[];
  faults: readonly string[];
};

type App = Awaited<ReturnType<typeof buildApp>>;
type Run = {
  app: App;
  db: Db;
  now: () => Date;
  requests: number;
  seed: number;
  /** After so long it ends early. */
  seconds?: number;
  /** Where the app sends its SMS to; without it no code is ever right. */
  harvest?: Harvest;
  /** The longest that any answer may take. */
  longestMs?: number;
  say?: (line: string) => void;
};

const lanes = 8;
const mostFaults = 20;
const requestsOfDay = 500;
/** Each hashes a password, which costs as much as twenty others. */
const costly = new Set([
  'logon',
  'register',
  'changePassword',
  'resetPassword',
  'changeCell',
  'verifyOtp',
]);
const calls = Object.entries(allEndpoints).flatMap(([name, call]) =>
  Array.from({ length: costly.has(name) ? 1 : 4 }, () => ({ name, call })),
);
const documented = new Set(
  Object.values(allEndpoints).map(
    ({ method, path }) => `${method} ${apiRoot}${path.replace(/\{\w+\}/g, '{}')}`,
  ),
);

type State = {
  sent: number;
  slowestMs: number;
  statuses: Map<string, number>;
  good: Set<string>;
  faults: string[];
};

/** Sends requests, checks replies by the contract, and learns ids and names from them. */
export async function fuzzRequests(run: Run): Promise<FuzzFigures> {
  const people = await makePeople(run.db, run.now());
  const seen = createSeen(createRandom(run.seed));
  const state: State = { sent: 0, slowestMs: 0, statuses: new Map(), good: new Set(), faults: [] };
  const startedAt = performance.now();
  const until = startedAt + 1_000 * (run.seconds ?? Number.POSITIVE_INFINITY);
  const lane = async (index: number): Promise<void> => {
    const random = createRandom(run.seed * 1_000 + index);
    while (
      state.sent < run.requests &&
      performance.now() < until &&
      state.faults.length < mostFaults
    ) {
      state.sent += 1;
      if (state.sent % 10_000 === 0)
        run.say?.(`${state.sent} requests, ${state.faults.length} faults`);
      if (state.sent % requestsOfDay === 0) await letADayPass(run.db);
      await shoot(run, state, { people, seen, random });
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  return {
    requests: state.sent,
    perSecond: Math.round((1000 * state.sent) / (performance.now() - startedAt)),
    slowestMs: Math.round(state.slowestMs),
    byStatus: Object.fromEntries([...state.statuses].toSorted(([a], [b]) => a.localeCompare(b))),
    neverGood: Object.keys(allEndpoints).filter((name) => !state.good.has(name)),
    faults: state.faults,
  };
}

async function shoot(
  run: Run,
  state: State,
  from: { people: readonly Person[]; seen: Seen; random: Random },
): Promise<void> {
  const { people, seen, random } = from;
  const { name, call } = random.pick(calls);
  const person = choosePerson(people, call, random);
  const shot = await withCode(run, {
    name,
    random,
    shot: generateRequest(call, { random, seen, own: person }),
  });
  const reply = await send(run.app, { shot, person, random });
  const fault = faultOf(shot, reply, {
    documented,
    longestMs: run.longestMs ?? Number.POSITIVE_INFINITY,
  });
  if (fault !== undefined) {
    const message = describe({ fault, shot, reply, person });
    state.faults.push(message);
    run.say?.(message);
  }
  if (reply.status < 300) learn(seen, { call, reply, firm: person.firm });
  if (reply.status < 300 && shot.call) {
    state.good.add(name);
    if (name === 'sendOtp') noteToken(run, shot, reply);
  }
  const isOut =
    reply.status === 401 ||
    (person.session === 'full' && reply.body.includes('"password_change_required"'));
  if (isOut) await restorePerson(run.db, person, run.now());
  state.slowestMs = Math.max(state.slowestMs, reply.ms);
  state.statuses.set(String(reply.status), (state.statuses.get(String(reply.status)) ?? 0) + 1);
}

/** A code cannot be made up, only read from the SMS. */
async function withCode(run: Run, of: { name: string; random: Random; shot: GeneratedRequest }) {
  const { name, random, shot } = of;
  if (name !== 'verifyOtp' || random.chance(0.3)) return shot;
  const code = await run.harvest?.findCode(run.db, random);
  return code ? { ...shot, payload: JSON.stringify(code) } : shot;
}

function noteToken({ harvest }: Run, shot: GeneratedRequest, reply: Reply): void {
  const email = new URL(shot.url, 'http://recoup.test').searchParams.get('email') ?? '';
  const { data } = JSON.parse(reply.body) as { data: string }; // the contract's, as was checked
  harvest?.asked(email, data);
}

/** Mostly an allowed person, so that requests reach the handler. */
function choosePerson(people: readonly Person[], call: Endpoint, random: Random): Person {
  const allowed = people.filter(({ role: of, session }) => {
    const held = of as Role | undefined; // as the factories made them
    const principal = held === undefined ? undefined : { role: held, session, owesFactor: false };
    return can(principal, call.may) === 'allowed';
  });
  return random.pick(allowed.length > 0 && random.chance(0.85) ? allowed : people);
}

/** Sends each from its own address, or limits would end the run. */
async function send(
  app: App,
  { shot, person, random }: { shot: GeneratedRequest; person: Person; random: Random },
): Promise<Reply> {
  const startedAt = performance.now();
  const reply = await app.inject({
    method: shot.method as 'GET', // inject's own union, which lacks invalid methods
    url: shot.url,
    remoteAddress: `10.${random.int(250)}.${random.int(250)}.${1 + random.int(250)}`,
    headers: {
      ...(person.token !== undefined && { authorization: `Bearer ${person.token}` }),
      ...shot.headers,
    },
    payload: shot.payload,
  });
  const type = String(reply.headers['content-type'] ?? '');
  return { status: reply.statusCode, type, body: reply.body, ms: performance.now() - startedAt };
}

/** Notes every field of the reply under its name, and an `_id` under what it is the id of. */
function learn(seen: Seen, from: { call: Endpoint; reply: Reply; firm: string | undefined }): void {
  const { call, firm } = from;
  const { type, body } = from.reply;
  if (!type.startsWith('application/json') || body.length > 200_000 || body === '') return;
  const noun = idNames[call.path.split('/')[1] ?? ''];
  const walk = (value: unknown, name: string | undefined): void => {
    if (Array.isArray(value)) for (const item of value.slice(0, 5)) walk(item, name);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, nameOf(key, name));
    else if (name !== undefined && (typeof value === 'string' || typeof value === 'number'))
      note(name, value);
  };
  const note = (name: string, value: string | number): void => {
    if (typeof value === 'string' && value.length > 300) return;
    seen.note(name, value);
    if (firm !== undefined) seen.note(ofFirm(name, firm), value);
    if (name === noun) for (const other of ['id', '_id', 'userId']) seen.note(other, value);
  };
  walk(JSON.parse(body), noun);
}

/** An `_id` goes by what it is the id of, and `data` only wraps. */
function nameOf(key: string, of: string | undefined): string | undefined {
  if (key === '_id') return of ?? '_id';
  return key === 'data' ? of : key;
}

function describe(of: {
  fault: string;
  shot: GeneratedRequest;
  reply: Reply;
  person: Person;
}): string {
  const { shot, reply, person } = of;
  const shown = (text: string) => JSON.stringify(text.slice(0, 600));
  const payload = shot.payload === undefined ? '' : ` body ${shown(shot.payload.toString())}`;
  const headers = JSON.stringify(shot.headers);
  const request = `${shot.method} ${shown(shot.url)} as role ${person.role} ${headers}${payload}`;
  return `${of.fault}: ${request}\n    -> ${reply.status} ${shown(reply.body)}`;
}
