import { z } from 'zod';
import { csvDelimiters, csvProfiles, fileKinds } from '../exports/files.ts';
import { exportMail, exportRecord } from '../exports/endpoints.ts';
import { dataReply, id, isStorable, notStorable, randTotal, text } from '../core/fields.ts';
import { withoutUnwritable } from '../core/unwritable.ts';
import { email } from '../core/email-field.ts';
import { layoutId } from '../posting/layout-id.ts';
import { vatTotals } from '../vat/amounts.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { texts } from '../core/texts.ts';

const maxBodyBytes = 20 * 1024;
const control = /[\p{Cc}\u2028\u2029]/u;

const oneLine = z
  .string(texts.emptyMailField)
  .refine((value) => !control.test(value), { error: 'Must be one line.', abort: true })
  .trim()
  .refine((value) => value !== '', { error: texts.emptyMailField, abort: true });

const oneAddress = 'Please enter one valid email address.';

/** Mail clients decode encoded words (RFC 2047) into other addresses or line breaks. */
function hasNoEncodedWord(value: string): boolean {
  return !value.includes('=?');
}

const mailFields = {
  to: oneLine
    .pipe(
      email({ required: texts.emptyMailField, invalid: oneAddress }).refine(
        hasNoEncodedWord,
        oneAddress,
      ),
    )
    .meta({ format: 'email', maxLength: 254 }),
  subject: text({ min: 1, max: 200, required: texts.emptyMailField }).refine(
    hasNoEncodedWord,
    'Must not contain "=?".',
  ),
  body: z
    .string('Must be text.')
    .refine(
      (value) => new TextEncoder().encode(value).length <= maxBodyBytes,
      'Must not be more than 20 KB.',
    )
    // PostgreSQL stores no NUL; other controls have no meaning in plain text.
    .overwrite(withoutUnwritable)
    .refine(isStorable, notStorable)
    .meta({ maxLength: maxBodyBytes, description: 'At most 20 KB in UTF-8.' })
    .default(''),
  type: z.enum(fileKinds, texts.emptyMailField),
};

/** Mails of a firm; further requests get 429. */
export const mailQuota = { hour: 20, day: 100 } as const;

/** JSON escapes such as `\u00e9` take six bytes. */
const maxRequestBytes = 6 * maxBodyBytes + 8 * 1024;

const reply = dataReply(exportMail).meta({ id: 'MailReply' });

const { state } = exportRecord.shape;
const csv = z.strictObject({ profile: z.enum(csvProfiles), delimiter: z.enum(csvDelimiters) });
const expected = z.strictObject({ state, csv });

/**
 * `csv`: how the firm mails CSV now; `refusal`: why a kind of file cannot be mailed; `layouts`:
 * those of posting files.
 */
const mailPreview = z
  .object({
    export: z.string(),
    number: z.int(),
    state,
    firmName: z.string(),
    rows: z.int(),
    sum: randTotal,
    vat: vatTotals.optional(),
    firstDay: z.string(),
    lastDay: z.string(),
    csv,
    files: z.array(
      z.object({ type: z.enum(fileKinds), fileName: z.string(), refusal: z.string().nullable() }),
    ),
    layouts: z.array(z.object({ _id: z.string(), name: z.string() })),
  })
  .meta({ id: 'MailPreview' });
export type MailPreview = z.infer<typeof mailPreview>;
export type ExpectedMail = z.infer<typeof expected>;

export const mailEndpoints = defineEndpoints({
  previewMail: {
    call: 'GET /mail-preview',
    may: 'mail:send',
    summary: 'What a mail of the latest own export attaches, or of the one whose id is `export`',
    query: z.strictObject({ export: id.optional() }),
    replies: { 200: dataReply(mailPreview).meta({ id: 'MailPreviewReply' }) },
    errors: ['no_export_yet'],
  },
  sendMail: {
    call: 'POST /sendMail',
    may: 'mail:send',
    summary:
      'Mail the latest own export, or the one whose id is `export`; ' +
      'accepted means that it will be sent once. With `layout` it attaches that posting file',
    query: z
      .strictObject({ type: mailFields.type, export: id.optional(), layout: layoutId.optional() })
      .refine(({ type, layout }) => layout === undefined || type === 'csv', {
        error: 'A posting file is emailed with the type csv.',
        path: ['type'],
      }),
    body: z.strictObject({
      _id: id.optional().meta({
        description:
          'An id of the client for this mail: sent again under it, ' +
          'the mail is answered and not sent again.',
      }),
      // The specified client sends an empty sender; the server sets it.
      from: z.literal('', 'The sender cannot be chosen. Leave it empty.').optional(),
      to: mailFields.to,
      subject: mailFields.subject,
      body: mailFields.body,
      expected: expected.optional().meta({
        description: 'What the preview said: if it differs by now, nothing is sent.',
      }),
    }),
    replies: { 200: reply },
    errors: ['no_export_yet', 'conflict', 'changed_meanwhile', 'layout_incomplete', 'rows_refused'],
    bodyLimit: maxRequestBytes,
  },
  repeatMail: {
    call: 'POST /mails/{id}/repeats',
    may: 'mail:send',
    summary: 'Send a mail again: the same export to the same address',
    params: z.strictObject({ id }),
    replies: { 201: reply },
    errors: ['conflict', 'held'],
  },
});
