import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, isoDate, listReply, text } from '../core/fields.ts';
import { callMapping } from './mapping.ts';
import { callSystems, defaultCallZone } from './rules.ts';

export const callZone = text({ min: 1, max: 60, required: 'Choose the time zone.' }).refine(
  isZone,
  'Must be a time zone such as Africa/Johannesburg or UTC.',
);
const name = text({ min: 1, max: 60, required: 'Enter a name.' });
export const outsidePrefix = z
  .string('Must be text.')
  .regex(/^\d{0,4}$/, 'Must be at most four digits: what is dialled before a number outside.');

const pullIds = {
  kind: z.literal('teams', 'Must be teams.'),
  tenant: text({ min: 1, max: 100, required: 'Enter the tenant.' }).regex(
    /^[\w.-]+$/,
    'Must be the ID of the tenant, or one of its domains.',
  ),
  clientId: text({ min: 1, max: 100, required: 'Enter the ID of the application.' }),
};

/** The connection by which calls are fetched, without its secret. */
export const callPull = z
  .object({
    ...pullIds,
    triedAt: z.string().nullable(),
    taken: z.int().meta({ description: 'New calls of the last try.' }),
    failure: z.string().nullable().meta({ description: 'Why the last try failed.' }),
    unread: z.int().meta({ description: 'Calls of the last try that could not be read.' }),
    unreadReason: z.string().nullable().meta({ description: 'Why the first of them.' }),
  })
  .meta({ id: 'CallPull' });
export type CallPull = z.infer<typeof callPull>;

const changedPull = z.object({
  ...pullIds,
  clientSecret: text({ max: 500, form: 'any' })
    .optional()
    .meta({ description: 'Absent: that of before stays.' }),
});

/** A telephone system of the firm, or a kind of file. */
export const callSource = z
  .object({
    _id: z.string(),
    system: z.enum(callSystems),
    name: z.string(),
    zone: z.string().meta({ description: 'The time zone of starts that have none of their own.' }),
    outsidePrefix: z.string(),
    mapping: callMapping.meta({ description: 'The columns of a file of any other system.' }),
    imports: z.int().meta({ description: 'How many files of it were imported.' }),
    secretMadeAt: z.string().nullable().meta({
      description: 'When the secret was made with which it sends calls; null without one.',
    }),
    lastEventAt: z.string().nullable().meta({ description: 'When it sent calls the last time.' }),
    hasCalls: z.boolean().meta({ description: 'Whether calls of it are stored: then it stays.' }),
    pull: callPull.nullable().meta({ description: 'Set where calls are fetched from Microsoft.' }),
  })
  .meta({ id: 'CallSource' });
export type CallSource = z.infer<typeof callSource>;

const changedSource = z.strictObject({
  _id: id.optional(),
  system: z.enum(callSystems, 'Choose the telephone system.'),
  name,
  zone: callZone.default(defaultCallZone),
  outsidePrefix: outsidePrefix.default(''),
  mapping: callMapping.default({}),
  imports: z.int().optional().meta({ description: 'As listed; ignored.' }),
  secretMadeAt: z.string().nullable().optional().meta({ description: 'As listed; ignored.' }),
  lastEventAt: z.string().nullable().optional().meta({ description: 'As listed; ignored.' }),
  hasCalls: z.boolean().optional().meta({ description: 'As listed; ignored.' }),
  pull: changedPull.nullable().optional().meta({ description: 'Absent: stays as it is.' }),
});
export type ChangedCallSource = z.infer<typeof changedSource>;

/** The attorney of an extension, email or number, from one day until another. */
export const extension = z
  .object({
    value: z.string(),
    attorney: z.object({ _id: z.string(), name: z.string() }),
    from: z.string().nullable(),
    until: z.string().nullable().meta({ description: 'The last day.' }),
  })
  .meta({ id: 'Extension' });
export type Extension = z.infer<typeof extension>;

const changedExtension = z
  .strictObject({
    value: text({ min: 1, max: 120, required: 'Enter an extension or a number.' }),
    attorney: id,
    from: isoDate.nullable().optional(),
    until: isoDate.nullable().optional(),
  })
  .refine(({ from, until }) => !from || !until || from <= until, {
    error: 'The period ends before it begins.',
    path: ['until'],
  });
export type ChangedExtension = z.infer<typeof changedExtension>;

export const maxExtensions = 2000;
export const maxCallSources = 50;

export const changedCallSources = z.strictObject({
  sources: z
    .array(changedSource, 'Must be a list.')
    .max(maxCallSources, `Must not be more than ${maxCallSources}.`),
});
export const changedExtensions = z.strictObject({
  extensions: z
    .array(changedExtension, 'Must be a list.')
    .max(maxExtensions, `Must not be more than ${maxExtensions}.`),
});

const sourceList = listReply(callSource).meta({ id: 'CallSourceList' });
const extensionList = listReply(extension).meta({ id: 'ExtensionList' });

export const callSetUpEndpoints = defineEndpoints({
  listCallSources: {
    call: 'GET /call-sources',
    may: 'call-records:read-imports',
    summary: 'Telephone systems whose files of calls were imported',
    replies: { 200: sourceList },
  },
  replaceCallSources: {
    call: 'PUT /call-sources',
    may: 'call-records:set-up',
    summary: 'Replace the telephone systems; one with imports stays',
    body: changedCallSources,
    bodyParts: 5000,
    replies: { 200: sourceList },
    errors: ['conflict'],
  },
  listExtensions: {
    call: 'GET /extensions',
    may: 'call-records:read-imports',
    summary: 'Which attorney has which extension, email or number, and when',
    replies: { 200: extensionList },
  },
  replaceExtensions: {
    call: 'PUT /extensions',
    may: 'call-records:set-up',
    summary: 'Replace all extensions',
    body: changedExtensions,
    bodyLimit: 768 * 1024,
    bodyParts: 30_000,
    replies: { 200: extensionList },
    errors: ['conflict'],
  },
});

/** A number whose calls are private; those of the attorney alone. */
const privateNumber = z
  .object({ _id: z.string(), number: z.string(), createdAt: z.string() })
  .meta({ id: 'PrivateNumber' });
export type PrivateNumber = z.infer<typeof privateNumber>;

export const privateNumberEndpoints = defineEndpoints({
  listPrivateNumbers: {
    call: 'GET /private-numbers',
    may: 'private-numbers:manage',
    summary: 'Numbers whose calls the caller marked as private',
    replies: { 200: listReply(privateNumber).meta({ id: 'PrivateNumberList' }) },
  },
  deletePrivateNumber: {
    call: 'DELETE /private-numbers/{id}',
    may: 'private-numbers:manage',
    summary: 'Calls of this number are offered again, also those that were hidden',
    params: z.strictObject({ id }),
    replies: { 200: dataReply(privateNumber).meta({ id: 'PrivateNumberReply' }) },
  },
});

/** `CET` and the like are zones with summer time here, and without in PostgreSQL. */
function isZone(value: string): boolean {
  if (!value.includes('/') && value.toUpperCase() !== 'UTC') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
