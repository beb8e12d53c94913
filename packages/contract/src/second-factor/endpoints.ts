import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, listReply, secret, text } from '../core/fields.ts';
import { texts } from '../core/texts.ts';

/** Times and numbers of decision 67. */
export const secondFactorRules = {
  recoveryCodes: 10,
  fewRecoveryCodes: 2,
  challengeMinutes: 5,
  most: 10,
} as const;

export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

const codeForm = 'Enter the six digits that the app shows.';
const code = z
  .string(codeForm)
  .transform((value) => value.replaceAll(/\s/g, ''))
  .refine((value) => /^\d{6}$/.test(value), codeForm)
  .meta({ pattern: String.raw`^\s*(\d\s*){6}$` });

const recoveryForm = 'Enter a recovery code.';
/** Sixteen letters and digits, in groups of four as they are shown, or without the hyphens. */
const recoveryCode = z
  .string(recoveryForm)
  .transform((value) => value.replaceAll(/[\s-]/g, '').toLowerCase())
  .refine((value) => /^[a-z2-7]{16}$/.test(value), recoveryForm)
  .meta({ pattern: String.raw`^[\sA-Za-z2-7-]{16,40}$` });

/** JSON of the Web Authentication API; the server's library checks it. */
const webAuthn = z.looseObject({ id: z.string().max(2048), type: z.literal('public-key') });

const name = text({ min: 1, max: 50 });

/** Ten minutes after the sign-in the password is needed again. */
const reauthentication = {
  password: secret({ max: 1024, required: texts.passwordRequired }).optional(),
};

const newFactor = z.strictObject({
  kind: z.enum(factorKinds, 'Must be totp or passkey.'),
  name: name.optional(),
  ...reauthentication,
});

/** `code` for an app, `response` for a passkey. */
export const factorProof = z
  .strictObject({ code: code.optional(), response: webAuthn.optional() })
  .refine(({ code: typed, response }) => (typed === undefined) !== (response === undefined), {
    path: ['code'],
    error: codeForm,
  });

export const secondFactor = z
  .object({
    _id: z.string(),
    kind: z.enum(factorKinds),
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.infer<typeof secondFactor>;

const recoveryCodes = z.array(z.string());
const passkeyOptions = z.looseObject({}).meta({
  description: 'Options of the Web Authentication API, as JSON.',
});

const challenge = z.string('Sign in again.').regex(/^[A-Za-z0-9_-]{20,200}$/, 'Sign in again.');

export const secondFactorLogon = z
  .strictObject({
    challenge,
    code: code.optional(),
    recoveryCode: recoveryCode.optional(),
    response: webAuthn.optional(),
  })
  .refine(
    (proof) =>
      [proof.code, proof.recoveryCode, proof.response].filter((value) => value !== undefined)
        .length === 1,
    { path: ['code'], error: codeForm },
  );

const byId = z.strictObject({ id });
const nothing = z.object({});

export const secondFactorEndpoints = defineEndpoints({
  logonWithFactor: {
    call: 'POST /logon/second-factor',
    may: 'account:logon',
    summary: 'Complete a sign-in with a code of an app, a passkey or a recovery code',
    body: secondFactorLogon,
    replies: { 200: z.object({ token: z.string() }).meta({ id: 'SecondFactorLogonReply' }) },
    errors: ['wrong_code', 'challenge_ended'],
  },
  listFactors: {
    call: 'GET /second-factors',
    may: 'second-factors:enrol',
    summary: 'The own second factors that are confirmed',
    replies: {
      200: listReply(secondFactor)
        .extend({
          recoveryCodesLeft: z.int(),
          isRequired: z.boolean().meta({ description: 'By the policy, today.' }),
          arePasskeysPossible: z.boolean().meta({
            description: 'Browsers allow them over https and on localhost only.',
          }),
        })
        .meta({ id: 'SecondFactorList' }),
    },
  },
  createFactor: {
    call: 'POST /second-factors',
    may: 'second-factors:enrol',
    summary: 'Begin a second factor; it counts only after it was confirmed',
    body: newFactor,
    replies: {
      201: dataReply(
        z.object({
          _id: z.string(),
          secret: z.string().optional().meta({ description: 'Base32, of an app.' }),
          url: z.string().optional().meta({ description: 'otpauth://, of an app.' }),
          options: passkeyOptions.optional(),
        }),
      ).meta({ id: 'NewSecondFactorReply' }),
    },
    errors: ['reauthentication_required', 'conflict'],
  },
  confirmFactor: {
    call: 'PUT /second-factors/{id}',
    may: 'second-factors:enrol',
    summary: 'Confirm a second factor; the first one brings recovery codes, shown once',
    params: byId,
    body: factorProof,
    replies: {
      200: dataReply(z.object({ recoveryCodes: recoveryCodes.optional() })).meta({
        id: 'ConfirmedSecondFactorReply',
      }),
    },
    errors: ['wrong_code', 'conflict'],
  },
  deleteFactor: {
    call: 'DELETE /second-factors/{id}',
    may: 'second-factors:manage',
    summary: 'Remove a second factor; not the last one while the policy requires one',
    params: byId,
    body: z.strictObject(reauthentication).optional(),
    replies: { 200: nothing.meta({ id: 'DeletedSecondFactorReply' }) },
    errors: ['reauthentication_required', 'conflict'],
  },
  renewRecoveryCodes: {
    call: 'POST /recovery-codes',
    may: 'second-factors:manage',
    summary: 'Make ten new recovery codes, shown once; the earlier ones end',
    body: z.strictObject(reauthentication),
    replies: { 201: dataReply(z.object({ recoveryCodes })).meta({ id: 'RecoveryCodesReply' }) },
    errors: ['reauthentication_required', 'conflict'],
  },
  resetFactors: {
    call: 'DELETE /users/{id}/second-factors',
    may: 'users:write',
    summary: 'Remove the second factors of a user who lost them, and end the sessions',
    params: byId,
    body: z.strictObject(reauthentication).optional(),
    replies: { 200: nothing.meta({ id: 'ResetSecondFactorsReply' }) },
    errors: ['reauthentication_required', 'conflict'],
  },
});
