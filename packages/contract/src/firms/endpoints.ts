import { z } from 'zod';
import { userStatus } from '../core/access.ts';
import { dataReply, id, itemsPerPage, listReply, page, search, text } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { texts } from '../core/texts.ts';
import { firmDomains } from './firm-domains.ts';

/** The logo is a data URL. */
export const firmOfUser = z
  .object({
    _id: z.string(),
    name: z.string(),
    logo: z.string().nullable(),
    domains: z.array(z.string()),
  })
  .meta({ id: 'FirmOfUser' });

export const firstSignInUntil = z
  .string()
  .nullable()
  .meta({
    description:
      'Until when the initial password or the invitation is good; ' +
      'null for a user who has chosen a password.',
  });

const adminOfFirm = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    cell: z.string().optional().meta({ description: 'Left out for an attorney.' }),
    status: z.literal([userStatus.blocked, userStatus.inactive, userStatus.active]),
    version: z.int(),
    firstSignInUntil: firstSignInUntil.optional(),
  })
  .meta({ id: 'AdminOfFirm' });
export type AdminOfFirm = z.infer<typeof adminOfFirm>;

/** In a list the logo is a small copy. */
export const firm = firmOfUser
  .extend({ admin: adminOfFirm.nullable(), version: z.int() })
  .meta({ id: 'Firm' });
export type Firm = z.infer<typeof firm>;

export const maxLogoBytes = 2 * 1024 * 1024;

/** For a file that claims to be a JPEG. */
export const logoDamagedMessage = `${texts.logoKind} This file is not one, or it is damaged.`;

/** `null` removes the logo; the specification treats '' and 'null' as absent. */
const logo = z
  .string('Must be text.')
  .nullable()
  .transform((value) => (value === '' || value === 'null' ? undefined : value))
  .refine((value) => isAbsent(value) || /^data:image\/jpe?g;base64,/i.test(value), {
    error: texts.logoKind,
    abort: true,
  })
  .refine(
    (value) => isAbsent(value) || value.length <= 32 + (maxLogoBytes * 4) / 3,
    texts.logoTooLarge,
  );

export const firmFields = {
  name: text({
    min: 5,
    max: 100,
    required: texts.firmNameRequired,
    tooShort: texts.firmNameTooShort,
    tooLong: texts.firmNameTooLong,
  }),
  domains: firmDomains,
  logo: logo.optional(),
};

export const newFirm = z.strictObject({
  _id: id.optional().meta({
    description: 'An id of the client: sent again under it, the same firm is added once.',
  }),
  ...firmFields,
});
export type NewFirm = z.infer<typeof newFirm>;

/** Absent fields stay. `admin` is the id of the firm admin who replaces the current one. */
export const changedFirm = z
  .strictObject({
    _id: id.optional(),
    name: firmFields.name.optional(),
    domains: firmDomains.optional(),
    logo: logo.optional(),
    admin: id.nullable().optional(),
    version: z.int('Must be a whole number.').optional(),
  })
  .refine(
    (change) => ['name', 'domains', 'logo', 'admin'].some((field) => Object.hasOwn(change, field)),
    {
      path: ['name'],
      error: 'Give at least one of name, domains, logo and admin.',
    },
  );
export type ChangedFirm = z.infer<typeof changedFirm>;

function isAbsent(value: string | null | undefined): value is null | undefined {
  return value === undefined || value === null;
}

const params = z.strictObject({ id });
const one = dataReply(firm).meta({ id: 'FirmReply' });
/** For a logo in base64. */
const bodyLimit = 4 * 1024 * 1024;

export const firmEndpoints = defineEndpoints({
  listFirms: {
    method: 'GET',
    path: '/firms',
    may: 'firms:list',
    summary: 'Firms by name; users other than the system admin get only their own',
    query: z.strictObject({ page: page.optional(), itemsPerPage: itemsPerPage.optional(), search }),
    replies: { 200: listReply(firm).meta({ id: 'FirmList' }) },
  },
  getFirm: {
    method: 'GET',
    path: '/firms/{id}',
    may: 'firms:read',
    summary: 'One firm',
    params,
    replies: { 200: one },
  },
  createFirm: {
    method: 'POST',
    path: '/firms',
    may: 'firms:write',
    summary: 'Add a firm, with the disbursement type Call',
    body: newFirm,
    idempotencyKey: true,
    replies: { 201: one },
    errors: ['conflict'],
    bodyLimit,
  },
  updateFirm: {
    method: 'PUT',
    path: '/firms/{id}',
    may: 'firms:write',
    summary: 'Change a firm, its admin, or both; an admin who is replaced is inactivated',
    params,
    body: changedFirm,
    replies: { 200: one },
    errors: ['conflict', 'changed_meanwhile'],
    bodyLimit,
  },
});
