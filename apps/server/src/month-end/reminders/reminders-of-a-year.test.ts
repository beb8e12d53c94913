import { userStatus } from '@recoup/contract/core/access';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import {
  aRemindedFirm,
  completeMonth,
  type RemindedFirm,
  reminderHandlers,
  remindersOf,
  runReminders,
} from '../../../test/reminders.ts';
import { hours } from '../../platform/core/clock.ts';

const test = useApp();
type Name = 'usual' | 'last' | 'early' | 'off' | 'finishing' | 'clean';
const firms = new Map<Name, RemindedFirm>();
const firmOf = (name: Name): RemindedFirm => firms.get(name) as RemindedFirm; // set in beforeAll
const months = Array.from(
  { length: 12 },
  (_, index) => `2027-${String(index + 1).padStart(2, '0')}`,
);
const warned = new Set<string>();

/** The reminder days of 2027 by hand: Human Rights Day, Easter, Freedom, Youth and Christmas. */
const table: Record<'usual' | 'last' | 'early', Record<string, string>> = {
  usual: {
    '2027-03': '24 25 30 31',
    '2027-04': '26 28 29 30',
    '2027-06': '25 28 29 30',
    '2027-12': '28 29 30 31',
  },
  last: { '2027-03': '31', '2027-04': '30', '2027-06': '30', '2027-12': '31' },
  early: {
    '2027-03': '12 15 16 17 18 19 23 24 25 30 31',
    '2027-04': '15 16 19 20 21 22 23 26 28 29 30',
    '2027-06': '15 17 18 21 22 23 24 25 28 29 30',
    '2027-12': '15 17 20 21 22 23 24 28 29 30 31',
  },
};

beforeAll(async () => {
  firms.set('usual', await aRemindedFirm(test.db));
  firms.set('last', await aRemindedFirm(test.db, { workingDaysBefore: 0, hour: 23 }));
  firms.set('early', await aRemindedFirm(test.db, { workingDaysBefore: 10, hour: 0 }));
  firms.set('off', await aRemindedFirm(test.db, { isOn: false }));
  firms.set('finishing', await aRemindedFirm(test.db));
  firms.set('clean', await aRemindedFirm(test.db));
  for (const month of months)
    for (const attorney of [firmOf('clean').thabo, firmOf('clean').zoe])
      await completeMonth(test.db, { firm: firmOf('clean'), attorney, month });
  warned.add(firmOf('clean').zoe.id);
  const firm = firmOf('usual');
  await test.aUser({ firm, status: userStatus.inactive });
  await test.aUser({ firm, status: userStatus.blocked });
  await test.anAdmin({ firm, status: userStatus.inactive });
  await wholeYear();
});

/** A check in every hour of 2027. */
async function wholeYear(): Promise<void> {
  const handlers = reminderHandlers({
    db: test.db,
    clock: test.clock,
    countOpenExceptions: async () => new Map([...warned].map((id) => [id, { block: 0, warn: 2 }])),
  });
  test.clock.set(new Date('2026-12-31T22:00:00Z'));
  const end = new Date('2027-12-31T22:00:00Z');
  const finished = new Date('2027-04-28T10:00:00Z').getTime();
  while (test.clock.now() < end) {
    if (test.clock.now().getTime() === finished) {
      const firm = firmOf('finishing');
      await completeMonth(test.db, { firm, attorney: firm.thabo, month: '2027-04' });
    }
    await runReminders(test.db, handlers);
    test.clock.advance(hours(1));
  }
}

it.each(Object.keys(table))('reminds each person once on exactly the days: %s', async (name) => {
  const firm = firmOf(name as keyof typeof table); // a key of it
  const all = await remindersOf(test.db, firm);
  for (const { id } of [firm.thabo, firm.zoe, firm.admin])
    for (const [month, days] of Object.entries(table[name as keyof typeof table])) // as above
      expect([month, daysIn(all, month, id)]).toEqual([month, days]);
  const hour = { usual: '08', last: '23', early: '00' }[name];
  expect(all.filter(({ at, day }) => at !== `${day}T${hour}:00`)).toEqual([]);
});

it('reminds in every month, and on no weekend and no holiday', async () => {
  const days = new Map<string, number>();
  for (const { day } of await remindersOf(test.db, firmOf('early')))
    days.set(day, (days.get(day) ?? 0) + 1);
  expect(days.size).toBe(12 * 11);
  expect([...days.values()].every((count) => count === 3)).toBe(true);
  const holidays =
    '01-01 03-21 03-22 03-26 03-29 04-27 05-01 06-16 08-09 09-24 12-16 12-25 12-26 12-27';
  const free = [...days.keys()].filter(
    (day) =>
      [0, 6].includes(new Date(day).getUTCDay()) || holidays.split(' ').includes(day.slice(5)),
  );
  expect(free).toEqual([]);
});

it('reminds nobody else, and nobody of a firm without reminders', async () => {
  const receivers = new Set((await remindersOf(test.db, firmOf('usual'))).map(({ to }) => to));
  const { admin, thabo, zoe } = firmOf('usual');
  expect([...receivers].toSorted()).toEqual(
    [admin, thabo, zoe].map(({ email }) => email).toSorted(),
  );
  expect(await remindersOf(test.db, firmOf('off'))).toEqual([]);
  const [mails, marks] = [await test.listRows('mails'), await test.listRows('reminders')];
  expect(mails).toHaveLength(marks.length);
});

it('reminds an attorney no more once the month is complete', async () => {
  const { thabo, zoe } = firmOf('finishing');
  const all = await remindersOf(test.db, firmOf('finishing'));
  expect(daysIn(all, '2027-04', thabo.id)).toBe('26 28');
  expect(daysIn(all, '2027-05', thabo.id)).toBe('26 27 28 31');
  expect(daysIn(all, '2027-04', zoe.id)).toBe('26 28 29 30');
});

it('reminds an attorney whose month is complete of exceptions only', async () => {
  const { thabo, zoe, admin } = firmOf('clean');
  const all = await remindersOf(test.db, firmOf('clean'));
  expect(all.filter(({ userId }) => userId === thabo.id)).toEqual([]);
  expect(daysIn(all, '2027-04', zoe.id)).toBe('26 28 29 30');
  expect(daysIn(all, '2027-04', admin.id)).toBe('26 28 29 30');
});

type Reminders = Awaited<ReturnType<typeof remindersOf>>;

function daysIn(all: Reminders, month: string, userId: string): string {
  const own = all.filter((each) => each.userId === userId && each.day.startsWith(month));
  return own.map(({ day }) => day.slice(8)).join(' ');
}
