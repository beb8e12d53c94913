import * as entries from '../../src/entries/entries.repository.ts';
import { findReversal, listLinks } from '../../src/entries/entries.repository.ts';
import { listMonthFigures } from '../../src/entries/figures/month-figures.repository.ts';
import * as entryList from '../../src/entries/list/entry-list.repository.ts';
import { listRecentMatters } from '../../src/entries/recent-matters.repository.ts';
import * as recoveries from '../../src/entries/recoveries.repository.ts';
import { createFirmScope } from '../../src/platform/core/actor.ts';
import { insertAudit, hasAuditEntry } from '../../src/platform/security/audit-log.repository.ts';
import { all, type IsolationCase, now, isolationCasesOf } from './isolation-case.ts';
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
  voucher: null,
  startedAt: null,
  seconds: null,
  otherParty: null,
  scheduleId: null,
  unitPriceId: null,
  vatTreatment: 'none' as const,
  vatBasisPoints: 0,
  vatIncluded: false,
  version: 9,
};

const pairOf = ({ people }: FirmFixture) => ({
  userId: people.delegate.id,
  attorneyId: people.colleague.id,
});

export const entryIsolationCases: readonly IsolationCase[] = [
  ...isolationCasesOf('entries', {
    listEntries: [(trx, own) => entryList.listEntries(trx, own, {})],
    'listEntries by the number of an export': [
      (trx, own) => entryList.listEntries(trx, own, { order: { by: 'export', direction: 'asc' } }),
    ],
    'listEntries that are searched': [
      (trx, own) => entryList.listEntries(trx, own, { search: 'work' }),
    ],
    streamEntries: [(trx, own) => all(entryList.streamEntries(trx, own, {}))],
    hasVat: [(trx, own) => entryList.hasVat(trx, own, {}), false],
    findEntry: [(trx, own, of) => entryList.findEntry(trx, own, of.entry.id), undefined],
    'findEntry of an id of both': [
      (trx, own, of) => entryList.findEntry(trx, own, of.twinEntry.id),
    ],
    'listEntries by what the other says of an id of both': [
      async (trx, own, of) =>
        (await entryList.listEntries(trx, own, { search: of.twinMark })).count,
      0,
    ],
    findEntryRow: [
      (trx, own, of) => entries.findEntryRow(trx, own, { id: of.entry.id }),
      undefined,
    ],
    lockEntry: [(trx, own, of) => entries.lockEntry(trx, own, { id: of.entry.id }), undefined],
    updateEntryRow: [
      (trx, own, of) => entries.updateEntryRow(trx, own, { ...kept(of), ...changed }),
    ],
    deleteEntryRow: [(trx, own, of) => entries.deleteEntryRow(trx, own, of.entry.id)],
    'deleteEntryRow of an id of both': [
      (trx, own, of) => entries.deleteEntryRow(trx, own, of.twinEntry.id),
    ],
    findReversal: [(trx, own, of) => findReversal(trx, own, of.entry.id), undefined],
    listLinks: [(trx, own, of) => listLinks(trx, own, { id: of.entry.id })],
    isTypeOfAttorney: [
      (trx, own, of) =>
        entries.isTypeOfAttorney(trx, own, {
          attorneyId: of.people.attorney.id,
          typeId: of.type.id,
        }),
      false,
    ],
    listRecentMatters: [
      (trx, own) => listRecentMatters(trx, own, { attorney: undefined, others: [] }),
    ],
    findRight: [(trx, own, of) => entries.findRight(trx, own, pairOf(of)), undefined],
    lockRight: [(trx, own, of) => entries.lockRight(trx, own, pairOf(of)), undefined],
    listRights: [(trx, own, of) => entries.listRights(trx, own, of.people.delegate.id), []],
    'findEntryRow of a delegate': [
      (trx, own, of) =>
        entries.findEntryRow(trx, own, {
          id: of.delegateEntry.id,
          visibleTo: of.people.delegate.id,
        }),
      undefined,
    ],
    listMonths: [(trx, own) => recoveries.listMonths(trx, own, {})],
    listMonthFigures: [
      (trx, own) => listMonthFigures(trx, own, { month: '2026-03', by: 'matter' }),
    ],
    dailyTotals: [
      (trx, own, of) => recoveries.dailyTotals(trx, own, { attorney: of.people.attorney.id }),
      { count: 0, amountCents: 0n, netCents: 0n, vatCents: 0n, isVendor: false },
    ],
    isAttorney: [(trx, own, of) => entries.isAttorney(trx, own, of.people.attorney.id), false],
    'isAttorney of an admin': [
      (trx, _, of) => entries.isAttorney(trx, createFirmScope(of.id), of.people.admin.id),
      false,
    ],
  }),
  ...isolationCasesOf('platform', {
    wasAudited: [
      async (trx, own, of) => {
        const record = {
          firmId: of.id,
          actorId: null,
          action: 'request.refused',
          subjectId: of.entry.id,
          address: 'x',
          requestId: 'x',
          now,
        } as const; // the closed list of actions
        await insertAudit(trx, record);
        const was = await hasAuditEntry(trx, own, record);
        await trx.deleteFrom('auditLog').where('action', '=', 'request.refused').execute();
        return was;
      },
      false,
    ],
  }),
];
