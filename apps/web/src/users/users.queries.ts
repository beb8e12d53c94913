import { role } from '@recoup/contract/core/access';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { read, readData } from '../platform/api/read.ts';
import { session } from '../platform/session/session.ts';
import type { ListView } from '../ui/list/list-view.ts';

/** A page of attorneys, by name by default (specification, section 7). */
export function attorneysQuery(view: ListView) {
  return peopleQuery(role.attorney, view);
}

/** A page of auditors, by name by default. */
export function auditorsQuery(view: ListView) {
  return peopleQuery(role.auditor, view);
}

function peopleQuery(of: typeof role.attorney | typeof role.auditor, view: ListView) {
  const { page, size, search, sort } = view;
  const order = sort?.order === 'desc' ? ('-1' as const) : ('1' as const);
  const query = {
    role: `${of}`,
    firm: session.firm(),
    page,
    itemsPerPage: size,
    search,
    ...(sort?.key === 'status' ? { sortOrderStatus: order } : { sortOrderName: order }),
  } as const;
  return read(userEndpoints.listUsers, { query }, { beginsWithLast: true });
}

const all = { query: { role: `${role.attorney}`, sortOrderName: '1' } } as const;
const what = 'attorneys';

/** All attorneys of the firm by name: for choosing among them. */
export const allAttorneysQuery = readData(userEndpoints.listUsers, all, { what });

/** The same where they are only shown. */
export const shownAttorneysQuery = readData(userEndpoints.listUsers, all, {
  what,
  beginsWithLast: true,
});

/** One user; a form reads it by `useReadOnce`. */
export function userQuery(id: string) {
  return readData(userEndpoints.getUser, { params: { id } }, { gcTime: 0, staleTime: 0 });
}
