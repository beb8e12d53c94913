import { role, userStatus } from '@recoup/contract/core/access';
import { createSession } from '../../apps/server/src/account/session/sessions.service.ts';
import { aFirm, aUser } from '../../apps/server/test/factories.ts';
import { type Log, operations, type Setup } from './concurrent-operations.ts';
import type { Processes } from './processes.ts';
import { createRandom } from './random.ts';
import { staff } from './workers.ts';

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
