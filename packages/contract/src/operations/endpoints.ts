import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { itemsPerPage, listReply, page } from '../core/fields.ts';

/** Roads by which something leaves or enters, and what an operator relies on. */
export const failureKinds = [
  'hand-over',
  'intake',
  'webhook',
  'mail',
  'sms',
  'pull',
  'sign-on',
  'backup',
  'rehearsal',
] as const;
export type FailureKind = (typeof failureKinds)[number];

const failure = z
  .object({
    firm: z
      .object({ _id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'Null for what belongs to the whole installation.' }),
    kind: z.enum(failureKinds),
    what: z.string().meta({
      description: 'The host of a server or webhook, or a count of mails.',
    }),
    reason: z.string().meta({ description: 'A sentence for an operator, without secrets.' }),
    since: z.string().meta({ description: 'The first failure since the last success.' }),
    tries: z.int().min(0).meta({ description: 'Failed tries; 0 for what was due and never ran.' }),
  })
  .meta({ id: 'Failure' });
export type Failure = z.infer<typeof failure>;

export const operationsEndpoints = defineEndpoints({
  listFailures: {
    call: 'GET /operations',
    may: 'operations:read',
    summary: 'What fails now, of all firms, the newest failure first',
    query: z.strictObject({ page: page.optional(), itemsPerPage: itemsPerPage.optional() }),
    replies: { 200: listReply(failure).meta({ id: 'FailureList' }) },
  },
});
