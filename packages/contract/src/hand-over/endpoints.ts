import { z } from 'zod';
import { email } from '../core/email-field.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, itemsPerPage, listReply, page, text } from '../core/fields.ts';
import { layoutId } from '../posting/layout-id.ts';
import { handOverDays, maxDay } from './days.ts';

export const maxHandOvers = 20;

/** Kinds of files that are handed over; a posting layout writes its own. */
export const handOverTypes = ['csv', 'xlsx'] as const;

/**
 * `sending` until the server or the mail server has the file; `empty`: there was nothing to export.
 * `skipped`: blocking exceptions were open. `failed`: nothing was closed, or the file of the export
 * that was closed could not be sent for a day.
 */
const runStates = ['sending', 'sent', 'failed', 'skipped', 'empty'] as const;

const named = z.object({ _id: z.string(), name: z.string() });

/** A scheduled export: its content, times and destination. */
export const handOver = z
  .object({
    _id: z.string(),
    name: z.string(),
    type: z.enum(handOverTypes),
    layout: z.string().nullable().meta({ description: 'Of a posting file.' }),
    server: named.nullable(),
    email: z.string().nullable(),
    on: z.enum(handOverDays),
    day: z.int().nullable(),
    time: z.string(),
    isOn: z.boolean(),
    by: named.meta({ description: 'Who saved it last: it runs in this firm admin’s name.' }),
    nextAt: z.string().nullable().meta({ description: 'Null while it is off.' }),
  })
  .meta({ id: 'HandOver' });
export type HandOver = z.infer<typeof handOver>;

const oneAddress = 'Please enter one valid email address.';
const timeForm = 'Must be a time as HH:MM.';
export const handOverTime = z
  .string(timeForm)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeForm)
  .meta({ description: 'In South Africa.' });
const dayForm = 'Must be a whole number.';

const fields = {
  name: text({ min: 1, max: 60, required: 'Enter a name.' }),
  type: z.enum(handOverTypes, `Must be ${handOverTypes.join(' or ')}.`).default('csv'),
  layout: layoutId.nullable().default(null).meta({ description: 'For a CSV: the posting layout.' }),
  server: id.nullable().default(null),
  email: email({ required: oneAddress, invalid: oneAddress }).nullable().default(null),
  on: z.enum(handOverDays, 'Choose the day.'),
  day: z
    .int(dayForm)
    .nullable()
    .default(null)
    .meta({
      description:
        'How many working days before the last one, from 1 to 10; or the day of the month, ' +
        'from 1 to 31, which in a shorter month is its last day. Null for the others.',
    }),
  time: handOverTime,
  isOn: z.boolean('Must be true or false.').default(true),
};

export const savedHandOver = z
  .strictObject(fields)
  .refine(({ server, email: to }) => (server === null) !== (to === null), {
    error: 'Choose a server or enter an email address.',
    path: ['server'],
  })
  .refine(({ layout, type }) => layout === null || type === 'csv', {
    error: 'A posting layout writes a file of its own: choose CSV.',
    path: ['type'],
  })
  .refine(hasValidDay, { error: 'This day does not exist for the choice.', path: ['day'] });
export type SavedHandOver = z.output<typeof savedHandOver>;

/** A run of the ledger. `message` is for users. */
export const handOverRun = z
  .object({
    _id: z.string(),
    handOver: z.object({ _id: z.string().nullable(), name: z.string() }).meta({
      description: 'The `_id` is null once it was deleted.',
    }),
    dueAt: z.string(),
    startedAt: z.string(),
    upTo: z.string().meta({ description: 'The last day that it exports.' }),
    state: z.enum(runStates),
    message: z.string().nullable(),
    export: z.object({ _id: z.string(), number: z.int() }).nullable(),
    to: z.string().meta({ description: 'The email address, or server and folder.' }),
    fileName: z.string().nullable(),
    tries: z.int().meta({ description: 'Of sending.' }),
    nextTryAt: z.string().nullable(),
    sentAt: z.string().nullable(),
    canRepeat: z.boolean().meta({ description: 'Whether its file can be sent again now.' }),
  })
  .meta({ id: 'HandOverRun' });
export type HandOverRun = z.infer<typeof handOverRun>;

const reply = dataReply(handOver).meta({ id: 'HandOverReply' });
const runReply = dataReply(handOverRun).meta({ id: 'HandOverRunReply' });
const params = z.strictObject({ id });

export const handOverEndpoints = defineEndpoints({
  listHandOvers: {
    call: 'GET /hand-overs',
    may: 'hand-overs:read',
    summary: 'What is exported on schedule, when, and where it goes',
    replies: { 200: listReply(handOver).meta({ id: 'HandOverList' }) },
  },
  createHandOver: {
    call: 'POST /hand-overs',
    may: 'hand-overs:write',
    summary: 'Add a hand-over; its closing export runs in the own name',
    body: savedHandOver,
    replies: { 201: reply },
    errors: ['conflict'],
  },
  updateHandOver: {
    call: 'PUT /hand-overs/{id}',
    may: 'hand-overs:write',
    summary: 'Change a hand-over, which then runs in the own name',
    params,
    body: savedHandOver,
    replies: { 200: reply },
    errors: ['conflict'],
  },
  deleteHandOver: {
    call: 'DELETE /hand-overs/{id}',
    may: 'hand-overs:write',
    summary: 'Delete a hand-over; its runs stay in the ledger',
    params,
    replies: { 200: z.object({}).meta({ id: 'DeletedHandOverReply' }) },
  },
  runHandOver: {
    call: 'POST /hand-overs/{id}/runs',
    may: 'hand-overs:write',
    summary:
      'Run a hand-over now, as if this were its time; with `export` the file of that closed ' +
      'export goes where the hand-over goes, and nothing is closed',
    params,
    body: z.strictObject({ export: id.optional() }).optional(),
    replies: { 200: reply },
    errors: ['conflict', 'held', 'layout_incomplete', 'rows_refused', 'too_large'],
  },
  listHandOverRuns: {
    call: 'GET /hand-over-runs',
    may: 'hand-overs:read',
    summary: 'The runs of all hand-overs, the latest first, or those of an export',
    query: z.strictObject({
      export: id.optional().meta({ description: 'Those that closed or sent this export.' }),
      page: page.optional(),
      itemsPerPage: itemsPerPage.optional(),
    }),
    replies: { 200: listReply(handOverRun).meta({ id: 'HandOverRunList' }) },
  },
  repeatHandOverRun: {
    call: 'POST /hand-over-runs/{id}/repeats',
    may: 'hand-overs:write',
    summary: 'Send the file of a run again, under the same name; nothing is closed again',
    params,
    replies: { 200: runReply },
    errors: ['conflict', 'held', 'too_many_requests'],
  },
});

function hasValidDay({
  on,
  day,
}: {
  on: (typeof handOverDays)[number];
  day: number | null;
}): boolean {
  const max = maxDay[on];
  return max === 0 ? day === null : day !== null && day >= 1 && day <= max;
}
