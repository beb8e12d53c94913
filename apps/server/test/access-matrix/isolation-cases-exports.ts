import { newId } from '@recoup/contract/core/ids';
import * as lines from '../../src/exports/snapshot/lines.repository.ts';
import * as exportMails from '../../src/exports/mails.repository.ts';
import * as settings from '../../src/exports/settings.repository.ts';
import * as claims from '../../src/exports/claims.repository.ts';
import * as exportList from '../../src/exports/export-list.repository.ts';
import * as exports from '../../src/exports/exports.repository.ts';
import * as mails from '../../src/mail/mail.repository.ts';
import { createSerialQueue } from '../../src/exports/snapshot/serial-queue.ts';
import { createFirmScope } from '../../src/platform/core/actor.ts';
import { all, type IsolationCase, now } from './isolation-case.ts';

const enqueue = createSerialQueue();

export const exportIsolationCases: readonly IsolationCase[] = [
  {
    room: 'exports',
    name: 'unclaimEntries',
    open: (trx, own, of) => claims.unclaimEntries(trx, own, of.export.id),
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
    open: (trx, own) => claims.sumUnclaimedEntries(trx, own, {}),
  },
  {
    room: 'exports',
    name: 'listExports',
    open: (trx, own) => exportList.listExports(trx, own, {}),
  },
  {
    room: 'exports',
    name: 'findExport',
    open: (trx, own, of) => exportList.findExport(trx, own, of.export.id),
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
    open: (trx, own, of) =>
      all(lines.readExportLines(trx, own, { claimedBy: of.export.id, enqueue })),
    answers: [],
  },
  {
    room: 'exports',
    name: 'readExportLines of a period',
    open: (trx, own) => all(lines.readExportLines(trx, own, { period: {}, enqueue })),
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
