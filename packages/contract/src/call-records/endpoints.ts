import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
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
  randTotal,
} from '../core/fields.ts';
import { callProposals, callRoads, callStates } from './rules.ts';

const named = z.object({ _id: z.string(), name: z.string() });

/** An answered call with a party outside of the firm, as its telephone system recorded it. */
export const callRecord = z
  .object({
    _id: z.string(),
    source: named,
    startedAt: z.string(),
    seconds: z.int(),
    direction: z.enum(['in', 'out']),
    ownParty: z.string(),
    otherParty: z.string().nullable().meta({
      description:
        'E.164; null for a hidden number, and for the firm admin that of a private call.',
    }),
    accountCode: z.string().nullable(),
    /** Number of parts of the call, as after a transfer. */
    legs: z.int(),
    road: z.enum(callRoads),
    sha256: z.string().meta({
      description: 'The SHA-256 of the file or request that brought the call, as it was received.',
    }),
    attorney: named.nullable().meta({ description: 'Null for an extension of no attorney.' }),
    matter: z
      .object({ _id: z.string(), number: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'Proposed while the state is `proposed`, else the one of its entry.' }),
    proposal: z
      .enum(callProposals)
      .nullable()
      .meta({ description: 'How the matter is known: by account code, number or last choice.' }),
    entry: z
      .string()
      .nullable()
      .meta({ description: 'While `proposed`: an entry that is probably the same call.' }),
    price: z
      .number()
      .nullable()
      .meta({ description: 'Rand: what it costs, or would cost; null without call fees.' }),
    disbursementType: named.nullable(),
    state: z.enum(callStates),
  })
  .meta({ id: 'CallRecord' });
export type CallRecord = z.infer<typeof callRecord>;

/** Calls of the list by attorney. */
const callsOfAttorney = z.object({
  attorney: named.nullable(),
  calls: z.int(),
  withCode: z.int().meta({ description: 'Of these, what can be accepted in bulk.' }),
});
export type CallsOfAttorney = z.infer<typeof callsOfAttorney>;

const narration = text({ max: 1000, form: 'lines' });

/**
 * `recorded` makes an entry of the call, `merged` is the entry that was recorded by hand, `private`
 * hides the calls of the number; `loose` undoes the decision.
 */
const decision = z.strictObject({
  state: z.enum(callStates, `Must be ${callStates.join(', ')}.`),
  matter: id.optional().meta({ description: 'For `recorded`; else the proposed one.' }),
  entry: id.optional().meta({ description: 'For `merged`; else the proposed one.' }),
  attorney: id.optional().meta({ description: 'For a call of no attorney; by a firm admin.' }),
  disbursementType: id.optional(),
  narration: narration.optional(),
});
export type CallDecision = z.infer<typeof decision>;

export const maxAcceptances = 200;

type NamedCalls = { ids?: unknown; from?: unknown; to?: unknown; attorney?: unknown };

/** By their ids, or by their days, and not both. */
function namesCalls({ ids, from, to, attorney }: NamedCalls): boolean {
  if (ids === undefined) return from !== undefined && to !== undefined;
  return [from, to, attorney].every((each) => each === undefined);
}

const refusedCall = z.object({ _id: z.string(), message: z.string() });

export const callRecordEndpoints = defineEndpoints({
  listCallRecords: {
    call: 'GET /call-records',
    takesMinutes: true,
    may: 'call-records:read',
    summary:
      'Calls as telephone systems recorded them, the oldest first: ' +
      'own ones for an attorney, the firm’s for its admin',
    query: z
      .strictObject({
        state: z.enum(callStates, `Must be ${callStates.join(', ')}.`).optional(),
        isOpen: z
          .enum(['true'], 'Must be true.')
          .optional()
          .meta({ description: 'Those that nobody has decided: loose and proposed.' }),
        attorney: z.union([z.literal('none'), id], 'Not a valid id.').optional(),
        from: isoDate.optional(),
        to: isoDate.optional(),
        page: page.optional(),
        itemsPerPage: itemsPerPage.optional(),
      })
      .refine(isPeriod, backwards),
    replies: {
      200: listReply(callRecord)
        .extend({
          attorneys: z.array(callsOfAttorney),
          open: z.int().meta({ description: 'Calls of these days that nobody has decided.' }),
          sum: randTotal.meta({ description: 'The sum of their prices.' }),
        })
        .meta({ id: 'CallRecordList' }),
    },
  },
  decideCallRecord: {
    call: 'PUT /call-records/{id}',
    may: 'call-records:write',
    summary: 'Record a call, merge it with an entry, make it private, or undo that',
    params: z.strictObject({ id }),
    body: decision,
    replies: { 200: dataReply(callRecord).meta({ id: 'CallRecordReply' }) },
    errors: ['conflict', 'entry_is_locked', 'changed_meanwhile'],
  },
  acceptCallRecords: {
    call: 'POST /call-records/acceptances',
    takesMinutes: true,
    may: 'call-records:write',
    summary:
      'Record calls on the matters of their account codes: those named, or all of some days; ' +
      'says which were refused',
    body: z
      .strictObject({
        ids: z
          .array(id, 'Must be a list.')
          .min(1, 'Choose at least one call.')
          .max(maxAcceptances, `Must not be more than ${maxAcceptances}.`)
          .optional(),
        from: isoDate.optional().meta({ description: 'A South African day; in place of `ids`.' }),
        to: isoDate.optional(),
        attorney: id.optional(),
      })
      .refine(isPeriod, backwards)
      .refine(namesCalls, {
        error: 'Name calls by `ids`, or their days by `from` and `to`.',
        path: ['ids'],
      }),
    replies: {
      200: dataReply(
        z.object({
          accepted: z.int(),
          refused: z
            .array(refusedCall)
            .meta({ description: `The first ${maxAcceptances} of them.` }),
          refusedCount: z.int(),
        }),
      ).meta({ id: 'CallAcceptanceReply' }),
    },
  },
});
