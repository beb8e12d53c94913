import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { createSession } from '../src/account/session/sessions.service.ts';
import { buildApp } from '../src/app.ts';
import { createAfterResponse } from '../src/platform/http/after-response.ts';
import type { Clock } from '../src/platform/core/clock.ts';
import { connect, type Db } from '../src/platform/database/connections.ts';
import { createPool } from '../src/platform/database/pool.ts';
import { createEgress } from '../src/platform/egress/egress.ts';
import { createLog } from '../src/platform/core/log.ts';
import type { Sms } from '../src/sms/create-gateway.ts';
import { type ApiRequest, callApi } from './api.ts';
import { factoriesOn, type GivenUser } from './factories.ts';
import { rowActions } from './rows.ts';
import { testSecretKey } from './secret-key.ts';
import { leaksOf, secretsOf } from './secrets.ts';
import { takeWorkerDatabase } from './worker-database.ts';

export type TestApp = {
  app: FastifyInstance;
  db: Db;
  /** The connections below `db`, for the job queue. */
  pool: pg.Pool;
  /** For another process on the same database. */
  databaseUrl: string;
  clock: Clock & { set(now: Date): void; advance(ms: number): void };
  /** Sends `GET /users` or the like to the API; the path is relative to its root. */
  call(what: string, request?: ApiRequest): Promise<LightMyRequestResponse>;
  /** What a good reply holds as `data`. */
  data<T>(what: string, request?: ApiRequest): Promise<T>;
  /** Resolves once the work after the responses has ended. */
  settled(): Promise<void>;
  /** The SMS that have left, once nothing is under way any more. */
  sms(): Promise<readonly Sms[]>;
  /** The lines that were logged. */
  log: readonly string[];
  /** A second process on the same database, the same clock and the same outbox of SMS. */
  anotherProcess(): Promise<FastifyInstance>;
  /** A token of a fresh full session. */
  signIn(user: { id: string }): Promise<string>;
  /** The same, of a new user. */
  signInAs(input?: GivenUser): Promise<string>;
  signInAdmin(fields?: GivenUser): Promise<string>;
} & ReturnType<typeof factoriesOn> &
  ReturnType<typeof rowActions>;

type GivenApp = {
  publicUrl?: string;
  systemAdminFactorFrom?: string;
  egressAllow?: string;
  graph?: { graphUrl: string; loginUrl: string };
  /** Addresses of host names, instead of those that the name servers know. */
  hosts?: Readonly<Record<string, readonly string[]>>;
};

/** The real app on the worker's database; no secret may be in its log. Read it in tests only. */
export function useApp(setting: GivenApp = {}): TestApp {
  const state: { app?: FastifyInstance; db?: Db; pool?: pg.Pool; url?: string } = {};
  let time = new Date('2026-03-18T08:00:00Z').getTime();
  const clock = {
    now: () => new Date(time),
    set: (now: Date) => void (time = now.getTime()),
    advance: (ms: number) => void (time += ms),
  };
  const get = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('useApp() is ready inside of tests only');
    return value;
  };
  const sms: Sms[] = [];
  const log: string[] = [];
  const secrets = new Set<string>();
  const background = createAfterResponse();
  const build = async (db: Db): Promise<FastifyInstance> =>
    buildApp({
      db,
      clock,
      publicUrl: setting.publicUrl ?? 'http://recoup.test',
      systemAdminFactorFrom: setting.systemAdminFactorFrom,
      mailFrom: 'recoup@recoup.test',
      background,
      secretKey: testSecretKey,
      egress: createEgress({
        allow: setting.egressAllow,
        ...(setting.hosts && { find: async (name) => [...(setting.hosts?.[name] ?? [])] }),
      }),
      ...(setting.graph && { graph: setting.graph }),
      smsGateway: { send: async (message) => void sms.push(message) },
      log: createLog({ destination: { write: (line) => void log.push(line) } }),
    });
  beforeAll(async () => {
    const url = await takeWorkerDatabase(inject('databaseUrl'));
    state.url = url.replace('@/', '@localhost/');
    state.pool = createPool(url, { max: 8 });
    state.db = connect(state.pool);
    state.app = await build(state.db);
  });
  afterAll(async () => {
    await background.settled();
    expect(leaksOf(log, { secrets, texts: sms.map(({ text }) => text) })).toEqual([]);
    await state.app?.close();
    await state.db?.destroy();
  });
  const signIn = async ({ id }: { id: string }): Promise<string> => {
    const token = await createSession(get(state.db), {
      userId: id,
      kind: 'full',
      now: clock.now(),
    });
    secrets.add(token);
    return token;
  };
  const call = async (what: string, request: ApiRequest = {}) => {
    const reply = await callApi(get(state.app), what, request);
    for (const secret of secretsOf({ ...request, reply: reply.body })) secrets.add(secret);
    return reply;
  };
  const factories = factoriesOn(() => get(state.db));
  return {
    get app() {
      return get(state.app);
    },
    get db() {
      return get(state.db);
    },
    get pool() {
      return get(state.pool);
    },
    get databaseUrl() {
      return get(state.url);
    },
    clock,
    log,
    settled: async () => background.settled(),
    async sms() {
      await background.settled();
      return sms;
    },
    anotherProcess: async () => build(get(state.db)),
    call,
    async data<T>(what: string, request?: ApiRequest) {
      const reply = await call(what, request);
      expect(reply.statusCode < 300 ? '' : reply.body).toBe('');
      return reply.json<{ data: T }>().data;
    },
    signIn,
    ...factories,
    ...rowActions(() => get(state.db)),
    signInAs: async (given) => signIn(await factories.aUser(given)),
    signInAdmin: async (given) => signIn(await factories.anAdmin(given)),
  };
}
