import type { FileKind } from '@recoup/contract/exports/files';
import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { mailEndpoints } from '@recoup/contract/mail/endpoints';
import { send } from '../platform/api/api-client.ts';

/** Of a mail that is being accepted: one at a time. */
export const mailKey = ['mail'] as const;

type Mail = { _id: string; type: FileKind; to: string; subject: string; body: string };

/** Mails this export; without one the user's latest. Throws `ApiError`. */
export async function sendMail({
  type,
  exportId,
  ...rest
}: Mail & { exportId: string | undefined }): Promise<ExportMail> {
  return (
    await send(mailEndpoints.sendMail, {
      query: { type, export: exportId },
      body: { from: '', ...rest },
    })
  ).data;
}

/** The same export to the same address again. Throws `ApiError`. */
export async function repeatMail(id: string): Promise<ExportMail> {
  return (await send(mailEndpoints.repeatMail, { params: { id } })).data;
}
