import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id } from '../core/fields.ts';
import { previewCall } from './import-endpoints.ts';
import { callPull } from './set-up-endpoints.ts';

/** Calls of one request (product-3.md, section 6). */
export const mostEventCalls = 500;

/** Calls that are taken in a minute at least, of a telephone system and of a firm. */
export const eventRates = { ofSource: 600, ofFirm: 3_000 } as const;

/** Requests of a telephone system that its page shows. */
export const shownEvents = 50;

const ignoredCall = z.object({
  index: z.int().meta({ description: 'The place in the list; 0 for a call that came alone.' }),
  reason: z.string(),
});
export type IgnoredCall = z.infer<typeof ignoredCall>;

/** Outcome of a request. */
export const takenCalls = z
  .object({ taken: z.int(), repeated: z.int(), ignored: z.array(ignoredCall) })
  .meta({ id: 'TakenCalls' });
export type TakenCalls = z.infer<typeof takenCalls>;

/** A request with calls of a telephone system. */
const callEvent = takenCalls
  .extend({
    _id: z.string(),
    receivedAt: z.string(),
    sha256: z.string().meta({ description: 'Of the body of the request.' }),
  })
  .meta({ id: 'CallEvent' });
export type CallEvent = z.infer<typeof callEvent>;

/** Reading of an example, of which nothing is stored. */
export const readCalls = takenCalls
  .extend({
    calls: z.array(previewCall).meta({ description: 'New calls; `row` is the place in the list.' }),
  })
  .meta({ id: 'ReadCalls' });
export type ReadCalls = z.infer<typeof readCalls>;

export const callEventEndpoints = defineEndpoints({
  getCallArrivals: {
    call: 'GET /call-arrivals',
    may: 'call-records:read',
    isPolled: true,
    summary: 'Whether a call has come: the id of the latest one, of an attorney the own',
    replies: {
      200: dataReply(
        z.object({
          latest: z.string().nullable(),
          seconds: z.int().nullable().meta({ description: 'The length of that call.' }),
        }),
      ).meta({ id: 'CallArrivals' }),
    },
  },
  listCallEvents: {
    call: 'GET /call-sources/{id}/events',
    may: 'call-records:read-imports',
    summary: `The last ${shownEvents} requests with calls of a telephone system, the latest first`,
    params: z.strictObject({ id }),
    replies: {
      200: z
        .object({
          data: z.array(callEvent),
          count: z.int(),
          limited: z
            .int()
            .meta({ description: 'Calls that came too fast, and were not taken, since ever.' }),
          limitedAt: z.string().nullable(),
        })
        .meta({ id: 'CallEventList' }),
    },
  },
  makeCallSourceSecret: {
    call: 'POST /call-sources/{id}/secret',
    may: 'call-records:set-up',
    summary:
      'Make the secret with which a telephone system sends its calls; the one of before ends',
    params: z.strictObject({ id }),
    replies: {
      201: dataReply(z.object({ secret: z.string() })).meta({ id: 'CallSourceSecretReply' }),
    },
    errors: ['conflict'],
  },
  pullCalls: {
    call: 'POST /call-sources/{id}/pulls',
    may: 'call-records:set-up',
    takesMinutes: true,
    summary: 'Fetch the calls of Microsoft Teams now, beside every 15 minutes',
    params: z.strictObject({ id }),
    replies: {
      201: dataReply(callPull.omit({ kind: true, tenant: true, clientId: true })).meta({
        id: 'CallPullReply',
      }),
    },
    errors: ['held'],
  },
  getCallSourceTemplate: {
    call: 'GET /call-sources/{id}/template',
    may: 'call-records:read-imports',
    summary: 'The template with which a 3CX sends its calls, as XML',
    params: z.strictObject({ id }),
    replies: { 200: z.object({}).meta({ id: 'CallSourceTemplate' }) },
    produces: ['application/xml'],
  },
  testCallEvents: {
    call: 'POST /call-sources/{id}/event-tests',
    may: 'call-records:set-up',
    summary: 'Read an example of what a telephone system sends; nothing is stored',
    params: z.strictObject({ id }),
    body: z.strictObject({
      body: z
        .string('Must be text.')
        .min(1, 'Paste what the telephone system sends.')
        .max(100_000, 'Must not be more than 100 000 characters long.'),
    }),
    bodyLimit: 512 * 1024,
    replies: { 200: dataReply(readCalls).meta({ id: 'ReadCallsReply' }) },
  },
});
