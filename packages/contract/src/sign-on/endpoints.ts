import { z } from 'zod';
import { email } from '../core/email-field.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, listReply, secret, text } from '../core/fields.ts';
import { texts } from '../core/texts.ts';

const ticketForm = 'Sign in again.';
const ticket = z.string(ticketForm).regex(/^[A-Za-z0-9_.-]{20,200}$/, ticketForm);

/** A page of this product to return to. */
const returnTo = text({ max: 500, form: 'any' }).optional();

/** Ten minutes after the sign-in the password is needed again. */
const reauthentication = {
  password: secret({ max: 1024, required: texts.passwordRequired }).optional(),
};

const identity = z
  .object({
    _id: z.string(),
    issuer: z.string(),
    provider: z.string().meta({ description: 'Its name, such as Microsoft.' }),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'Identity' });
export type Identity = z.infer<typeof identity>;

const claim = z.object({ name: z.string(), value: z.string() });

const signOnTest = z
  .object({
    isGood: z.boolean(),
    message: z.string(),
    claims: z.array(claim),
  })
  .meta({ id: 'SignOnTest' });
export type SignOnTest = z.infer<typeof signOnTest>;

const address = dataReply(z.object({ url: z.string() }));
const byId = z.strictObject({ id });

export const signOnEndpoints = defineEndpoints({
  findSignOn: {
    call: 'GET /sign-on',
    may: 'account:logon',
    summary: 'Where people of a domain sign in; by the domain of the email alone',
    query: z.strictObject({
      email: email({ required: texts.emailRequired, invalid: texts.invalidEmailId }),
    }),
    replies: {
      200: dataReply(z.object({ url: z.string(), provider: z.string() }).nullable()).meta({
        id: 'SignOnReply',
      }),
    },
  },
  logonWithTicket: {
    call: 'POST /logon/sign-on',
    may: 'account:logon',
    summary: 'Sign in with the ticket of a single sign-on, which works once and for one minute',
    body: z.strictObject({ ticket }),
    replies: { 200: z.object({ token: z.string() }).meta({ id: 'SignOnLogonReply' }) },
    errors: ['challenge_ended', 'second_factor_required'],
  },
  listIdentities: {
    call: 'GET /identities',
    may: 'identities:manage',
    summary: 'The accounts of providers with which the caller signs in',
    replies: {
      200: listReply(identity)
        .extend({
          provider: z
            .string()
            .nullable()
            .meta({ description: 'The provider of the firm; null without single sign-on.' }),
          opensByPassword: z.boolean().meta({
            description: 'Whether a password signs the caller in, and confirms older sessions.',
          }),
        })
        .meta({ id: 'IdentityList' }),
    },
  },
  createIdentity: {
    call: 'POST /identities',
    may: 'identities:manage',
    summary: 'Begin to link the account that signs in at the address of the answer',
    body: z.strictObject({ returnTo, ...reauthentication }),
    replies: { 201: address.meta({ id: 'NewIdentityReply' }) },
    errors: ['conflict', 'reauthentication_required'],
  },
  deleteIdentity: {
    call: 'DELETE /identities/{id}',
    may: 'identities:manage',
    summary: 'Remove a linked account, and end the other sessions',
    params: byId,
    body: z.strictObject(reauthentication).optional(),
    replies: { 200: z.object({}).meta({ id: 'DeletedIdentityReply' }) },
    errors: ['conflict', 'reauthentication_required'],
  },
  confirmAtProvider: {
    call: 'POST /sign-on-confirmations',
    may: 'identities:manage',
    summary: 'Confirm an older session by a new sign-in at the provider',
    body: z.strictObject({ returnTo }),
    replies: { 201: address.meta({ id: 'SignOnConfirmationReply' }) },
    errors: ['conflict'],
  },
  createSignOnTest: {
    call: 'POST /sign-on-tests',
    may: 'firm-settings:write',
    summary: 'Begin a test of the saved provider, which signs nobody in',
    body: z.strictObject({ returnTo }),
    replies: { 201: address.meta({ id: 'NewSignOnTestReply' }) },
    errors: ['conflict'],
  },
  getSignOnTest: {
    call: 'GET /sign-on-tests/{id}',
    may: 'firm-settings:write',
    summary: 'What the provider said in a test of the last ten minutes',
    params: byId,
    replies: { 200: dataReply(signOnTest).meta({ id: 'SignOnTestReply' }) },
  },
});
