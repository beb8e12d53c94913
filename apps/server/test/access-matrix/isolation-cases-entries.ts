import * as attorneys from '../../src/entries/attorneys.repository.ts';
import * as entries from '../../src/entries/entries.repository.ts';
import * as entryList from '../../src/entries/entry-list.repository.ts';
import { listRecentMatters } from '../../src/entries/recent-matters.repository.ts';
import * as recoveries from '../../src/entries/recoveries.repository.ts';
import { createFirmScope } from '../../src/platform/core/actor.ts';
import { insertAudit, hasAuditEntry } from '../../src/platform/security/audit-log.repository.ts';
import { type IsolationCase, now } from './isolation-case.ts';
import type { FirmFixture } from './firm-fixture.ts';

const kept = (of: FirmFixture) => ({
  id: of.entry.id,
  attorneyId: of.people.attorney.id,
  matterId: of.matter.id,
  disbursementTypeId: of.type.id,
});
const changed = {
  date: '2026-03-01',
  minutes: 1,
  quantity: null,
  amountCents: 1,
  narration: 'x',
  scheduleId: null,
  version: 9,
};

export const entryIsolationCases: readonly IsolationCase[] = [
  { room: 'entries', name: 'listEntries', open: (trx, own) => entryList.listEntries(trx, own, {}) },
  {
    room: 'entries',
    name: 'listEntries that are searched',
    open: (trx, own) => entryList.listEntries(trx, own, { search: 'work' }),
  },
  {
    room: 'entries',
    name: 'findEntry',
    open: (trx, own, of) => entryList.findEntry(trx, own, of.entry.id),
    answers: undefined,
  },
  {
    room: 'entries',
    name: 'findEntry of an id of both',
    open: (trx, own, of) => entryList.findEntry(trx, own, of.twinEntry.id),
  },
  {
    room: 'entries',
    name: 'listEntries by what the other says of an id of both',
    open: async (trx, own, of) =>
      (await entryList.listEntries(trx, own, { search: of.twinMark })).count,
    answers: 0,
  },
  {
    room: 'entries',
    name: 'findEntryRow',
    open: (trx, own, of) => entries.findEntryRow(trx, own, { id: of.entry.id }),
    answers: undefined,
  },
  {
    room: 'entries',
    name: 'lockEntry',
    open: (trx, own, of) => entries.lockEntry(trx, own, { id: of.entry.id }),
    answers: undefined,
  },
  {
    room: 'entries',
    name: 'updateEntryRow',
    open: (trx, own, of) => entries.updateEntryRow(trx, own, { ...kept(of), ...changed }),
  },
  {
    room: 'entries',
    name: 'deleteEntryRow',
    open: (trx, own, of) => entries.deleteEntryRow(trx, own, of.entry.id),
  },
  {
    room: 'entries',
    name: 'deleteEntryRow of an id of both',
    open: (trx, own, of) => entries.deleteEntryRow(trx, own, of.twinEntry.id),
  },
  {
    room: 'entries',
    name: 'isTypeOfAttorney',
    open: (trx, own, of) =>
      attorneys.isTypeOfAttorney(trx, own, {
        attorneyId: of.people.attorney.id,
        typeId: of.type.id,
      }),
    answers: false,
  },
  {
    room: 'entries',
    name: 'listRecentMatters',
    open: (trx, own) => listRecentMatters(trx, own, { attorney: undefined }),
  },
  { room: 'entries', name: 'listMonths', open: (trx, own) => recoveries.listMonths(trx, own, {}) },
  {
    room: 'entries',
    name: 'dailyTotals',
    open: (trx, own, of) => recoveries.dailyTotals(trx, own, { attorney: of.people.attorney.id }),
    answers: { count: 0, amountCents: 0n },
  },
  {
    room: 'entries',
    name: 'isAttorney',
    open: (trx, own, of) => attorneys.isAttorney(trx, own, of.people.attorney.id),
    answers: false,
  },
  {
    room: 'entries',
    name: 'isAttorney of an admin',
    open: (trx, _, of) => attorneys.isAttorney(trx, createFirmScope(of.id), of.people.admin.id),
    answers: false,
  },
  {
    room: 'platform',
    name: 'wasAudited',
    open: async (trx, own, of) => {
      const record = {
        firmId: of.id,
        actorId: null,
        action: 'tried',
        subjectId: of.entry.id,
        address: 'x',
        requestId: 'x',
        now,
      };
      await insertAudit(trx, record);
      const was = await hasAuditEntry(trx, own, record);
      await trx.deleteFrom('auditLog').where('action', '=', 'tried').execute();
      return was;
    },
    answers: false,
  },
];
