import { z } from 'zod';
import {
  dataReply,
  id,
  itemsPerPage,
  listReply,
  page,
  search,
  text,
  withoutDefaults,
} from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { texts } from '../core/texts.ts';
import { vatTreatments } from '../vat/rules.ts';
import {
  datedUnitPrice,
  dayWithoutPrice,
  hasPriceOfDay,
  pastUnitPrice,
  unitPriceFields,
} from './unit-prices.ts';

/** A kind of entry, such as "Call" or "Sheriff’s fee"; inactive types are no longer in use. */
export const disbursementType = z
  .object({
    _id: z.string(),
    title: z.string(),
    fixed: z.boolean(),
    calculated: z.boolean(),
    active: z.boolean(),
    wantsNarration: z
      .boolean()
      .meta({ description: 'Whether its entries should say what they were for.' }),
    needsVoucher: z
      .boolean()
      .meta({ description: 'Whether its entries should have the file of an invoice or receipt.' }),
    isFree: z.boolean().meta({ description: 'Whether its entries may cost nothing on purpose.' }),
    vat: z.enum(vatTreatments).meta({
      description: 'How a firm that is a VAT vendor charges it: `agent` is paid for the client.',
    }),
    firm: z.string(),
    version: z.int(),
    unitPrice: z.number().nullable().meta({
      description: 'Rand for one item today; null where the amount is typed.',
    }),
    nextUnitPrice: datedUnitPrice.nullable(),
  })
  .meta({ id: 'DisbursementType' });
export type DisbursementType = z.infer<typeof disbursementType>;

/** The fields of a type, for form and server. */
export const disbursementFields = {
  title: text({ min: 1, max: 100, required: texts.disbursementNameRequired }),
  fixed: z.boolean('Must be true or false.').default(true),
  calculated: z.boolean('Must be true or false.').default(false),
  active: z.boolean('Must be true or false.').default(true),
  wantsNarration: z.boolean('Must be true or false.').default(false),
  needsVoucher: z.boolean('Must be true or false.').default(false),
  isFree: z.boolean('Must be true or false.').default(false),
  vat: z.enum(vatTreatments, `Must be one of ${vatTreatments.join(', ')}.`).default('cost'),
};

export const newDisbursementType = z
  .strictObject({
    _id: id.optional().meta({
      description: 'An id of the client: sent again under it, the same type is added once.',
    }),
    ...disbursementFields,
    ...unitPriceFields,
    firm: id.optional(),
  })
  .refine(hasPriceOfDay, dayWithoutPrice);
export type NewDisbursementType = z.infer<typeof newDisbursementType>;

/**
 * Absent fields stay; with the `version` that was read, an edit conflict is an error. A type that
 * is no longer fixed has no unit price from today on.
 */
export const changedDisbursementType = z
  .strictObject({
    _id: id.optional(),
    ...withoutDefaults(disbursementFields),
    ...unitPriceFields,
    nextUnitPrice: z.unknown().meta({ description: 'Taken and ignored.' }).optional(),
    firm: id.optional(),
    version: z.int('Must be a whole number.').optional(),
  })
  .refine(hasPriceOfDay, dayWithoutPrice);
export type ChangedDisbursementType = z.infer<typeof changedDisbursementType>;

const one = dataReply(disbursementType).meta({ id: 'DisbursementTypeReply' });
const params = z.strictObject({ id });

export const disbursementEndpoints = defineEndpoints({
  listDisbursements: {
    call: 'GET /disbursements',
    may: 'disbursements:read',
    summary: 'Disbursement types of the own firm, by title',
    query: z.strictObject({
      firmId: id.optional(),
      active: z
        .enum(['true', 'false'], 'Must be true or false.')
        .transform((value) => value === 'true')
        .optional(),
      page: page.optional(),
      itemsPerPage: itemsPerPage.optional(),
      search,
    }),
    replies: { 200: listReply(disbursementType).meta({ id: 'DisbursementTypeList' }) },
  },
  getDisbursement: {
    call: 'GET /disbursements/{id}',
    may: 'disbursements:read',
    summary: 'One disbursement type',
    params,
    replies: { 200: one },
  },
  createDisbursement: {
    call: 'POST /disbursements',
    may: 'disbursements:write',
    summary: 'Add a disbursement type',
    body: newDisbursementType,
    idempotencyKey: true,
    replies: { 201: one },
    errors: ['conflict'],
  },
  updateDisbursement: {
    call: 'PUT /disbursements/{id}',
    may: 'disbursements:write',
    summary: 'Change a disbursement type; the type Call cannot be edited',
    params,
    body: changedDisbursementType,
    replies: { 200: one },
    errors: ['conflict', 'changed_meanwhile'],
  },
  listUnitPriceHistory: {
    call: 'GET /disbursements/{id}/unit-prices',
    may: 'call-fees:read',
    summary: 'All unit prices of a type, live and replaced, the last one first',
    params,
    replies: { 200: listReply(pastUnitPrice).meta({ id: 'UnitPriceHistory' }) },
  },
});
