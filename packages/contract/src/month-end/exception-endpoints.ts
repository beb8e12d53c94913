import { z } from 'zod';
import {
  backwards,
  dataReply,
  id,
  isoDate,
  isPeriod,
  itemsPerPage,
  listReply,
  page,
  text,
} from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { exceptionCodes } from './exceptions.ts';

const named = z.object({ _id: z.string(), name: z.string() });
const level = z.enum(['block', 'warn', 'info'], 'Must be block, warn or info.');
const code = z.enum(exceptionCodes, `Must be one of ${exceptionCodes.join(', ')}.`);
const subjectKinds = ['entry', 'attorney', 'matter', 'export', 'mail', 'call', 'account'] as const;
const subjectKind = z.enum(subjectKinds, `Must be one of ${subjectKinds.join(', ')}.`);
export type SubjectKind = z.infer<typeof subjectKind>;

/**
 * `attorney` is who can put it right, null for the firm; `day` the entry's day or that of the
 * event. `matter` is the number of the entry's matter or of the matter itself, `export` the export
 * of a mail. `fingerprint` stands for the facts: when they change, an
 * acceptance no longer holds (`hasLapsed`).
 */
export const exception = z
  .object({
    code,
    level,
    subject: z.object({ kind: subjectKind, _id: z.string(), name: z.string() }),
    message: z.string(),
    fingerprint: z.string(),
    attorney: named.nullable(),
    day: z.string().nullable(),
    matter: z.string().nullable(),
    export: z.string().nullable(),
    accepted: z
      .object({ _id: z.string(), by: named, at: z.string(), reason: z.string() })
      .nullable(),
    hasLapsed: z.boolean(),
  })
  .meta({ id: 'Exception' });
export type Exception = z.infer<typeof exception>;

/** How many of a code an attorney has; `attorney` is null for what is the firm's. */
const exceptionGroup = z
  .object({ code, level, attorney: named.nullable(), open: z.int(), accepted: z.int() })
  .meta({ id: 'ExceptionGroup' });
export type ExceptionGroup = z.infer<typeof exceptionGroup>;

/**
 * Exceptions that one request may accept.
 * @public
 */
export const maxAcceptances = 500;

const acceptance = z.strictObject({
  code,
  subject: z.strictObject({ kind: subjectKind, _id: id, name: text({ max: 2_000 }).optional() }),
  fingerprint: z.string('Must be text.').regex(/^[0-9a-f]{32}$/, 'Not a valid fingerprint.'),
});

export const acceptanceReason = text({
  min: 3,
  max: 500,
  form: 'lines',
  required: 'Enter a reason.',
  tooShort: 'Enter a reason of at least three letters.',
});

export const exceptionEndpoints = defineEndpoints({
  listExceptions: {
    call: 'GET /exceptions',
    takesMinutes: true,
    may: 'exceptions:read',
    summary:
      'What should be looked at before a period is closed: the firm’s for its admin, own ones ' +
      'for an attorney. Blocking ones first. `groups` counts all of the period by code and ' +
      'attorney, whatever `code`, `level` and `state` say',
    query: z
      .strictObject({
        from: isoDate.optional(),
        to: isoDate.optional(),
        attorney: id.optional(),
        code: code.optional(),
        level: level.optional(),
        state: z.enum(['open', 'accepted'], 'Must be open or accepted.').optional(),
        page: page.optional(),
        itemsPerPage: itemsPerPage.optional(),
      })
      .refine(isPeriod, backwards),
    replies: {
      200: listReply(exception)
        .extend({ groups: z.array(exceptionGroup), today: z.string() })
        .meta({ id: 'ExceptionList' }),
    },
  },
  acceptExceptions: {
    call: 'POST /exceptions/acceptances',
    takesMinutes: true,
    may: 'exceptions:accept',
    summary:
      'Accept exceptions for a reason, all or none; an attorney own ones that do not block. ' +
      'An acceptance lapses when the facts change',
    body: z.strictObject({
      items: z
        .array(acceptance)
        .min(1, 'Please choose an exception.')
        .max(maxAcceptances, `Must not be more than ${maxAcceptances}.`),
      reason: acceptanceReason,
    }),
    replies: { 201: dataReply(z.object({ accepted: z.int() })).meta({ id: 'AcceptancesReply' }) },
    errors: ['changed_meanwhile'],
    bodyLimit: 512 * 1024,
    bodyParts: 15 * maxAcceptances,
  },
  deleteAcceptance: {
    call: 'DELETE /exceptions/acceptances/{id}',
    may: 'exceptions:accept',
    summary: 'Take an acceptance back; an attorney one of the own exceptions',
    params: z.strictObject({ id }),
    replies: { 200: z.object({}).meta({ id: 'DeletedAcceptanceReply' }) },
  },
});
