import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { role, userStatus } from '@recoup/contract/core/access';
import { createSession } from '../../apps/server/src/account/session/sessions.service.ts';
import { setBlocked } from '../../apps/server/src/account/operator.service.ts';
import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import { aFirm, aUser } from '../../apps/server/test/factories.ts';
import { type Answer, ask } from './ask.ts';
import { knownPassword } from './fuzz-schema.ts';
import type { Processes } from './processes.ts';

export type Revocation = {
  event: string;
  requests: number;
  /** Requests that were begun after the event had been answered, and succeeded all the same. */
  tooLate: number;
  /** Sessions that never worked, or still did at the end: then nothing was tried. */
  idle: number;
};

type RevocationCase = {
  revoked: readonly string[];
  probe?: string;
  revoke: () => Promise<unknown>;
};
type Users = Awaited<ReturnType<typeof createUsers>>;

const aroundMs = 150;

/** Calls every process with every session around each way of losing a right. */
export async function revokeEverywhere(processes: Processes): Promise<Revocation[]> {
  const results: Revocation[] = [];
  for (const [event, make] of Object.entries(events)) {
    const scene = await make(processes, await createUsers(processes.db));
    results.push({ event, ...(await runCase(processes, scene)) });
  }
  return results;
}

/** A firm with an admin and an attorney with five sessions each, another admin, and an operator. */
async function createUsers(db: Db) {
  const firm = await aFirm(db);
  const other = await aFirm(db);
  const admin = await aUser(db, { firm, role: role.attorneyAdmin, password: knownPassword });
  const successor = await aUser(db, { firm, role: role.attorneyAdmin });
  const attorney = await aUser(db, {
    firm,
    password: knownPassword,
    cell: `083${String(Date.now()).slice(-7)}`,
  });
  const operator = await aUser(db, { firm: null });
  await db.updateTable('firms').set({ adminId: admin.id }).where('id', '=', firm.id).execute();
  const { cell } = await db
    .selectFrom('users')
    .where('id', '=', attorney.id)
    .select('cell')
    .executeTakeFirstOrThrow();
  const [adminTokens, attorneyTokens, [operatorToken = '']] = [
    await openSessions(db, admin.id),
    await openSessions(db, attorney.id),
    await openSessions(db, operator.id),
  ];
  return {
    firm,
    other,
    admin,
    successor,
    attorney,
    cell,
    adminTokens,
    attorneyTokens,
    operatorToken,
  };
}

/** Opened some minutes ago and one after the other, so that clocks that differ do not matter. */
async function openSessions(db: Db, userId: string): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < 5) {
    const now = new Date(Date.now() - 600_000 + 1_000 * tokens.length);
    tokens.push(await createSession(db, { userId, kind: 'full', now }));
  }
  return tokens;
}

const newPassword = 'quiet lanterns over the harbour';

const events: Readonly<
  Record<string, (processes: Processes, cast: Users) => Promise<RevocationCase>>
> = {
  'blocked by an operator': async ({ db }, { attorney, attorneyTokens: revoked }) => ({
    revoked,
    revoke: () => setBlocked(db, { email: attorney.email, isBlocked: true, now: new Date() }),
  }),
  inactivated: async (on, { attorney, attorneyTokens: revoked, adminTokens: [token] }) => ({
    revoked,
    revoke: () =>
      put(on, `/users/${attorney.id}`, { token, body: { status: userStatus.inactive } }),
  }),
  'ended by a directory': async (on, { attorney, attorneyTokens: revoked, adminTokens }) => {
    const [token] = adminTokens;
    const made = { name: 'Directory', scopes: ['provision'], password: knownPassword };
    const key = good(await ask(`${on.next()}/api-keys`, { method: 'POST', token, body: made }));
    const { key: secret } = key.data as { key: string }; // the contract's
    const body = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
    const url = () => new URL(`/scim/v2/Users/${attorney.id}`, on.next()).href;
    return {
      revoked,
      revoke: async () => good(await ask(url(), { method: 'PATCH', token: secret, body })),
    };
  },
  'password changed': async (on, { attorney, attorneyTokens: [token, ...revoked] }) => ({
    revoked,
    revoke: () =>
      put(on, `/users/update-password/${attorney.id}`, {
        token,
        body: { oldPassword: knownPassword, newPassword },
      }),
  }),
  'password reset': async (on, { attorney, cell, attorneyTokens: revoked }) => {
    const token = await requestResetToken(on, attorney.email, cell);
    return {
      revoked,
      revoke: () =>
        put(on, `/users/update-passwordv2/${attorney.id}`, { token, body: { newPassword } }),
    };
  },
  'cell changed': async (on, { admin, adminTokens: [token, ...revoked] }) => ({
    revoked,
    revoke: () =>
      put(on, `/users/update-cellnumber/${admin.id}`, {
        token,
        body: { cellNumber: '0831234567', password: knownPassword },
      }),
  }),
  'signed out': async (on, { attorneyTokens: [token = ''] }) => ({
    revoked: [token],
    revoke: async () => good(await ask(`${on.next()}/logout`, { method: 'POST', token })),
  }),
  'a sixth sign-in': async (on, { attorney, attorneyTokens: [oldest = ''] }) => ({
    revoked: [oldest],
    revoke: async () =>
      good(
        await ask(`${on.next()}/logon`, {
          method: 'POST',
          body: { email: attorney.email, password: knownPassword },
        }),
      ),
  }),
  'admin replaced': async (
    on,
    { firm, successor, adminTokens: revoked, operatorToken: token },
  ) => ({
    revoked,
    revoke: () => put(on, `/firms/${firm.id}`, { token, body: { admin: successor.id } }),
  }),
  'role taken away': async ({ db }, { admin, adminTokens: revoked }) => ({
    revoked,
    probe: '/exports',
    revoke: () =>
      db.updateTable('users').set({ role: role.attorney }).where('id', '=', admin.id).execute(),
  }),
  'moved to another firm': async ({ db }, { firm, other, attorney, attorneyTokens: revoked }) => ({
    revoked,
    probe: `/firms/${firm.id}`,
    revoke: () =>
      db.updateTable('users').set({ firmId: other.id }).where('id', '=', attorney.id).execute(),
  }),
};

async function runCase({ urls }: Processes, { revoked, probe = '/me', revoke }: RevocationCase) {
  const end = new AbortController();
  const received: Answer[][] = [];
  const lanes = urls.flatMap((url) =>
    revoked.map((token) => {
      const answers: Answer[] = [];
      received.push(answers);
      return repeat(() => ask(`${url}${probe}`, { token }), answers, end.signal);
    }),
  );
  // Each session has worked in each process before it is taken away.
  const isServed = () => received.every((answers) => answers.some(isGood));
  for (let tries = 0; tries < 2_000 && !isServed(); tries += 1) await wait(10);
  await revoke();
  const revokedAt = performance.now();
  await wait(aroundMs);
  end.abort();
  await Promise.all(lanes);
  const all = received.flat();
  return {
    requests: all.length,
    tooLate: all.filter((answer) => isGood(answer) && answer.startedAt > revokedAt).length,
    idle: received.filter(
      (answers) =>
        !answers.some(isGood) || answers.every(({ startedAt }) => startedAt <= revokedAt),
    ).length,
  };
}

function isGood({ status }: Answer): boolean {
  return status === 200;
}

/** Until the signal, and once more. */
async function repeat(send: () => Promise<Answer>, answers: Answer[], signal: AbortSignal) {
  while (!signal.aborted) answers.push(await send());
  answers.push(await send());
}

/** The token that a good code is exchanged for. */
export async function requestResetToken(on: Processes, email: string, cell: string) {
  const sent = good(await ask(`${on.next()}/v2/sendOtp?email=${encodeURIComponent(email)}`));
  const body = { otp: await on.codeFor(cell), token: sent.data };
  const { data } = good(await ask(`${on.next()}/v2/verifyOtp`, { method: 'POST', body }));
  return (data as { token: string }).token; // the contract's
}

async function put(
  on: Processes,
  path: string,
  { token, body }: { token: string | undefined; body: object },
): Promise<Record<string, unknown>> {
  return good(await ask(`${on.next()}${path}`, { method: 'PUT', token, body }));
}

function good({ status, body }: Answer): Record<string, unknown> {
  if (status < 200 || status > 299) throw new Error(`answered ${status}: ${body.slice(0, 300)}`);
  // every good answer of these calls is an object
  return JSON.parse(body) as Record<string, unknown>;
}
