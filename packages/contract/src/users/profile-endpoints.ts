import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply } from '../core/fields.ts';
import { dateForms } from './date-forms.ts';
import { attorneyFields } from './person-fields.ts';
import { currentUser } from './user.ts';

/** Absent fields stay. */
export const ownProfile = z.strictObject({
  name: attorneyFields.name.optional(),
  dateForm: z.enum(dateForms, `Must be one of ${dateForms.join(', ')}.`).optional(),
});
export type OwnProfile = z.infer<typeof ownProfile>;

export const profileEndpoints = defineEndpoints({
  updateMe: {
    call: 'PUT /me',
    may: 'account:change-profile',
    summary: 'Change the own name, and the form in which the own pages show dates',
    body: ownProfile,
    replies: { 200: dataReply(currentUser).meta({ id: 'OwnProfileReply' }) },
  },
});
