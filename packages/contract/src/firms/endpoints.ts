import { z } from 'zod';
import { userStatus } from '../core/access.ts';
import { dataReply, id, itemsPerPage, listReply, page, search, text } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { texts } from '../core/texts.ts';
import { isDomain } from '../core/email-field.ts';

/** Specification, section 9. */
const maxDomains = 3;
const domainInput = z
  .string('Must be text.')
  .nullable()
  .transform((value) => (value ?? '').trim().toLowerCase())
  .refine((value) => validateFirmDomain(value) === undefined, {
    error: ({ input }) => validateFirmDomain(String(input)) ?? texts.domainInvalid,
  });

/** In lower case. All but the first may be empty. */
const firmDomains = z
  .array(domainInput, texts.domainRequired)
  .max(maxDomains, `A firm has at most ${maxDomains} domains.`)
  .refine(([first]) => first !== undefined && first !== '', {
    path: [0],
    error: texts.domainRequired,
    when: isList,
  })
  .refine((values) => !isRepeated(values, 1), {
    path: [1],
    error: 'This domain is given twice.',
    when: isList,
  })
  .refine((values) => !isRepeated(values, 2), {
    path: [2],
    error: 'This domain is given twice.',
    when: isList,
  })
  .transform((values) => values.filter((value) => value !== ''));

function validateFirmDomain(value: string): string | undefined {
  if (value === '') return undefined;
  if (!isDomain(value)) return texts.domainPattern;
  if (publicSuffixes.has(value) || value.endsWith('.invalid')) return texts.domainInvalid;
  if (!mailProviders.has(value)) return undefined;
  return `${value} is a public email domain. Enter the firm's own domain.`;
}

/** Anyone may register a name under these. `.invalid` is reserved (RFC 2606). */
const publicSuffixes = new Set(
  (
    'co.za org.za net.za web.za law.za gov.za ac.za nom.za school.za ' +
    'co.uk org.uk com.na co.bw co.ls co.sz co.zw co.mz'
  ).split(' '),
);

/** An email's domain decides the firm, so that no firm can own a mail provider's. */
const mailProviders = new Set(
  (
    'gmail.com googlemail.com outlook.com outlook.co.za hotmail.com hotmail.co.za hotmail.co.uk ' +
    'live.com live.co.za msn.com yahoo.com yahoo.co.za yahoo.co.uk ymail.com rocketmail.com ' +
    'icloud.com me.com mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.net gmx.de ' +
    'mail.com zoho.com zohomail.com yandex.com fastmail.com tutanota.com hey.com mweb.co.za ' +
    'webmail.co.za telkomsa.net vodamail.co.za iafrica.com absamail.co.za lantic.net ' +
    'global.co.za cybersmart.co.za'
  ).split(' '),
);

function isList({ value }: { value: unknown }): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRepeated(values: readonly string[], index: number): boolean {
  const value = values[index] ?? '';
  return value !== '' && values.indexOf(value) < index;
}

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
    { path: ['name'], error: 'Give at least one of name, domains, logo and admin.' },
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
    call: 'GET /firms',
    may: 'firms:list',
    summary: 'Firms by name; users other than the system admin get only their own',
    query: z.strictObject({ page: page.optional(), itemsPerPage: itemsPerPage.optional(), search }),
    replies: { 200: listReply(firm).meta({ id: 'FirmList' }) },
  },
  getFirm: {
    call: 'GET /firms/{id}',
    may: 'firms:read',
    summary: 'One firm',
    params,
    replies: { 200: one },
  },
  createFirm: {
    call: 'POST /firms',
    may: 'firms:write',
    summary: 'Add a firm, with the disbursement type Call',
    body: newFirm,
    idempotencyKey: true,
    replies: { 201: one },
    errors: ['conflict'],
    bodyLimit,
  },
  updateFirm: {
    call: 'PUT /firms/{id}',
    may: 'firms:write',
    summary: 'Change a firm, its admin, or both; an admin who is replaced is inactivated',
    params,
    body: changedFirm,
    replies: { 200: one },
    errors: ['conflict', 'changed_meanwhile'],
    bodyLimit,
  },
});
