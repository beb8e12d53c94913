import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import type { HandOver, HandOverRun } from '@recoup/contract/hand-over/endpoints';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect } from 'vitest';
import { handOverFileJobs, handOverJobs } from '../src/hand-over/hand-over-jobs.ts';
import { countOpenExceptions } from '../src/month-end/exceptions/exceptions.service.ts';
import type { Db } from '../src/platform/database/connections.ts';
import { createEgress } from '../src/platform/egress/egress.ts';
import { createSpool } from '../src/platform/http/bodies/body-spool.ts';
import { createSealer } from '../src/platform/security/sealing.ts';
import { assertPostable } from '../src/posting/postable.service.ts';
import type { TestApp } from './app.ts';
import { testSecretKey } from './secret-key.ts';
import { type SftpSink, startSftp } from './sftp-server.ts';

export type HandOverFirm = Awaited<ReturnType<typeof aHandOverFirm>>;

/** A firm with a confirmed SFTP server and an entry of the clock's day, and its requests. */
export async function aHandOverFirm(test: TestApp, sink: SftpSink) {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const matter = await test.aMatter(firm);
  const type = await test.aDisbursementType(firm);
  const admin = await test.anAdmin({ firm, name: 'Ayanda Admin' });
  // The clock goes on by days, and a session ends before.
  const ask = async (what: string, body?: object) =>
    test.call(what, { token: await test.signIn(admin), ...(body && { body }) });
  const data = async <T>(what: string, body?: object): Promise<T> => {
    const reply = await ask(what, body);
    expect(isGood(reply.statusCode) ? '' : reply.body).toBe('');
    return reply.json<{ data: T }>().data;
  };
  const { _id: server } = await data<{ _id: string }>('POST /sftp-servers', {
    name: 'Ledger',
    host: '127.0.0.1',
    port: sink.port,
    user: 'recoup',
    password: 'a-secret-of-sftp',
    folder: '/in',
  });
  await data(`POST /sftp-servers/${server}/tests`, { hostKey: sink.hostKey });
  const input = { name: 'Month end', on: 'daily', time: '16:00', server };
  return {
    firm,
    admin,
    server,
    ask,
    data,
    record: async (of: object = {}) =>
      test.anEntry({ firm, attorney, matter, type }, { date: '2026-03-18', ...of }),
    add: async (of: object = {}) => data<HandOver>('POST /hand-overs', { ...input, ...of }),
    save: async (id: string, of: object = {}) =>
      data<HandOver>(`PUT /hand-overs/${id}`, { ...input, ...of }),
    handOver: async () => (await data<HandOver[]>('GET /hand-overs'))[0],
    runs: async () => data<HandOverRun[]>('GET /hand-over-runs'),
    exports: async () => data<ExportRecord[]>('GET /exports'),
    mails: async () =>
      test.db
        .selectFrom('mails')
        .where('firmId', '=', firm.id)
        .where('exportId', 'is', null)
        .select(['toAddress as to', 'subject', 'body'])
        .orderBy('createdAt')
        .execute(),
  };
}

const due = new Date('2026-03-18T14:00:00Z');

/** For each test a firm with a server of its own, in the morning of a working day. */
export function useHandOver(test: TestApp, fields: Parameters<typeof startSftp>[0] = {}) {
  const ctx: { sink?: SftpSink; firm?: HandOverFirm } = {};
  beforeEach(async () => {
    // 08:00 in London is 10:00 in South Africa.
    test.clock.set(new Date('2026-03-18T08:00:00Z'));
    ctx.sink = await startSftp(fields);
    ctx.firm = await aHandOverFirm(test, ctx.sink);
  });
  afterEach(async () => {
    await ctx.sink?.close();
    await test.deleteRows('handOverRuns');
    await test.deleteRows('handOvers');
  });
  const get = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('useHandOver() is ready inside of tests only');
    return value;
  };
  return {
    firm: () => get(ctx.firm),
    sink: () => get(ctx.sink),
    restart: async (setting: Parameters<typeof startSftp>[0]) => {
      ctx.sink = await startSftp(setting);
    },
    due,
    /** An entry and a hand-over, at the time at which it is due. */
    scheduled: async (handOver: object = {}, entry: object = {}) => {
      await get(ctx.firm).record(entry);
      const made = await get(ctx.firm).add(handOver);
      test.clock.set(due);
      return made;
    },
    check: async () => aHandOverProcess(test).check(),
    checkAfter: async (minutes: number) => {
      test.clock.advance(minutes * 60_000);
      await aHandOverProcess(test).check();
    },
    lastRun: async () => (await get(ctx.firm).runs())[0],
    minutes: (count: number) => test.clock.advance(count * 60_000),
    finalNames: () =>
      [...get(ctx.sink).files.keys()].filter((path) => /\.(?:csv|xlsx)$/.test(path)),
  };
}

const isGood = (status: number): boolean => status === 200 || status === 201;

type Process = {
  /** Two checks of a process, and the jobs that wait. */
  check(): Promise<void>;
  find(): Promise<void>;
  run(payload: unknown): Promise<void>;
  send(payload: unknown): Promise<void>;
};

/** Keeps the lines of a job, and throws an error of our own. */
export function jobLog(lines: object[] = []) {
  return {
    warn: (line: { err?: unknown }) => {
      if (line.err instanceof Error) throw line.err;
      lines.push(line);
    },
  };
}

type HandOverProcess = { silence?: number; lines?: object[] };

/** A process on the database of the test; a failure is thrown. */
export function aHandOverProcess(test: TestApp, given: HandOverProcess = {}): Process {
  const { db, clock } = test;
  const log = jobLog(given.lines);
  const common = { db, clock, log, publicUrl: 'http://recoup.test' };
  const spool = createSpool({ folder: join(tmpdir(), 'recoup-spool') });
  const runs = handOverJobs({
    ...common,
    openFile: async (firmId) => spool.open({ group: firmId, member: undefined }),
    rooms: { countExceptions: countOpenExceptions, assertPostable },
  });
  const files = handOverFileJobs({
    ...common,
    egress: createEgress({ allow: '127.0.0.1/32' }),
    sealer: createSealer(testSecretKey, 'SFTP servers'),
    limits: { silence: given.silence ?? 5_000, total: 20_000 },
  });
  const find = async () => runs['find-due-hand-overs']?.(undefined);
  const run = async (payload: unknown) => runs['run-hand-over']?.(payload);
  const send = async (payload: unknown) => files['send-hand-over']?.(payload);
  return {
    find,
    run,
    send,
    async check() {
      await find();
      for (const payload of await takeJobs(db, 'run-hand-over')) await run(payload);
      await find();
      for (const payload of await takeJobs(db, 'send-hand-over')) await send(payload);
    },
  };
}

export async function takeJobs(db: Db, task: string): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = ${task} returning j.payload`.execute(db);
  return rows.map(({ payload }) => payload);
}
