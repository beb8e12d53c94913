import { role, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { createSession } from '../../apps/server/src/account/session/sessions.service.ts';
import { aFirm, aUser } from '../../apps/server/test/factories.ts';
import { type Answer, ask } from './ask.ts';
import type { Processes } from './processes.ts';
import { createRandom, type Random } from './random.ts';
import { staff, type Worker } from './workers.ts';

/** What many clients did to the same few things at the same time, and what does not fit it. */
export type History = { operations: number; serverErrors: number; violations: readonly string[] };

type Stage = Processes & {
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
  /** How many made the same e-mail or domain. */
  made: Map<string, number>;
  violations: string[];
};

/**
 * So many clients until it is over, each with a number of its own; then what is there is held
 * against what they were told.
 */
export async function playHistories(
  on: Processes,
  {
    clients,
    seed,
    isOver,
  }: { clients: number; seed: number; isOver: (operations: number) => boolean },
): Promise<History> {
  const stage = await setStage(on);
  const client = async (index: number): Promise<void> => {
    const random = createRandom(seed * 1_000 + index);
    while (!isOver(stage.log.operations)) await random.pick(moves)(stage, random);
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  const { operations, serverErrors, violations } = stage.log;
  return {
    operations,
    serverErrors,
    violations: [...violations, ...(await findViolations(stage))],
  };
}

async function setStage(on: Processes): Promise<Stage> {
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

type Move = (stage: Stage, random: Random) => Promise<void>;

const moves: readonly Move[] = [
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

async function appendEntry(stage: Stage): Promise<void> {
  const { matter, type: disbursementType, attorneyToken: token } = stage.worker;
  const id = newId();
  const body = { _id: id, matter, disbursementType, date: '2026-03-05', amount: 1, narration: id };
  const answer = await send(stage, '/entries', { method: 'POST', token, body });
  if (answer.status === 201) stage.log.entries.add(id);
}

/** Reads a version and changes exactly that one. */
async function changeType(stage: Stage, random: Random): Promise<void> {
  const path = `/disbursements/${stage.worker.type}`;
  await changeVersion(stage, {
    path,
    token: stage.worker.adminToken,
    change: { title: `Title ${random.int(1e9)}` },
  });
}

async function changeAttorney(stage: Stage, random: Random): Promise<void> {
  const path = `/users/${stage.worker.attorney}`;
  await changeVersion(stage, {
    path,
    token: stage.worker.adminToken,
    change: { name: `Name ${random.int(1e9)}` },
  });
}

async function changeVersion(
  stage: Stage,
  { path, token, change }: { path: string; token: string; change: object },
): Promise<void> {
  const before = versionIn(await send(stage, path, { token }));
  const answer = await send(stage, path, {
    method: 'PUT',
    token,
    body: { ...change, version: before },
  });
  if (answer.status !== 200) return;
  const versions = stage.log.versions.get(path) ?? [];
  stage.log.versions.set(path, versions);
  // The reply may already show a change that came after ours, never one before it.
  versions.push((before ?? 0) + 1);
}

/** All rows cost the same, so that rows of two saves can be told apart. */
async function saveFees(stage: Stage, random: Random): Promise<void> {
  const { type: disbursementType, attorney, adminToken: token } = stage.worker;
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
  await send(stage, `/users/${attorney}`, {
    method: 'PUT',
    token,
    body: { disbursementTypes: [disbursementType], callFees: rows },
  });
}

async function readFees(stage: Stage): Promise<void> {
  const answer = await send(stage, `/users/${stage.worker.attorney}`, {
    token: stage.worker.adminToken,
  });
  const { data } = JSON.parse(answer.body) as {
    data: { callFees: { startTime: number; charges: number }[] };
  }; // the contract's
  const timed = data.callFees.filter(({ startTime }) => startTime >= 0).length;
  if (timed > 4 || data.callFees.length - timed > 1)
    stage.log.violations.push(`${data.callFees.length} fee rows at once`);
  if (new Set(data.callFees.map(({ charges }) => charges)).size > 1)
    stage.log.violations.push('fee rows of two saves at once');
}

/**
 * Many want the same few e-mails; each may be had once. The same password again would be the same
 * call again, which is answered like the first.
 */
async function registerSame(stage: Stage, random: Random): Promise<void> {
  const { adminToken: token, firm } = stage.worker;
  const email = `same${random.int(40)}@${await domainOfFirm(stage, firm)}`;
  const body = {
    role: role.attorney,
    firm,
    name: 'Somebody New',
    email,
    cell: '0821234567',
    password: `quiet lanterns ${random.int(1e9)} over water`,
  };
  if ((await send(stage, '/register', { method: 'POST', token, body })).status === 201)
    countMade(stage, email);
}

async function takeDomain(stage: Stage, random: Random): Promise<void> {
  const domain = `wanted${random.int(40)}.co.za`;
  const answer = await send(stage, '/firms', {
    method: 'POST',
    token: stage.operatorToken,
    body: { name: 'Firm of many', domains: [domain] },
  });
  if (answer.status === 201) countMade(stage, domain);
}

async function replaceAdmin(stage: Stage, random: Random): Promise<void> {
  await send(stage, `/firms/${stage.firm.id}`, {
    method: 'PUT',
    token: stage.operatorToken,
    body: { admin: random.pick(stage.admins) },
  });
}

async function findViolations(stage: Stage): Promise<string[]> {
  const { db, log, worker, firm } = stage;
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

async function domainOfFirm({ db }: Stage, firm: string): Promise<string> {
  return (
    await db
      .selectFrom('firmDomains')
      .where('firmId', '=', firm)
      .select('domain')
      .executeTakeFirstOrThrow()
  ).domain;
}

function countMade({ log }: Stage, name: string): void {
  log.made.set(name, (log.made.get(name) ?? 0) + 1);
}

async function send(
  stage: Stage,
  path: string,
  question: Parameters<typeof ask>[1],
): Promise<Answer> {
  const answer = await ask(`${stage.next()}${path}`, question);
  stage.log.operations += 1;
  if (answer.status === 0 || answer.status >= 500) stage.log.serverErrors += 1;
  return answer;
}

function versionIn({ status, body }: Answer): number | undefined {
  return status === 200
    ? (JSON.parse(body) as { data: { version: number } }).data.version
    : undefined; // the contract's
}
