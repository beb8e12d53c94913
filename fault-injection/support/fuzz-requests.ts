import { performance } from 'node:perf_hooks';
import { can, type Role } from '@recoup/contract/core/access';
import { allEndpoints } from '@recoup/contract/endpoints';
import { apiRoot, type Endpoint } from '@recoup/contract/core/endpoint';
import type { buildApp } from '../../apps/server/src/app.ts';
import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import { faultOf, type Reply } from './fuzz-check.ts';
import { type Harvest, letADayPass } from './fuzz-harvest.ts';
import { restorePerson, makePeople, type Person } from './fuzz-people.ts';
import { createSeen, ofFirm, type Seen } from './fuzz-schema.ts';
import { idNames, generateRequest, type GeneratedRequest } from './fuzz-request.ts';
import { createRandom, type Random } from './random.ts';

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
  const allowed = people.filter(({ role, session }) => {
    const of = role as Role | undefined; // as the factories made them
    const principal = of === undefined ? undefined : { role: of, session, owesFactor: false };
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
