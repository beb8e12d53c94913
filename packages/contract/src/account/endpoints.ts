import { z } from 'zod';
import { dataReply, id, secret } from '../core/fields.ts';
import { email } from '../core/email-field.ts';
import { cell } from '../core/cell-field.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { texts } from '../core/texts.ts';

export const logonBody = z.strictObject({
  email: email({ required: texts.emailRequired, invalid: texts.invalidEmailId }),
  password: secret({ max: 1024, required: texts.passwordRequired }),
});

/** Longer than any password that was ever accepted. */
const passwordInput = (required: string) => secret({ max: 1024, required });

export const sendOtpQuery = z.strictObject({
  email: email({ required: texts.emailRequired, invalid: texts.invalidEmailId }),
});

/** Users copy codes with spaces. */
const otp = z
  .string(texts.otpRequired)
  .transform((value) => value.replace(/\s/g, ''))
  .refine((value) => /^\d{8}$/.test(value), texts.otpRequired)
  .meta({ pattern: String.raw`^\s*(\d\s*){8}$` });

export const verifyOtpBody = z.strictObject({
  otp,
  token: z.string(texts.otpRequired).regex(/^[A-Za-z0-9_-]{20,200}$/, texts.otpRequired),
});

export const resetPasswordBody = z.strictObject({
  newPassword: passwordInput(texts.passwordRequired),
});

/** The specified client sends `_id` too, and the confirmed password. */
const changePasswordBody = z
  .strictObject({
    oldPassword: passwordInput(texts.passwordRequired),
    newPassword: passwordInput(texts.passwordRequired),
    repeatPassword: z.string('Must be text.').meta({ maxLength: 1024 }).optional(),
    _id: id.optional(),
  })
  .refine(
    ({ newPassword, repeatPassword }) =>
      repeatPassword === undefined || repeatPassword === newPassword,
    { error: texts.passwordsDiffer, path: ['repeatPassword'] },
  );

const changeCellBody = z.strictObject({
  cellNumber: cell,
  password: passwordInput(texts.passwordRequired).optional(),
});

const userParams = z.strictObject({ userId: id });
const userReply = (name: string) => dataReply(z.object({ userId: z.string() })).meta({ id: name });

export const accountEndpoints = defineEndpoints({
  logon: {
    call: 'POST /logon',
    may: 'account:logon',
    summary: 'Sign in with email and password',
    body: logonBody,
    replies: { 200: z.object({ token: z.string() }).meta({ id: 'LogonReply' }) },
    errors: ['wrong_credentials', 'first_sign_in_ended', 'second_factor_required'],
  },
  logout: {
    call: 'POST /logout',
    may: 'account:logout',
    summary: 'End the session on the server',
    replies: { 200: z.object({}).meta({ id: 'LogoutReply' }) },
  },
  sendOtp: {
    call: 'GET /v2/sendOtp',
    may: 'account:recover',
    summary:
      'Send a one-time password to the cell of an account; the answer is the same without one',
    query: sendOtpQuery,
    replies: { 200: dataReply(z.string()).meta({ id: 'SendOtpReply' }) },
  },
  verifyOtp: {
    call: 'POST /v2/verifyOtp',
    may: 'account:recover',
    summary: 'Exchange a one-time password for a token that sets one new password',
    body: verifyOtpBody,
    replies: {
      200: dataReply(z.object({ userId: z.string(), token: z.string() })).meta({
        id: 'VerifyOtpReply',
      }),
    },
  },
  resetPassword: {
    call: 'PUT /users/update-passwordv2/{userId}',
    may: 'account:reset-password',
    summary: 'Set a new password with the token of a one-time password',
    params: userParams,
    body: resetPasswordBody,
    replies: { 200: userReply('ResetPasswordReply') },
  },
  changePassword: {
    call: 'PUT /users/update-password/{userId}',
    may: 'account:change-password',
    summary: 'Change the own password, and end all other sessions',
    params: userParams,
    body: changePasswordBody,
    replies: { 200: userReply('ChangePasswordReply') },
  },
  changeCell: {
    call: 'PUT /users/update-cellnumber/{userId}',
    may: 'account:change-cell',
    summary:
      'Change the own cell number; ten minutes after the sign-in the password is needed again',
    params: userParams,
    body: changeCellBody,
    replies: { 200: userReply('ChangeCellReply') },
    errors: ['reauthentication_required'],
  },
});
