import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { auditGroupNames, subjectKinds } from './actions.ts';
import {
  backwards,
  dataReply,
  id,
  isoDate,
  isPeriod,
  itemsPerPage,
  listReply,
  page,
  search,
  text,
} from '../core/fields.ts';

const flag = z
  .enum(['true', 'false'], 'Must be true or false.')
  .transform((value) => value === 'true');

/** Actors: a signed-in user, an API key, a background job, or an operator at the console. */
export const actorKinds = ['user', 'key', 'job', 'operator'] as const;

const address = text({ max: 100, form: 'any' });

/** Days are in South African time. `firm` is for the system admin alone. */
const auditFilter = z.strictObject({
  from: isoDate.optional(),
  to: isoDate.optional(),
  firm: id.optional(),
  actor: id.optional(),
  action: text({ max: 100, form: 'any' }).optional(),
  group: z.enum(auditGroupNames).optional(),
  reads: flag.optional().meta({ description: '`false` leaves out what was only read.' }),
  parts: flag.optional().meta({
    description: '`false` leaves out the lines of attorneys whose fees were changed together.',
  }),
  partsOf: z
    .string()
    .regex(/^\d{1,15}$/, 'Must be the id of a line.')
    .optional()
    .meta({ description: 'The lines of attorneys that belong to this line of a fee change.' }),
  subject: id.optional(),
  session: id.optional(),
  address: address.optional(),
  q: search,
});

export const auditQuery = auditFilter
  .extend({ page: page.optional(), itemsPerPage: itemsPerPage.optional() })
  .refine(isPeriod, backwards);
export type AuditQuery = z.infer<typeof auditQuery>;

const changedField = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export const auditLine = z
  .object({
    _id: z.string(),
    at: z.string(),
    firm: z.object({ _id: z.string(), name: z.string() }).nullable(),
    actor: z.object({ _id: z.string(), name: z.string() }).nullable(),
    actorKind: z.enum(actorKinds),
    key: z
      .string()
      .nullable()
      .meta({ description: 'The name of the API key that acted; `session` is its id.' }),
    action: z.string(),
    sentence: z.string().meta({ description: 'What was done, in words.' }),
    subject: z
      .object({ kind: z.enum(subjectKinds), _id: z.string(), label: z.string().nullable() })
      .nullable()
      .meta({ description: '`label` is its name at that time.' }),
    outcome: z.enum(['done', 'refused']),
    address: z.string().nullable(),
    agent: z.string().nullable().meta({ description: 'The browser, as it names itself.' }),
    session: z.string().nullable(),
    requestId: z.string().nullable(),
    rows: z.int().nullable().meta({ description: 'How many rows were read or sent.' }),
    changes: z.array(changedField),
    hash: z.string().meta({ description: 'SHA-256 over this line and the hash before it.' }),
  })
  .meta({ id: 'AuditLine' });
export type AuditLine = z.infer<typeof auditLine>;

/** Exactly one of actor, session and address. */
const incidentQuery = z
  .strictObject({
    from: isoDate,
    to: isoDate,
    firm: id.optional(),
    actor: id.optional(),
    session: id.optional(),
    address: address.optional(),
  })
  .refine(isPeriod, backwards)
  .refine(
    ({ actor, session, address: from }) =>
      [actor, session, from].filter((value) => value !== undefined).length === 1,
    { path: ['actor'], error: 'Choose a person, a session or an address.' },
  );

/** A field of the Information Regulator's form: known to Recoup, or for the firm to fill in. */
const incidentField = z.object({ question: z.string(), answer: z.string(), isKnown: z.boolean() });

export const incidentPack = z
  .object({
    fields: z.array(incidentField),
    kinds: z.array(z.object({ kind: z.string(), columns: z.array(z.string()), rows: z.int() })),
    people: z.int().meta({ description: 'Distinct people and clients in the rows read or sent.' }),
    timeline: z.array(auditLine),
    count: z.int().meta({ description: 'Lines of the timeline in all; the first 200 are here.' }),
    actions: z.array(z.string()).meta({ description: 'What can be done in Recoup now.' }),
  })
  .meta({ id: 'IncidentPack' });
export type IncidentPack = z.infer<typeof incidentPack>;

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const auditEndpoints = defineEndpoints({
  listAudit: {
    call: 'GET /audit',
    may: 'audit:read',
    summary:
      'The audit log of the own firm, newest first; of all firms for the system admin; ' +
      'all that match as `text/csv`',
    query: auditQuery,
    replies: {
      200: listReply(auditLine)
        .extend({
          isCountExact: z
            .boolean()
            .meta({ description: 'False where more lines match than were counted.' }),
        })
        .meta({ id: 'AuditList' }),
    },
    produces: ['text/csv'],
  },
});

export const incidentEndpoints = defineEndpoints({
  getIncidentPack: {
    call: 'GET /incident-pack',
    may: 'audit:read',
    summary:
      'What the form of the Information Regulator asks about a security compromise, for a period ' +
      'and a person, a session or an address; as PDF and XLSX too',
    query: incidentQuery,
    replies: { 200: dataReply(incidentPack).meta({ id: 'IncidentPackReply' }) },
    produces: ['application/pdf', xlsxType],
  },
});
