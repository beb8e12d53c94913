import type { ExpectedMail, MailPreview } from '@recoup/contract/mail/endpoints';
import { toRandTotal } from '@recoup/contract/core/money';
import { toVatTotals } from '@recoup/contract/vat/totals';
import { fileKinds, type FileKind } from '@recoup/contract/exports/files';
import { mailedAs } from '../exports/exports.service.ts';
import { exportDays, exportFileName } from '../exports/files/export-file.service.ts';
import { listLayouts } from '../posting/layouts.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { Trx } from '../platform/database/connections.ts';
import { type MailedExport, mailRefusal } from './mail-limits.ts';

/** Previews a mail of this export, with the attachment of each kind of file. */
export async function toMailPreview(
  trx: Trx,
  firm: FirmScope,
  facts: MailedExport,
): Promise<MailPreview> {
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
export function assertExpected(
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
