import { z } from 'zod';
import { email, secret } from './fields.ts';
import { defineCalls } from './route.ts';
import { texts } from './texts.ts';
import { currentUser } from './users.ts';

export const logonBody = z.strictObject({
  email: email({ required: texts.emailRequired, invalid: texts.invalidEmailId }),
  password: secret({ max: 1024, required: texts.passwordRequired }),
});

export const accountCalls = defineCalls({
  logon: {
    method: 'POST',
    path: '/logon',
    may: 'account:logon',
    summary: 'Sign in with e-mail and password',
    body: logonBody,
    replies: { 200: z.object({ token: z.string() }).meta({ id: 'LogonReply' }) },
    errors: ['wrong_credentials'],
  },
  logout: {
    method: 'POST',
    path: '/logout',
    may: 'account:logout',
    summary: 'End the session on the server',
    replies: { 200: z.object({}).meta({ id: 'LogoutReply' }) },
  },
  getMe: {
    method: 'GET',
    path: '/me',
    may: 'account:me',
    summary: 'The signed-in user',
    replies: { 200: currentUser },
  },
});
