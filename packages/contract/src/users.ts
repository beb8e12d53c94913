import { z } from 'zod';
import { role, userStatus } from './access.ts';
import { callFee } from './call-fees.ts';
import { id, itemsPerPage, listOf, page, search, sortOrder } from './fields.ts';
import { firmOfUser } from './firms.ts';
import { defineCalls } from './route.ts';

const roleValue = z.union([z.literal(role.attorney), z.literal(role.attorneyAdmin), z.literal(role.systemAdmin)]);
const statusValue = z.union([z.literal(userStatus.blocked), z.literal(userStatus.inactive), z.literal(userStatus.active)]);

const person = {
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  cell: z.string(),
  role: roleValue,
  status: statusValue,
  initials: z.string(),
  pwdResetRequired: z.boolean(),
};

export const typeOfUser = z.object({ _id: z.string(), title: z.string() }).meta({ id: 'TypeOfUser' });

/** A user in a list: the firm is its id, and the types carry their titles. */
export const listedUser = z
  .object({ ...person, firm: z.string().nullable(), disbursementTypes: z.array(typeOfUser) })
  .meta({ id: 'ListedUser' });
export type ListedUser = z.infer<typeof listedUser>;

/** The signed-in user, with the firm as an object. */
export const currentUser = z
  .object({ ...person, firm: firmOfUser.nullable(), disbursementTypes: z.array(typeOfUser), callFees: z.array(callFee) })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUser>;

/** First letters of the first two words, `NA` without any (specification, section 2.15). */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2);
  return words.map((word) => [...word][0]?.toUpperCase() ?? '').join('') || 'NA';
}

/** With neither `page` nor `itemsPerPage` the list is unpaged. */
export const usersQuery = z.strictObject({
  role: z
    .enum(['0', '1'], 'Must be 0 or 1.')
    .transform((value) => (value === '0' ? role.attorney : role.attorneyAdmin))
    .optional(),
  firm: id.optional(),
  page: page.optional(),
  itemsPerPage: itemsPerPage.optional(),
  search,
  sortOrderName: sortOrder.optional(),
  sortOrderStatus: sortOrder.optional(),
});

export const userCalls = defineCalls({
  listUsers: {
    method: 'GET',
    path: '/users',
    may: 'users:list',
    summary: 'People of a firm, searched, sorted and paged',
    query: usersQuery,
    replies: { 200: listOf(listedUser).meta({ id: 'UserList' }) },
  },
});
