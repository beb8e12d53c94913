import * as lines from '../../src/exports/snapshot/lines.repository.ts';
import * as parts from '../../src/exports/snapshot/parts.repository.ts';
import * as claims from '../../src/exports/claims.repository.ts';
import * as exportList from '../../src/exports/export-list.repository.ts';
import * as exports from '../../src/exports/exports.repository.ts';
import * as mails from '../../src/mail/mail.repository.ts';
import { createFirmScope } from '../../src/platform/core/actor.ts';
import { all, type IsolationCase, now, isolationCasesOf } from './isolation-case.ts';

export const exportIsolationCases: readonly IsolationCase[] = [
  ...isolationCasesOf('exports', {
    unclaimEntries: [(trx, own, of) => claims.unclaimEntries(trx, own, of.export.id)],
    markReopened: [
      (trx, own, of) =>
        exports.markReopened(trx, own, {
          id: of.export.id,
          userId: of.people.admin.id,
          reason: 'Why not',
          now,
        }),
    ],
    markFetched: [(trx, own, of) => exports.markFetched(trx, own, { id: of.export.id, now })],
    findExportSummary: [
      (trx, own, of) => exports.findExportSummary(trx, own, of.export.id),
      undefined,
    ],
    lockExportSummary: [
      (trx, own, of) => exports.lockExportSummary(trx, own, of.export.id),
      undefined,
    ],
    findLatestExportSummary: [
      (trx, own, of) => exports.findLatestExportSummary(trx, own, of.people.admin.id),
      undefined,
    ],
    'findLatestExportSummary of a colleague': [
      (trx, _, of) =>
        exports.findLatestExportSummary(trx, createFirmScope(of.id), of.people.former.id),
      undefined,
    ],
    sumUnclaimedEntries: [(trx, own) => claims.sumUnclaimedEntries(trx, own, {})],
    hasClosingUpTo: [(trx, own) => exportList.hasClosingUpTo(trx, own, '2026-01-01')],
    listExports: [(trx, own) => exportList.listExports(trx, own, {})],
    findExport: [(trx, own, of) => exportList.findExport(trx, own, of.export.id), undefined],
    readParts: [(trx, own, of) => all(parts.readParts(trx, own, of.export.id)), []],
    readEdgeParts: [(trx, own, of) => parts.readEdgeParts(trx, own, of.export.id), []],
    findEqualExport: [(trx, own, of) => parts.findEqualExport(trx, own, of.exportHash), null],
    'readExportLines of an export': [
      (trx, own, of) =>
        all(lines.readExportLines(trx, own, { extras: [], claimedBy: of.export.id })),
      [],
    ],
    'readExportLines of a period': [
      (trx, own) => all(lines.readExportLines(trx, own, { extras: [], period: {} })),
    ],
    findLineFacts: [
      (trx, own, of) => lines.findLineFacts(trx, own, { claimedBy: of.export.id }),
      { rowCount: 0, extras: [], netCents: null, vatCents: null, typeIds: {} },
    ],
    'listExportMails of an export': [
      (trx, own, of) => exportList.listExportMails(trx, own, { exports: [of.export.id] }),
      [],
    ],
    'listExportMails by id': [
      (trx, own, of) => exportList.listExportMails(trx, own, { mail: of.mail.id }),
      [],
    ],
    getCsvChoice: [
      (trx, own) => exports.getCsvChoice(trx, own),
      { csvDelimiter: ';', mailProfile: 'systems' },
    ],
    lockCsvChoice: [
      (trx, own) => exports.lockCsvChoice(trx, own),
      { csvDelimiter: ';', mailProfile: 'systems' },
    ],
    updateCsvChoice: [
      (trx, own) => exports.updateCsvChoice(trx, own, { csvDelimiter: ';', mailProfile: 'people' }),
    ],
  }),
  ...isolationCasesOf('mail', {
    findMailContent: [(trx, own, of) => mails.findMailContent(trx, own, of.mail.id), undefined],
    listMailTimes: [
      async (trx, own) => (await mails.listMailTimes(trx, own, new Date(0))).length,
      1,
    ],
  }),
];

/** What was recorded and sent out. */
