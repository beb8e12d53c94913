import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aUser } from '../../../test/factories.ts';
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
  60_000,
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
  for (let count = 0; count < 120; count += 1) await aUser(test.db, { firm });
  await runReminders(test.db, reminderHandlers({ db: test.db, clock: test.clock }));
  expect(await receiversOf(firm)).toHaveLength(123);
});

async function receiversOf(firm: RemindedFirm): Promise<string[]> {
  return (await remindersOf(test.db, firm)).map(({ to }) => to).toSorted();
}

function everybodyOf({ admin, thabo, zoe }: RemindedFirm): string[] {
  return [admin, thabo, zoe].map(({ email }) => email).toSorted();
}
