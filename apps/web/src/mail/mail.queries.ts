import type { FileKind } from '@recoup/contract/exports/files';
import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { type ExpectedMail, mailEndpoints } from '@recoup/contract/mail/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

/** The key of the mutations that send a mail: one at a time. */
export const mailKey = ['mail'] as const;

type Mail = {
  _id: string;
  type: FileKind;
  layout: string;
  to: string;
  subject: string;
  body: string;
};

/** Previews a mail of this export, by default of the user's latest export. Never cached. */
export function mailPreviewQuery(exportId: string | undefined) {
  return queryOptions({
    queryKey: [...queryKeys.exports, 'mail-preview', exportId ?? 'latest'] as const,
    queryFn: async ({ signal }) =>
      (await send(mailEndpoints.previewMail, { query: { export: exportId } }, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Mails this export, as it was previewed. Throws `ApiError`. */
export async function sendMail({
  type,
  layout,
  exportId,
  ...rest
}: Mail & { exportId: string; expected: ExpectedMail }): Promise<ExportMail> {
  return (
    await send(mailEndpoints.sendMail, {
      query: { type, export: exportId, ...(layout !== '' && { layout }) },
      body: { from: '', ...rest },
    })
  ).data;
}

/** The same export to the same address again. Throws `ApiError`. */
export async function repeatMail(id: string): Promise<ExportMail> {
  return (await send(mailEndpoints.repeatMail, { params: { id } })).data;
}
