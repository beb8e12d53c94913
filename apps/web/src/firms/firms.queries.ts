import { role } from '@recoup/contract/core/access';
import { firmEndpoints } from '@recoup/contract/firms/endpoints';
import type { EndpointInput } from '@recoup/contract/core/endpoint';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { read, readData } from '../platform/api/read.ts';
import { send } from '../platform/api/api-client.ts';
import type { ListView } from '../ui/list/list-view.ts';

export function firmsQuery({ page, size, search }: ListView) {
  const query = { page, itemsPerPage: size, search };
  return read(firmEndpoints.listFirms, { query }, { beginsWithLast: true });
}

/** One firm; a form reads it by `useReadOnce`. */
export function firmQuery(id: string) {
  return readData(firmEndpoints.getFirm, { params: { id } }, { gcTime: 0, staleTime: 0 });
}

export function changeFirm(
  id: string,
  body: EndpointInput<typeof firmEndpoints.updateFirm>['body'],
) {
  return send(firmEndpoints.updateFirm, { params: { id }, body: { _id: id, ...body } });
}

type Person = { name?: string; email: string; cell: string; status: 0 | 1 | 2 };

/**
 * Registers the person and makes them the firm's admin. Both calls may be repeated, so a save that
 * failed half-way is saved again.
 */
export async function appointAdmin(firm: { _id: string; version: number }, person: Person) {
  const status = person.status === 0 ? 2 : person.status;
  const { data: admin } = await send(userEndpoints.register, {
    body: { ...person, status, firm: firm._id, role: role.attorneyAdmin },
  });
  return changeFirm(firm._id, { admin: admin._id, version: firm.version });
}

/** Changes the version of the admin that was read. */
export function changeAdmin(
  firm: string,
  { _id: id, version }: { _id: string; version: number },
  person: Person,
) {
  return send(userEndpoints.updateUser, {
    params: { id },
    body: { _id: id, ...person, firm, role: role.attorneyAdmin, version },
  });
}
