import { z } from 'zod';
import { id } from '../core/fields.ts';
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
});
