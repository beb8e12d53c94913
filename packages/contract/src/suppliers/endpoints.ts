import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, listReply, text, withoutDefaults } from '../core/fields.ts';
import { vatNumber } from '../vat/vat-number.ts';

export const maxSuppliers = 2_000;

/** A sheriff, an advocate, a search house: a business that sends accounts to the firm. */
const supplier = z
  .object({
    _id: z.string(),
    name: z.string(),
    vatNumber: z.string().nullable(),
    code: z.string().nullable().meta({
      description: 'The code of the creditor in the ledger, which posting files credit.',
    }),
    isActive: z.boolean().meta({ description: 'Whether it takes new accounts.' }),
  })
  .meta({ id: 'Supplier' });
export type Supplier = z.infer<typeof supplier>;

/** The fields of a supplier, for form and server; null and empty remove a value. */
export const supplierFields = {
  name: text({ min: 1, max: 100, required: 'Enter a name.' }),
  vatNumber: z
    .union([z.literal('').transform(() => null), vatNumber])
    .nullable()
    .default(null),
  code: text({ max: 40 })
    .transform((code) => code || null)
    .nullable()
    .default(null),
  isActive: z.boolean('Must be true or false.').default(true),
};

const newSupplier = z.strictObject(supplierFields);
export type NewSupplier = z.output<typeof newSupplier>;
/** Absent fields stay. */
const changedSupplier = z.strictObject({
  ...withoutDefaults(supplierFields),
  name: supplierFields.name.optional(),
});
export type ChangedSupplier = z.output<typeof changedSupplier>;

const one = dataReply(supplier).meta({ id: 'SupplierReply' });

export const supplierEndpoints = defineEndpoints({
  listSuppliers: {
    call: 'GET /suppliers',
    may: 'suppliers:read',
    summary: 'The suppliers of the firm, by name',
    replies: { 200: listReply(supplier).meta({ id: 'SupplierList' }) },
  },
  createSupplier: {
    call: 'POST /suppliers',
    may: 'suppliers:write',
    summary: 'Add a supplier',
    body: newSupplier,
    replies: { 201: one },
    errors: ['conflict'],
  },
  updateSupplier: {
    call: 'PUT /suppliers/{id}',
    may: 'suppliers:write',
    summary: 'Change a supplier; an inactive one takes no new account',
    params: z.strictObject({ id }),
    body: changedSupplier,
    replies: { 200: one },
    errors: ['conflict'],
  },
});
