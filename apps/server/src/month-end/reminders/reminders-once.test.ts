import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { withCutConnection } from '../../../test/cut-connections.ts';
import {
  aRemindedFirm,
  type RemindedFirm,
  reminderHandlers,
  remindersOf,
  runReminders,
  takeReminderJobs,
} from '../../../test/reminders.ts';
import { connect } from '../../platform/database/connections.ts';
import { createPool } from '../../platform/database/pool.ts';
import { startJobs } from '../../platform/jobs/worker.ts';
import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';
import { adminSummary, attorneyReminder, noExceptions } from './remind-firm.ts';

const test = useApp();
const noon = new Date('2027-04-28T10:00:00Z');

beforeEach(async () => {
  test.clock.set(noon);
  await test.updateRows('firms', {}, { remindersOn: false });
});

it('sends each reminder once when two processes check and work at the same moment', async () => {
  const firms: RemindedFirm[] = [];
  for (let count = 0; count < 8; count += 1) firms.push(await aRemindedFirm(test.db));
  const other = connect(createPool(test.databaseUrl, { max: 8 }));
  const processes = [test.db, other].map((db) => reminderHandlers({ db, clock: test.clock }));
  for (let round = 0; round < 2; round += 1)
    await Promise.all(
      processes.map(async (handlers) => handlers['find-due-reminders']?.(undefined)),
    );
  const jobs = await takeReminderJobs(test.db);
  expect(jobs).toHaveLength(firms.length);
  await Promise.all(
    jobs.flatMap((payload) =>
      processes.map(async (handlers) => handlers['remind-firm']?.(payload)),
    ),
  );
  for (const firm of firms) expect(await receiversOf(firm)).toEqual(everybodyOf(firm));
  await other.destroy();
});

it.each(['before', 'after'] as const)(
  'sends each reminder once if a process dies %s any statement',
  async (when) => {
    const handlers = reminderHandlers({ db: test.db, clock: test.clock });
    const left: number[] = [];
    for (let at = 1; ; at += 1) {
      const firm = await aRemindedFirm(test.db);
      const isCut = await withCutConnection({ at, when }, async () => {
        const db = connect(createPool(test.databaseUrl, { max: 2 }));
        const dying = reminderHandlers({ db, clock: test.clock });
        await dying['remind-firm']?.({ firmId: firm.id }).catch(() => undefined);
        await db.destroy();
      });
      if (!isCut) break;
      left.push((await receiversOf(firm)).length);
      await runReminders(test.db, handlers);
      expect([at, await receiversOf(firm)]).toEqual([at, everybodyOf(firm)]);
      await test.updateRows('firms', { id: firm.id }, { remindersOn: false });
    }
    // Mails and marks are queued whole or not at all.
    expect(new Set(left)).toEqual(new Set([0, 3]));
    expect(left.length).toBeGreaterThan(15);
  },
);

it('queues one mail job for each mark', async () => {
  const firm = await aRemindedFirm(test.db);
  await runReminders(test.db, reminderHandlers({ db: test.db, clock: test.clock }));
  const { rows } = await test.pool.query<{ count: number }>(
    `select count(*) from graphile_worker._private_jobs j
     join reminders r on r.mail_id = (j.payload->>'mailId')::uuid where r.firm_id = $1`,
    [firm.id],
  );
  expect(Number(rows[0]?.count)).toBe(3);
});

it('goes on with the other firms if one fails, and with that one at the next check', async () => {
  const firms = [await aRemindedFirm(test.db), await aRemindedFirm(test.db)];
  const failing = firms[0]?.id;
  const warned: object[] = [];
  const broken = reminderHandlers({
    db: test.db,
    clock: test.clock,
    log: { warn: (fields: object) => void warned.push(fields) },
    countOpenExceptions: async (_, { firmId }) => {
      if (firmId === failing) throw new Error('too many entries');
      return new Map();
    },
  });
  await runReminders(test.db, broken);
  expect(warned).toEqual([{ err: new Error('too many entries'), firmId: failing }]);
  const counts = firms.map(async (firm) => (await receiversOf(firm)).length);
  expect(await Promise.all(counts)).toEqual([0, 3]);
  await runReminders(test.db, reminderHandlers({ db: test.db, clock: test.clock }));
  for (const firm of firms) expect(await receiversOf(firm)).toEqual(everybodyOf(firm));
});

it('sends nothing for a firm that switches reminders off meanwhile', async () => {
  const firm = await aRemindedFirm(test.db);
  const switchOff = async () => test.updateRows('firms', { id: firm.id }, { remindersOn: false });
  const handlers = reminderHandlers({
    db: test.db,
    clock: test.clock,
    countOpenExceptions: async () => {
      await switchOff();
      return new Map();
    },
  });
  await runReminders(test.db, handlers);
  expect(await receiversOf(firm)).toEqual([]);
});

it('sends late on the same day, and never on the next', async () => {
  const firm = await aRemindedFirm(test.db, { workingDaysBefore: 0, hour: 8 });
  const handlers = reminderHandlers({ db: test.db, clock: test.clock });
  test.clock.set(new Date('2027-04-30T21:55:00Z'));
  await handlers['find-due-reminders']?.(undefined);
  const [payload] = await takeReminderJobs(test.db);
  test.clock.set(new Date('2027-04-30T22:00:00Z'));
  await handlers['remind-firm']?.(payload);
  expect(await receiversOf(firm)).toEqual([]);
  test.clock.set(new Date('2027-05-31T21:55:00Z'));
  await runReminders(test.db, handlers);
  expect((await remindersOf(test.db, firm)).map(({ at }) => at)).toEqual(
    Array.from({ length: 3 }, () => '2027-05-31T23:55'),
  );
});

it('reminds a firm of many attorneys in several transactions', async () => {
  const firm = await aRemindedFirm(test.db);
  for (let count = 0; count < 120; count += 1) await test.aUser({ firm });
  await runReminders(test.db, reminderHandlers({ db: test.db, clock: test.clock }));
  expect(await receiversOf(firm)).toHaveLength(123);
});

async function receiversOf(firm: RemindedFirm): Promise<string[]> {
  return (await remindersOf(test.db, firm)).map(({ to }) => to).toSorted();
}

function everybodyOf({ admin, thabo, zoe }: RemindedFirm): string[] {
  return [admin, thabo, zoe].map(({ email }) => email).toSorted();
}

it('sends the reminders of a firm through the job queue, and leaves no job behind', async () => {
  test.clock.set(new Date('2027-04-28T10:00:00Z'));
  const firm = await aRemindedFirm(test.db);
  const broken = await aRemindedFirm(test.db);
  const handlers = reminderHandlers({
    db: test.db,
    clock: test.clock,
    log: { warn: () => {} },
    countOpenExceptions: async (_, { firmId }) => {
      if (firmId === broken.id) throw new Error('too many entries');
      return new Map();
    },
  });
  const jobs = await startJobs({ pool: test.pool, handlers, log: { warn: () => {} } });
  const leftJobs = async (): Promise<string[]> => {
    const { rows } = await test.pool.query<{ task: string }>(
      `select task_identifier as task from graphile_worker.jobs
       where task_identifier <> 'send-mail'`,
    );
    return rows.map(({ task }) => task);
  };
  for (let count = 0; count < 2; count += 1) {
    await test.pool.query(`select graphile_worker.add_job('find-due-reminders')`);
    await expect.poll(leftJobs).toEqual([]);
  }
  await jobs.stop();
  expect(await remindersOf(test.db, firm)).toHaveLength(3);
  expect(await remindersOf(test.db, broken)).toEqual([]);
});

const common = { month: '2027-04', publicUrl: 'https://recoup.test' };
const monthOf = (name: string, input: Partial<AttorneyMonth> = {}): AttorneyMonth => ({
  attorney: { _id: name, name },
  state: 'open',
  completedAt: null,
  recordedSince: 0,
  entries: 12,
  sum: 1234.5,
  ...input,
});
const nothing = { state: 'nothing', entries: 0, sum: 0 } as const;
const complete = { state: 'complete', completedAt: '2027-04-28T08:00:00.000Z' } as const;
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

it('tells an attorney what is open, with a link to the own entries', () => {
  const own = monthOf('Thabo Mokoena');
  const mail = attorneyReminder({ ...common, name: 'Thabo Mokoena', own }, { block: 1, warn: 2 });
  expect(mail.subject).toBe('April 2027: please complete your month');
  expect(plain(mail.body)).toBe(`Dear Thabo Mokoena

Your April 2027 is not complete yet.
Recorded: 12 entries, R 1 234.50.
Open exceptions in your entries: 1 blocking, 2 warnings.

Please finish your entries, and mark the month as complete:
https://recoup.test/home/entries

Recoup`);
});

it.each([
  [monthOf('T', nothing), noExceptions, 'please complete', 'You have recorded nothing'],
  [monthOf('T', { entries: 1 }), noExceptions, 'please complete', 'Recorded: 1 entry, R'],
  [monthOf('T', complete), { block: 0, warn: 1 }, 'please check', '1 warning.'],
])('words a reminder by what is open: %#', (own, exceptions, subject, message) => {
  const mail = attorneyReminder({ ...common, name: 'T', own }, exceptions);
  expect(mail.subject).toContain(subject);
  expect(plain(mail.body)).toContain(message);
  expect(mail.body.includes('Open exceptions')).toBe(exceptions.warn > 0);
  expect(mail.body.includes('mark the month')).toBe(own.state !== 'complete');
});

it('tells the admin who is complete, and how many exceptions of which level are open', () => {
  const months = [
    monthOf('Anna', complete),
    monthOf('Ben'),
    monthOf('Carl', nothing),
    monthOf('Zoe', { ...complete, entries: 0, sum: 0 }),
  ];
  const exceptions = new Map([
    ['Ben', { block: 1, warn: 0 }],
    ['Anna', { block: 0, warn: 3 }],
  ]);
  const firm = { ...common, name: 'Ayanda', firmName: 'Zulu Attorneys', months };
  const mail = adminSummary(firm, exceptions);
  expect(mail.subject).toBe('April 2027: 2 of 4 complete');
  expect(plain(mail.body)).toBe(`Dear Ayanda

Zulu Attorneys, April 2027

Not complete: 1
  Ben: 12 entries, R 1 234.50; 1 blocking

Nothing recorded: 1
  Carl: nothing recorded

Complete: 2
  Anna: 12 entries, R 1 234.50; 3 warnings
  Zoe: nothing recorded

Open exceptions of attorneys: 1 blocking, 3 warnings.

To close the month:
https://recoup.test/home/attorneys/month-end

Recoup`);
});

it('names at most fifty attorneys of a group', () => {
  const months = Array.from({ length: 200 }, (_, index) => monthOf(`A${index}`));
  const firm = { ...common, name: 'Ayanda', firmName: 'Zulu Attorneys', months };
  const { body } = adminSummary(firm, new Map());
  expect(body).toContain('Not complete: 200\n');
  expect(body).toContain('  A49: 12 entries');
  expect(body).not.toContain('A50:');
  expect(body).toContain('  and 150 more\n');
  expect(body).toContain('Open exceptions of attorneys: none.');
});
