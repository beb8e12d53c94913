import { z } from 'zod';
import { texts } from '../core/texts.ts';
import { id, secret } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { user } from './user.ts';

export const firstSignInEndpoints = defineEndpoints({
  renewFirstSignIn: {
    call: 'PUT /users/{id}/first-sign-in',
    may: 'users:write',
    summary:
      'A new invitation, or a new initial password where the cell receives no SMS, ' +
      'for a user who has not chosen a password yet',
    params: z.strictObject({ id }),
    body: z.strictObject({}),
    replies: {
      200: z
        .object({
          data: user,
          initialPassword: z.string().nullable().meta({
            description: 'Random, and in this reply alone; null where an invitation was emailed.',
          }),
        })
        .meta({ id: 'FirstSignInReply' }),
    },
    errors: ['conflict', 'changed_meanwhile'],
  },
  unlinkUser: {
    call: 'DELETE /users/{id}/identities',
    may: 'users:write',
    summary:
      'Remove the linked accounts of a user, who links another one at the next single sign-on, ' +
      'and end the sessions',
    params: z.strictObject({ id }),
    body: z
      .strictObject({
        password: secret({ max: 1024, required: texts.passwordRequired }).optional(),
      })
      .optional(),
    replies: { 200: z.object({}).meta({ id: 'UnlinkedUserReply' }) },
    errors: ['conflict', 'reauthentication_required'],
  },
});
