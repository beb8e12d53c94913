import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { type ExpectedMail, mailEndpoints } from '@recoup/contract/mail/endpoints';
import { send } from '../platform/api/api-client.ts';
import { readData } from '../platform/api/read.ts';
import type { MailValues } from './mail-texts.ts';

/** The key of the mutations that send a mail: one at a time. */
export const mailKey = ['mail'] as const;

type Mail = MailValues & { _id: string };

/** Previews a mail of this export, by default of the user's latest export. Never cached. */
export function mailPreviewQuery(exportId: string | undefined) {
  const query = { export: exportId };
  return readData(mailEndpoints.previewMail, { query }, { staleTime: 0, gcTime: 0 });
}

/** Mails this export, as it was previewed. Throws `ApiError`. */
export async function sendMail({
  type,
  layout,
  exportId,
  ...rest
}: Mail & { exportId: string; expected: ExpectedMail }): Promise<ExportMail> {
  const query = { type, export: exportId, ...(layout !== '' && { layout }) };
  return (await send(mailEndpoints.sendMail, { query, body: { from: '', ...rest } })).data;
}
