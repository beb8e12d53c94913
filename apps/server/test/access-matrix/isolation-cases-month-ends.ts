import { createFirmScope } from '../../src/platform/core/actor.ts';
import * as signOffs from '../../src/month-end/sign-off/sign-off.repository.ts';
import * as overviews from '../../src/overview/overview.repository.ts';
import * as reminders from '../../src/month-end/reminders/reminders.repository.ts';
import { newId } from '@recoup/contract/core/ids';
import * as exceptions from '../../src/month-end/exceptions/exceptions.repository.ts';
import { exceptionQuery } from '../../src/month-end/exceptions/exceptions.service.ts';
import { type IsolationCase, isolationCasesOf, now } from './isolation-case.ts';

const month = { from: '2026-02-01', to: '2026-02-28' };

export const monthEndIsolationCases: readonly IsolationCase[] = [
  ...isolationCasesOf('overview', {
    findSetUp: [(trx, own) => overviews.findSetUp(trx, own)],
  }),
  ...isolationCasesOf('month-end', {
    listAttorneyMonths: [(trx, own) => signOffs.listAttorneyMonths(trx, own, month)],
    'listAttorneyMonths of an attorney': [
      (trx, own, of) =>
        signOffs.listAttorneyMonths(trx, own, { ...month, attorney: of.people.attorney.id }),
      [],
    ],
    'listAttorneyMonths without admins': [
      async (trx, _, of) => {
        const months = await signOffs.listAttorneyMonths(trx, createFirmScope(of.id), month);
        return months.some(({ attorney }) => attorney._id === of.people.admin.id);
      },
      false,
    ],
    countMonths: [(trx, own) => signOffs.countMonths(trx, own, month)],
    deleteSignOff: [
      (trx, own, of) =>
        signOffs.deleteSignOff(trx, own, { attorneyId: of.people.attorney.id, ...month }),
      false,
    ],
    findReminderSettings: [
      async (trx, own) => (await reminders.findReminderSettings(trx, own))?.hour,
      17,
    ],
    lockReminderSettings: [
      async (trx, own) => (await reminders.lockReminderSettings(trx, own))?.hour,
      17,
    ],
    listActivePeople: [(trx, own) => reminders.listActivePeople(trx, own)],
    'listActivePeople without blocked ones': [
      async (trx, _, of) => {
        const people = await reminders.listActivePeople(trx, createFirmScope(of.id));
        const others = [of.people.blocked.id, of.people.inactive.id];
        return people.some(({ id }) => others.includes(id));
      },
      false,
    ],
    listUnreminded: [
      (trx, own, of) =>
        reminders.listUnreminded(trx, own, {
          day: '2026-02-26',
          monthFrom: month.from,
          users: [of.people.attorney.id, of.people.admin.id],
        }),
      [],
    ],
    'listUnreminded of a day with a reminder': [
      (trx, _, of) =>
        reminders.listUnreminded(trx, createFirmScope(of.id), {
          day: '2026-02-27',
          monthFrom: month.from,
          users: [of.people.colleague.id, of.people.blocked.id],
        }),
      [],
    ],
    markReminded: [(trx, own) => reminders.markReminded(trx, own, '2026-02-27')],
    findExceptions: [
      async (trx, own) =>
        exceptions.findExceptions(trx, await exceptionQuery(trx, own, { now }), {
          limit: 1_000,
          offset: 0,
        }),
    ],
    'findExceptions of an attorney': [
      async (trx, own, of) =>
        exceptions.findExceptions(
          trx,
          await exceptionQuery(trx, own, { now, attorney: of.people.attorney.id }),
          { limit: 1_000, offset: 0 },
        ),
      { groups: [], count: 0, rows: [] },
    ],
    findFingerprints: [
      async (trx, own, of) =>
        exceptions.findFingerprints(trx, await exceptionQuery(trx, own, { now }), [
          of.entry.id,
          of.matter.id,
          of.people.attorney.id,
          of.export.id,
          of.mail.id,
        ]),
      [],
    ],
    saveAcceptances: [
      (trx, own, of) =>
        exceptions.saveAcceptances(
          trx,
          own,
          [
            {
              id: newId(),
              code: 'WEEKEND',
              subjectId: of.colleagueEntry.id,
              period: '',
              fingerprint: 'e'.repeat(32),
            },
          ],
          { userId: of.people.attorney.id, now, reason: 'Why not' },
        ),
    ],
    lockAcceptance: [
      (trx, own, of) => exceptions.lockAcceptance(trx, own, of.acceptance.id),
      undefined,
    ],
    deleteAcceptanceRow: [
      (trx, own, of) => exceptions.deleteAcceptanceRow(trx, own, of.acceptance.id),
    ],
    findEntryDays: [(trx, own, of) => exceptions.findEntryDays(trx, own, [of.entry.id]), []],
  }),
];
