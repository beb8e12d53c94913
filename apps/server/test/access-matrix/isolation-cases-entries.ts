import { newId } from '@recoup/contract/core/ids';
import * as attorneys from '../../src/entries/attorneys.repository.ts';
import * as entries from '../../src/entries/entries.repository.ts';
import * as recoveries from '../../src/entries/recoveries.repository.ts';
import * as lines from '../../src/exports/snapshot/lines.repository.ts';
import * as exportMails from '../../src/exports/mails.repository.ts';
import * as settings from '../../src/exports/settings.repository.ts';
import * as exports from '../../src/exports/exports.repository.ts';
import * as mails from '../../src/mail/mail.repository.ts';
import { createSerialQueue } from '../../src/exports/snapshot/serial-queue.ts';
import { createFirmScope } from '../../src/platform/core/actor.ts';
import { insertAudit, hasAuditEntry } from '../../src/platform/security/audit-log.repository.ts';
import { isFirmAdmin } from '../../src/users/registration/registration.repository.ts';
import { all, type InnerDoor, now } from './inner-door.ts';
import type { Side } from './sides.ts';

const inTurn = createSerialQueue();
const kept = (of: Side) => ({
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

const entryDoors: readonly InnerDoor[] = [
  { room: 'entries', name: 'listEntries', open: (trx, own) => entries.listEntries(trx, own, {}) },
  {
    room: 'entries',
    name: 'listEntries that are searched',
    open: (trx, own) => entries.listEntries(trx, own, { search: 'work' }),
  },
  {
    room: 'entries',
    name: 'findEntry',
    open: (trx, own, of) => entries.findEntry(trx, own, { id: of.entry.id }),
    answers: undefined,
  },
  {
    room: 'entries',
    name: 'findEntry of an id of both',
    open: (trx, own, of) => entries.findEntry(trx, own, { id: of.twinEntry.id }),
  },
  {
    room: 'entries',
    name: 'listEntries by what the other says of an id of both',
    open: async (trx, own, of) =>
      (await entries.listEntries(trx, own, { search: of.twinMark })).count,
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
    open: (trx, own) => entries.listRecentMatters(trx, own, { attorney: undefined }),
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
    room: 'users',
    name: 'isFirmAdmin',
    open: (trx, own, of) => isFirmAdmin(trx, own, of.people.former.id),
    answers: false,
  },
  {
    room: 'users',
    name: 'isFirmAdmin of an attorney',
    open: (trx, _, of) => isFirmAdmin(trx, createFirmScope(of.id), of.people.attorney.id),
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

const fileDoors: readonly InnerDoor[] = [
  {
    room: 'exports',
    name: 'unclaimEntries',
    open: (trx, own, of) => exports.unclaimEntries(trx, own, of.export.id),
  },
  {
    room: 'exports',
    name: 'markReopened',
    open: (trx, own, of) =>
      exports.markReopened(trx, own, {
        id: of.export.id,
        userId: of.people.admin.id,
        reason: 'Why not',
        now,
      }),
  },
  {
    room: 'exports',
    name: 'findExportSummary',
    open: (trx, own, of) => exports.findExportSummary(trx, own, of.export.id),
    answers: undefined,
  },
  {
    room: 'exports',
    name: 'lockExportSummary',
    open: (trx, own, of) => exports.lockExportSummary(trx, own, of.export.id),
    answers: undefined,
  },
  {
    room: 'exports',
    name: 'findLatestExportSummary',
    open: (trx, own, of) => exports.findLatestExportSummary(trx, own, of.people.admin.id),
    answers: undefined,
  },
  {
    room: 'exports',
    name: 'findLatestExportSummary of a colleague',
    open: (trx, _, of) =>
      exports.findLatestExportSummary(trx, createFirmScope(of.id), of.people.former.id),
    answers: undefined,
  },
  {
    room: 'exports',
    name: 'sumUnclaimedEntries',
    open: (trx, own) => exports.sumUnclaimedEntries(trx, own, {}),
  },
  { room: 'exports', name: 'listExports', open: (trx, own) => exports.listExports(trx, own, {}) },
  {
    room: 'exports',
    name: 'findExport',
    open: (trx, own, of) => exports.findExport(trx, own, of.export.id),
    answers: undefined,
  },
  {
    room: 'exports',
    name: 'readParts',
    open: (trx, own, of) => all(lines.readParts(trx, own, of.export.id)),
    answers: [],
  },
  {
    room: 'exports',
    name: 'readEdgeParts',
    open: (trx, own, of) => lines.readEdgeParts(trx, own, of.export.id),
    answers: [],
  },
  {
    room: 'exports',
    name: 'dedupeParts',
    open: (trx, own, of) =>
      lines.dedupeParts(trx, own, { exportId: newId(), sha256: of.exportHash }),
    answers: null,
  },
  {
    room: 'exports',
    name: 'readExportLines of an export',
    open: (trx, own, of) => all(lines.readExportLines(trx, own, { heldBy: of.export.id, inTurn })),
    answers: [],
  },
  {
    room: 'exports',
    name: 'readExportLines of a period',
    open: (trx, own) => all(lines.readExportLines(trx, own, { period: {}, inTurn })),
  },
  {
    room: 'exports',
    name: 'listExportMails of an export',
    open: (trx, own, of) => exportMails.listExportMails(trx, own, { exports: [of.export.id] }),
    answers: [],
  },
  {
    room: 'exports',
    name: 'listExportMails by id',
    open: (trx, own, of) => exportMails.listExportMails(trx, own, { mail: of.mail.id }),
    answers: [],
  },
  {
    room: 'exports',
    name: 'getCsvChoice',
    open: (trx, own) => settings.getCsvChoice(trx, own),
    answers: { csvDelimiter: ';', mailProfile: 'systems' },
  },
  {
    room: 'exports',
    name: 'lockCsvChoice',
    open: (trx, own) => settings.lockCsvChoice(trx, own),
    answers: { csvDelimiter: ';', mailProfile: 'systems' },
  },
  {
    room: 'exports',
    name: 'updateCsvChoice',
    open: (trx, own) =>
      settings.updateCsvChoice(trx, own, { csvDelimiter: ';', mailProfile: 'people' }),
  },
  {
    room: 'mail',
    name: 'findMailBody',
    open: (trx, own, of) => mails.findMailBody(trx, own, of.mail.id),
    answers: undefined,
  },
  {
    room: 'mail',
    name: 'listMailTimes',
    open: async (trx, own) => (await mails.listMailTimes(trx, own, new Date(0))).length,
    answers: 1,
  },
];

/** What was recorded and sent out. */
export const recordDoors: readonly InnerDoor[] = [...entryDoors, ...fileDoors];
