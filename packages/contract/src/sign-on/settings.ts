import { z } from 'zod';
import { isDomain } from '../core/email-field.ts';
import { id, secret, text } from '../core/fields.ts';

/** The side that asks for a second factor after a single sign-on. */
const factorBy = z.enum(['recoup', 'provider'], 'Must be recoup or provider.');

const issuerForm =
  'Must be the issuer of your provider, an address such as https://login.example.com/realms/firm.';
const tooShared =
  'This address lets in accounts of every organisation. ' +
  'Take the one of your own tenant: https://login.microsoftonline.com/TENANT-ID/v2.0.';
const tenantPath = /^\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/v2\.0$/i;
/** The tenant of all personal Microsoft accounts. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** Whether the accounts of a provider are known by tenant and object id. */
export function isMicrosoft(issuer: string): boolean {
  return isAt(issuer, 'login.microsoftonline.com');
}

/** Whether accounts outside of any organisation sign in at the same provider. */
export function isGoogle(issuer: string): boolean {
  return isAt(issuer, 'accounts.google.com');
}

function isAt(issuer: string, host: string): boolean {
  return URL.canParse(issuer) && new URL(issuer).hostname === host;
}

/** The tenant in the issuer of Microsoft. */
export function microsoftTenant(issuer: string): string {
  return new URL(issuer).pathname.split('/')[1]?.toLowerCase() ?? '';
}

/** The name of a provider in a sentence or on a button. */
export function providerName(issuer: string): string {
  if (isMicrosoft(issuer)) return 'Microsoft';
  return isGoogle(issuer) ? 'Google' : new URL(issuer).host;
}

/** Compared letter for letter with what the provider says of itself. */
const issuer = text({ min: 1, max: 500, form: 'any', required: issuerForm })
  .refine(isIssuer, { error: issuerForm, abort: true })
  .refine((value) => !isMicrosoft(value) || isOwnTenant(value), tooShared);

function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash, pathname } = new URL(value);
  if (pathname.includes('/.well-known/')) return false;
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}

function isOwnTenant(value: string): boolean {
  return tenantPath.test(new URL(value).pathname) && microsoftTenant(value) !== personalTenant;
}

const domain = z
  .string('Must be text.')
  .trim()
  .toLowerCase()
  .refine(isDomain, 'Must be a domain such as firm.co.za.');

const domains = z
  .array(domain, 'Choose at least one domain.')
  .min(1, 'Choose at least one domain.')
  .max(50, 'Must not be more than 50 items.')
  .refine((names) => new Set(names).size === names.length, 'A domain is named twice.');

const shared = {
  issuer,
  clientId: text({ min: 1, max: 200, required: 'Enter the client id.' }),
  domains,
  linksByEmail: z.boolean('Must be true or false.'),
  isRequired: z.boolean('Must be true or false.'),
  passwordAdmin: id.nullable(),
  factorBy,
};

/** The settings as they are read: never with the secret. */
export const signOnSettings = z
  .strictObject({
    issuer: z.string(),
    clientId: z.string(),
    hasSecret: z.boolean(),
    callbackPath: z
      .string()
      .meta({ description: 'The redirect address to register at the provider, below the host.' }),
    domains: z.array(z.string()),
    linksByEmail: z.boolean(),
    isRequired: z.boolean(),
    passwordAdmin: z.string().nullable(),
    factorBy,
    notLinked: z
      .object({
        count: z.int(),
        people: z.array(z.object({ _id: z.string(), name: z.string(), role: z.int() })),
      })
      .meta({
        description:
          'Active people of the domains whom no account, directory, invitation or email lets in; ' +
          'the first of them by name.',
      }),
  })
  .meta({ id: 'SignOnSettings' });
export type SignOnSettings = z.infer<typeof signOnSettings>;

/** An absent secret stays, as long as the issuer does. */
export const changedSignOn = z
  .strictObject(
    {
      ...shared,
      clientSecret: secret({ max: 500, required: 'Enter the client secret.' }).optional(),
      passwordAdmin: id.nullish(),
    },
    'Must be an object.',
  )
  .meta({ id: 'ChangedSignOn' });
export type ChangedSignOn = z.output<typeof changedSignOn>;
