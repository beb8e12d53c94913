import { role, userStatus } from '@recoup/contract/core/access';
import { createSession } from '../../apps/server/src/account/session/sessions.service.ts';
import { aFirm, aUser } from '../../apps/server/test/factories.ts';
import type { Processes } from './processes.ts';
import { createRandom, type Random } from './random.ts';
import { staff, type Worker } from './workers.ts';
import { newId } from '@recoup/contract/core/ids';
import { type Answer, ask } from './ask.ts';

type Setup = Processes & {
  worker: Worker;
  operatorToken: string;
  firm: { id: string; domain: string };
  admins: readonly string[];
  log: Log;
};

/** The client's side: what it was told. */
type Log = {
  operations: number;
  serverErrors: number;
  entries: Set<string>;
  /** Versions that a change was answered with, by the thing that was changed. */
  versions: Map<string, number[]>;
  /** How many made the same email or domain. */
  made: Map<string, number>;
  violations: string[];
};

type Operation = (setup: Setup, random: Random) => Promise<void>;

const operations: readonly Operation[] = [
  appendEntry,
  appendEntry,
  changeType,
  changeAttorney,
  saveFees,
  saveFees,
  readFees,
  registerSame,
  takeDomain,
  replaceAdmin,
];

async function appendEntry(setup: Setup): Promise<void> {
  const { matter, type: disbursementType, attorneyToken: token } = setup.worker;
  const id = newId();
  const body = { _id: id, matter, disbursementType, date: '2026-03-05', amount: 1, narration: id };
  const answer = await send(setup, '/entries', { method: 'POST', token, body });
  if (answer.status === 201) setup.log.entries.add(id);
}

/** Reads a version and changes exactly that one. */
async function changeType(setup: Setup, random: Random): Promise<void> {
  const path = `/disbursements/${setup.worker.type}`;
  await changeVersion(setup, {
    path,
    token: setup.worker.adminToken,
    change: { title: `Title ${random.int(1e9)}` },
  });
}

async function changeAttorney(setup: Setup, random: Random): Promise<void> {
  const path = `/users/${setup.worker.attorney}`;
  await changeVersion(setup, {
    path,
    token: setup.worker.adminToken,
    change: { name: `Name ${random.int(1e9)}` },
  });
}

async function changeVersion(
  setup: Setup,
  { path, token, change }: { path: string; token: string; change: object },
): Promise<void> {
  const before = versionIn(await send(setup, path, { token }));
  const answer = await send(setup, path, {
    method: 'PUT',
    token,
    body: { ...change, version: before },
  });
  if (answer.status !== 200) return;
  const versions = setup.log.versions.get(path) ?? [];
  setup.log.versions.set(path, versions);
  // The reply may already show a change that came after ours, never one before it.
  versions.push((before ?? 0) + 1);
}

/** All rows cost the same, so that rows of two saves can be told apart. */
async function saveFees(setup: Setup, random: Random): Promise<void> {
  const { type: disbursementType, attorney, adminToken: token } = setup.worker;
  const charges = random.int(100_000) / 100;
  const timed = Array.from({ length: 1 + random.int(4) }, (_, row) => ({
    startTime: 5 * row,
    endTime: 5 * row + 5,
    additionalTime: 0,
  }));
  const rows = [...timed, { startTime: -1, endTime: -1, additionalTime: 5 }].map((row) => ({
    ...row,
    disbursementType,
    charges,
  }));
  await send(setup, `/users/${attorney}`, {
    method: 'PUT',
    token,
    body: { disbursementTypes: [disbursementType], callFees: rows },
  });
}

async function readFees(setup: Setup): Promise<void> {
  const answer = await send(setup, `/users/${setup.worker.attorney}`, {
    token: setup.worker.adminToken,
  });
  const { data } = JSON.parse(answer.body) as {
    data: { callFees: { startTime: number; charges: number }[] };
  }; // the contract's
  const timed = data.callFees.filter(({ startTime }) => startTime >= 0).length;
  if (timed > 4 || data.callFees.length - timed > 1)
    setup.log.violations.push(`${data.callFees.length} fee rows at once`);
  if (new Set(data.callFees.map(({ charges }) => charges)).size > 1)
    setup.log.violations.push('fee rows of two saves at once');
}

/** Clients compete for few emails; passwords differ, or it would be a repeat. */
async function registerSame(setup: Setup, random: Random): Promise<void> {
  const { adminToken: token, firm } = setup.worker;
  const email = `same${random.int(40)}@${await domainOfFirm(setup, firm)}`;
  const body = {
    role: role.attorney,
    firm,
    name: 'Somebody New',
    email,
    cell: '0821234567',
    password: `quiet lanterns ${random.int(1e9)} over water`,
  };
  if ((await send(setup, '/register', { method: 'POST', token, body })).status === 201)
    countMade(setup, email);
}

async function takeDomain(setup: Setup, random: Random): Promise<void> {
  const domain = `wanted${random.int(40)}.co.za`;
  const answer = await send(setup, '/firms', {
    method: 'POST',
    token: setup.operatorToken,
    body: { name: 'Firm of many', domains: [domain] },
  });
  if (answer.status === 201) countMade(setup, domain);
}

async function replaceAdmin(setup: Setup, random: Random): Promise<void> {
  await send(setup, `/firms/${setup.firm.id}`, {
    method: 'PUT',
    token: setup.operatorToken,
    body: { admin: random.pick(setup.admins) },
  });
}

async function domainOfFirm({ db }: Setup, firm: string): Promise<string> {
  return (
    await db
      .selectFrom('firmDomains')
      .where('firmId', '=', firm)
      .select('domain')
      .executeTakeFirstOrThrow()
  ).domain;
}

function countMade({ log }: Setup, name: string): void {
  log.made.set(name, (log.made.get(name) ?? 0) + 1);
}

async function send(
  setup: Setup,
  path: string,
  question: Parameters<typeof ask>[1],
): Promise<Answer> {
  const answer = await ask(`${setup.next()}${path}`, question);
  setup.log.operations += 1;
  if (answer.status === 0 || answer.status >= 500) setup.log.serverErrors += 1;
  return answer;
}

function versionIn({ status, body }: Answer): number | undefined {
  if (status !== 200) return undefined;
  return (JSON.parse(body) as { data: { version: number } }).data.version; // the contract's reply
}

/** What many clients did to the same few things at the same time, and what does not fit it. */
export type ConsistencyReport = {
  operations: number;
  serverErrors: number;
  violations: readonly string[];
};

/** Runs numbered clients until it is over, then compares rows with their answers. */
export async function runConcurrentClients(
  on: Processes,
  {
    clients,
    seed,
    isOver,
  }: { clients: number; seed: number; isOver: (operations: number) => boolean },
): Promise<ConsistencyReport> {
  const setup = await setUp(on);
  const client = async (index: number): Promise<void> => {
    const random = createRandom(seed * 1_000 + index);
    while (!isOver(setup.log.operations)) await random.pick(operations)(setup, random);
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  const { operations: count, serverErrors, violations } = setup.log;
  return {
    operations: count,
    serverErrors,
    violations: [...violations, ...(await findViolations(setup))],
  };
}

async function setUp(on: Processes): Promise<Setup> {
  const { importer: worker } = await staff(on.db, 0);
  const firm = await aFirm(on.db);
  const admins = [];
  while (admins.length < 4)
    admins.push((await aUser(on.db, { firm, role: role.attorneyAdmin })).id);
  await on.db
    .updateTable('firms')
    .set({ adminId: admins[0] ?? null })
    .where('id', '=', firm.id)
    .execute();
  await on.db
    .updateTable('users')
    .set({ status: userStatus.inactive })
    .where('id', 'in', admins.slice(1))
    .execute();
  const operator = await aUser(on.db, { firm: null });
  const operatorToken = await createSession(on.db, {
    userId: operator.id,
    kind: 'full',
    now: new Date(),
  });
  const log: Log = {
    operations: 0,
    serverErrors: 0,
    entries: new Set(),
    versions: new Map(),
    made: new Map(),
    violations: [],
  };
  return { ...on, worker, firm, admins, operatorToken, log };
}

async function findViolations(setup: Setup): Promise<string[]> {
  const { db, log, worker, firm } = setup;
  const found: string[] = [];
  const rows = await db
    .selectFrom('entries')
    .where('firmId', '=', worker.firm)
    .select('id')
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const lost = [...log.entries].filter((id) => !there.has(id)).length;
  if (lost > 0 || there.size !== log.entries.size)
    found.push(`${lost} entries lost, ${there.size} instead of ${log.entries.size}`);
  for (const [path, versions] of log.versions) {
    if (new Set(versions).size !== versions.length)
      found.push(`${path}: two changes of one version`);
  }
  for (const [name, count] of log.made)
    if (count > 1) found.push(`${name} was given ${count} times`);
  const active = await db
    .selectFrom('users')
    .where('firmId', '=', firm.id)
    .where('status', '=', userStatus.active)
    .select('id')
    .execute();
  const { adminId } = await db
    .selectFrom('firms')
    .where('id', '=', firm.id)
    .select('adminId')
    .executeTakeFirstOrThrow();
  if (active.length > 1 || (active[0] && active[0].id !== adminId))
    found.push(`${active.length} active admins of one firm`);
  return found;
}
