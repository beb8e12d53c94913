import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IntakeRun, MatterIntake } from '@recoup/contract/hand-over/intake-endpoints';
import { afterEach, beforeEach } from 'vitest';
import { intakeJobs } from '../src/hand-over/hand-over-jobs.ts';
import { createEgress } from '../src/platform/egress/egress.ts';
import { createSpool } from '../src/platform/http/bodies/body-spool.ts';
import { createSealer } from '../src/platform/security/sealing.ts';
import type { TestApp } from './app.ts';
import { aHandOverFirm, aHandOverProcess, jobLog, takeJobs } from './hand-over-firm.ts';
import { testSecretKey } from './secret-key.ts';
import { type SftpSink, startSftp } from './sftp-server.ts';

type IntakeFirm = Awaited<ReturnType<typeof anIntakeFirm>>;

/** A firm with a confirmed SFTP server whose folder is read on schedule, and its requests. */
async function anIntakeFirm(test: TestApp, sink: SftpSink) {
  const firm = await aHandOverFirm(test, sink);
  const input = { server: firm.server, pattern: '*.csv', days: 'daily', time: '06:00' };
  return {
    ...firm,
    save: async (of: object = {}) =>
      firm.data<MatterIntake>('PUT /matter-intake', { ...input, ...of }),
    intake: async () => firm.data<MatterIntake | null>('GET /matter-intake'),
    runs: async () => firm.data<IntakeRun[]>('GET /matter-intake/runs'),
    matters: async () =>
      (await firm.data<{ number: string; description: string }[]>('GET /matters?search=N'))
        .filter(({ number }) => number.startsWith('N'))
        .map(({ number, description }) => `${number} ${description}`)
        .toSorted(),
  };
}

/** For each test a firm with an SFTP server of its own, on a Wednesday evening. */
export function useIntake(test: TestApp) {
  const ctx: { sink?: SftpSink; firm?: IntakeFirm } = {};
  beforeEach(async () => {
    test.clock.set(new Date('2026-03-18T18:00:00Z'));
    ctx.sink = await startSftp();
    ctx.firm = await anIntakeFirm(test, ctx.sink);
  });
  afterEach(async () => {
    await ctx.sink?.close();
    await test.deleteRows('matterIntakes');
  });
  const get = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('useIntake() is ready inside of tests only');
    return value;
  };
  return {
    firm: () => get(ctx.firm),
    sink: () => get(ctx.sink),
    put: (name: string, text: string, minutes = 10) =>
      putFile(test, get(ctx.sink), { name, text, minutes }),
    check: async () => anIntakeProcess(test).check(),
    lastRun: async () => (await get(ctx.firm).runs())[0],
  };
}

/** A file of matters in the folder, complete since `minutes`. */
function putFile(
  test: TestApp,
  sink: SftpSink,
  { name, text, minutes = 10 }: { name: string; text: string; minutes?: number },
): void {
  sink.files.set(`/in/${name}`, Buffer.from(text));
  sink.times.set(`/in/${name}`, Math.floor(test.clock.now().getTime() / 1000) - minutes * 60);
}

/** A process on the database of the test; a failure is thrown. */
export function anIntakeProcess(
  test: TestApp,
  { silence = 5_000, lines, ...run }: { silence?: number; lines?: object[]; runMs?: number } = {},
) {
  const { db, clock } = test;
  const log = jobLog(lines);
  const spool = createSpool({ folder: join(tmpdir(), 'recoup-spool') });
  const jobs = intakeJobs({
    db,
    clock,
    log,
    publicUrl: 'http://recoup.test',
    egress: createEgress({ allow: '127.0.0.1/32' }),
    sealer: createSealer(testSecretKey, 'SFTP servers'),
    limits: { silence, total: 20_000 },
    ...run,
    openFile: async (firmId) => spool.open({ group: firmId, member: undefined }),
  });
  return {
    /** Runs what is due. Returns how many jobs there were. */
    async check(): Promise<number> {
      await aHandOverProcess(test).find();
      const payloads = await takeJobs(db, 'run-matter-intake');
      for (const payload of payloads) await jobs['run-matter-intake']?.(payload);
      return payloads.length;
    },
    run: async (firmId: string) => jobs['run-matter-intake']?.({ firmId }),
  };
}
