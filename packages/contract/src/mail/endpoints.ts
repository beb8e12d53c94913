import { z } from 'zod';
import { fileKinds } from '../exports/files.ts';
import { exportMail } from '../exports/endpoints.ts';
import { dataOf, id, text } from '../core/fields.ts';
import { email } from '../core/email-field.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { texts } from '../core/texts.ts';

/** Longest body of a mail in bytes of UTF-8. */
const maxBodyBytes = 20 * 1024;
const control = /[\p{Cc}\u2028\u2029]/u;

const oneLine = z
  .string(texts.emptyMailField)
  .refine((value) => !control.test(value), { error: 'Must be one line.', abort: true })
  .trim()
  .refine((value) => value !== '', { error: texts.emptyMailField, abort: true });

const oneAddress = 'Please enter one valid email address.';

/** A reader of mail would decode one (RFC 2047), and show another address or a line break that is refused otherwise. */
function hasNoEncodedWord(value: string): boolean {
  return !value.includes('=?');
}

/** The fields of a mail. What the page asks before it sends is only whether they are filled in. */
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
    // A NUL cannot be kept; other controls have no meaning in plain text.
    .transform((value) => value.replaceAll(/[^\P{Cc}\t\n\r]/gu, ''))
    .meta({ maxLength: maxBodyBytes, description: 'At most 20 KB in UTF-8.' })
    .default(''),
  type: z.enum(fileKinds, texts.emptyMailField),
};

/** How many mails a firm may send; the next one is answered with 429. */
export const mailQuota = { hour: 20, day: 100 } as const;

/** JSON may write each byte of a text as `\u00e9` does, in six. */
const maxRequestBytes = 6 * maxBodyBytes + 8 * 1024;

const reply = dataOf(exportMail).meta({ id: 'MailReply' });

export const mailEndpoints = defineEndpoints({
  sendMail: {
    method: 'POST',
    path: '/sendMail',
    may: 'mail:send',
    summary:
      'Mail the latest own export, or the one whose id is `export`; accepted means that it will be sent once',
    query: z.strictObject({ type: mailFields.type, export: id.optional() }),
    body: z.strictObject({
      // The same mail again, after a lost answer, is sent once.
      _id: id.optional().meta({
        description:
          'An id of the client for this mail: sent again under it, the mail is answered and not sent again.',
      }),
      // The specification sends an empty one. Who sends is ours to say.
      from: z.literal('', 'The sender cannot be chosen. Leave it empty.').optional(),
      to: mailFields.to,
      subject: mailFields.subject,
      body: mailFields.body,
    }),
    replies: { 200: reply },
    errors: ['no_export_yet', 'conflict'],
    bodyLimit: maxRequestBytes,
  },
  repeatMail: {
    method: 'POST',
    path: '/mails/{id}/repeats',
    may: 'mail:send',
    summary: 'Send a mail again: the same export to the same address',
    params: z.strictObject({ id }),
    replies: { 201: reply },
    errors: ['conflict'],
  },
});
