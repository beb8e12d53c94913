import { type FileKind, fileKinds } from '@recoup/contract/exports/files';
import type { ExportMail } from '@recoup/contract/exports/endpoints';
import type { ExpectedMail, MailPreview } from '@recoup/contract/mail/endpoints';
import { exportSummary } from '@recoup/contract/mail/summary';
import {
  getExportSummary,
  getExportMail,
  getLatestExport,
  mailedAs,
} from '../exports/exports.service.ts';
import { checkPosting } from '../posting/posting-files.service.ts';
import { type AuditContext, requireFirmScope, type FirmScope } from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError, conflict } from '../platform/core/app-error.ts';
import type { CsvOptions } from './delivery/outbox.repository.ts';
import { queueMail } from './delivery/outbox.service.ts';
import {
  currentCsv,
  assertMailable,
  type MailedExport,
  requireQuota,
  mailRefusal,
} from './mail-attachment.ts';
import { findMailContent, findMailOfDraft, lockQuota } from './mail.repository.ts';
import { toRandTotal } from '@recoup/contract/core/money';
import { toVatTotals } from '@recoup/contract/vat/totals';
import { exportDays, exportFileName } from '../exports/files/export-file.service.ts';
import { listLayouts } from '../posting/layouts.service.ts';

type Named = { exportId?: string | undefined };
type Draft = {
  draftId?: string | undefined;
  type: FileKind;
  layout?: string | undefined;
  to: string;
  subject: string;
  body: string;
};

/**
 * Previews a mail of this export, or of the user's latest. Throws `no_export_yet`, and `not_found`
 * for an export outside the firm.
 */
export async function previewMail(
  db: Db,
  by: AuditContext,
  exportId: string | undefined,
): Promise<MailPreview> {
  const firm = requireFirmScope(by.actor);
  return db
    .transaction()
    .execute(async (trx) => toMailPreview(trx, firm, await getMailed(trx, by, exportId)));
}

/**
 * Queues a mail with this export, or with the user's latest. It is sent once, even after a crash.
 * Throws `no_export_yet`, `not_found` for an export outside the firm, `changed_meanwhile` when the
 * attachment is not the `expected` one, `too_large` for an attachment, `too_many_requests` beyond
 * the firm's quota.
 */
export async function sendMail(
  db: Db,
  by: AuditContext,
  { exportId, expected, ...draft }: Draft & Named & { expected?: ExpectedMail | undefined },
): Promise<ExportMail> {
  return db.transaction().execute(async (trx) => {
    const sent = await findSent(trx, by, { exportId, ...draft });
    if (sent) return sent;
    const facts = await getMailed(trx, by, exportId);
    assertExpected(facts, draft, expected);
    return queueExport(trx, by, { ...draft, facts });
  });
}

/** Queues a mail with an export of the same transaction. Throws as `sendMail`. */
export async function sendMailWithin(
  trx: Trx,
  by: AuditContext,
  { exportId, ...draft }: Draft & { exportId: string },
): Promise<ExportMail> {
  return queueExport(trx, by, { ...draft, facts: await getMailed(trx, by, exportId) });
}

/**
 * Mails the same file of the same export to the same address again. Throws `conflict` while the
 * first is queued.
 */
export async function repeatMail(db: Db, by: AuditContext, id: string): Promise<ExportMail> {
  return db.transaction().execute(async (trx) => repeatMailWithin(trx, by, id));
}

/** As `repeatMail`. */
export async function repeatMailWithin(
  trx: Trx,
  by: AuditContext,
  id: string,
): Promise<ExportMail> {
  const firm = requireFirmScope(by.actor);
  const mail = await getExportMail(trx, firm, id);
  if (mail.state === 'queued')
    throw conflict('This email is still being sent: it will be tried again by itself.');
  const facts = await getExportSummary(trx, firm, mail.export);
  const { body, ...csv } = (await findMailContent(trx, firm, id)) ?? { body: '', ...noCsv };
  const { type, to, subject } = mail;
  return acceptMail(trx, by, { type, to, subject, body, csv, facts });
}

async function queueExport(trx: Trx, by: AuditContext, draft: Draft & { facts: MailedExport }) {
  const { facts, layout } = draft;
  if (layout === undefined) return acceptMail(trx, by, draft);
  await checkPosting(trx, by, { exportId: facts.id, layoutId: layout });
  return acceptMail(trx, by, { ...draft, csv: { ...noCsv, layout } });
}

async function getMailed(trx: Trx, { actor }: AuditContext, exportId: string | undefined) {
  const firm = requireFirmScope(actor);
  return exportId === undefined
    ? getLatestExport(trx, firm, actor.userId)
    : getExportSummary(trx, firm, exportId);
}

/** The earlier mail with the client's id. Throws `conflict` if it differs. */
async function findSent(
  trx: Trx,
  by: AuditContext,
  { draftId, exportId, ...draft }: Draft & Named,
): Promise<ExportMail | undefined> {
  if (draftId === undefined) return undefined;
  const firm = requireFirmScope(by.actor);
  // The second of two parallel requests must see the first.
  await lockQuota(trx, firm);
  const mail = await findMailOfDraft(trx, firm, draftId);
  if (!mail) return undefined;
  const isSame =
    mail.userId === by.actor.userId &&
    isSameFile(mail, { exportId, ...draft }) &&
    mail.to === draft.to &&
    mail.subject === draft.subject &&
    (mail.body === draft.body || (mail.bodyGenerated && isBlank(draft.body)));
  if (!isSame) throw conflict('Another email was sent under this id.');
  return getExportMail(trx, firm, mail.id);
}

function isSameFile(
  mail: { type: string | null; layout: string | null; exportId: string },
  { type, layout, exportId = mail.exportId }: Pick<Draft, 'type' | 'layout'> & Named,
): boolean {
  const isSameLayout = mail.layout === (layout ?? null);
  return mail.type === type && isSameLayout && mail.exportId === exportId;
}

async function acceptMail(
  trx: Trx,
  by: AuditContext,
  mail: Draft & { facts: MailedExport; csv?: CsvOptions },
): Promise<ExportMail> {
  const firm = requireFirmScope(by.actor);
  const { type, to, subject, body, facts, draftId } = mail;
  const { csv = noCsv } = mail;
  const isPresentCsv = type === 'csv' && csv.csvProfile === null && csv.layout === null;
  const attached = isPresentCsv ? currentCsv(facts) : csv;
  assertMailable(facts, type);
  const bodyGenerated = isBlank(body);
  await requireQuota(trx, by);
  const id = await queueMail(trx, {
    firmId: firm.firmId,
    userId: by.actor.userId,
    to,
    replyTo: by.actor.email,
    subject,
    body: bodyGenerated ? exportSummary(await toMailPreview(trx, firm, facts)) : body,
    bodyGenerated,
    draftId,
    export: { id: facts.id, attachment: type, ...attached },
    now: by.now,
  });
  await recordAudit(trx, by, {
    action: 'mail.queued',
    subjectId: id,
    details: { export: facts.number, type, to },
    rows: facts.rowCount,
  });
  return getExportMail(trx, firm, id);
}

const noCsv: CsvOptions = { csvProfile: null, csvDelimiter: null, layout: null };

function isBlank(body: string): boolean {
  return body.trim() === '';
}

/** Previews a mail of this export, with the attachment of each kind of file. */
async function toMailPreview(trx: Trx, firm: FirmScope, facts: MailedExport): Promise<MailPreview> {
  const days = await exportDays(trx, firm, facts.id);
  const layouts = await listLayouts(trx, firm);
  const { netCents: net, vatCents: vat } = facts;
  return {
    export: facts.id,
    number: facts.number,
    ...mailedAs(facts),
    firmName: facts.firmName,
    rows: facts.rowCount,
    sum: toRandTotal(BigInt(facts.sumCents)),
    ...(net !== null && vat !== null && { vat: toVatTotals(BigInt(net), BigInt(vat)) }),
    firstDay: days.first,
    lastDay: days.last,
    files: fileKinds.map((type) => ({
      type,
      fileName: exportFileName(facts, type),
      refusal: mailRefusal(facts, type),
    })),
    layouts: layouts.map(({ _id, name }) => ({ _id, name })),
  };
}

/** Throws `changed_meanwhile` for an export reopened since its preview, or another CSV. */
function assertExpected(
  facts: MailedExport,
  { type, layout }: { type: FileKind; layout?: string | undefined },
  expected: ExpectedMail | undefined,
): void {
  if (expected === undefined) return;
  const { state, csv } = mailedAs(facts);
  if (state !== expected.state) throw changed('The export was reopened in the meantime.');
  if (type !== 'csv' || layout !== undefined) return;
  const { profile, delimiter } = expected.csv;
  // The CSV for systems has a delimiter of its own.
  if (csv.profile !== profile || (profile === 'people' && csv.delimiter !== delimiter))
    throw changed('The firm’s CSV settings have changed in the meantime.');
}

function changed(what: string): AppError {
  return new AppError('changed_meanwhile', {
    message: `${what} Nothing was sent. Check what is attached, and send again.`,
  });
}
