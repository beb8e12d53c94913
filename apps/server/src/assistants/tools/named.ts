import { folded } from '@recoup/contract/core/folded';
import { role } from '@recoup/contract/core/access';
import { text } from '@recoup/contract/core/fields';
import { disbursementEndpoints } from '@recoup/contract/disbursements/endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { type CallApi } from '../api-calls.ts';
import { rowsPerPage, ToolError } from './tool.ts';

export const attorneyField = text({ min: 1, max: 200 }).describe(
  'The attorney: an _id, an email address, or a name or part of it that only one attorney has.',
);
export const typeField = text({ min: 1, max: 200 }).describe(
  'The disbursement type: an _id or its whole title.',
);

/** As the query has it. */
const attorneyRole = `${role.attorney}` as const;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of the one attorney that is meant. Throws `ToolError` for none and for several. */
export async function findAttorneyId(call: CallApi, meant: string): Promise<string> {
  if (uuid.test(meant)) return meant;
  const { data } = await call(userEndpoints.listUsers, {
    query: { role: attorneyRole, search: meant, itemsPerPage: rowsPerPage },
  });
  const exact = data.filter(({ name, email }) => [name, email].some((own) => isSame(own, meant)));
  const [one, another] = exact.length > 0 ? exact : data;
  if (one && !another) return one._id;
  const attorneys = data.map(({ _id, name, email }) => ({ _id, name, email }));
  throw one
    ? new ToolError('Several attorneys are meant. Choose one by its _id.', { attorneys })
    : new ToolError('There is no such attorney.');
}

/** The id of the disbursement type that is meant. Throws `ToolError` for none. */
export async function findTypeId(call: CallApi, meant: string): Promise<string> {
  if (uuid.test(meant)) return meant;
  const { data } = await call(disbursementEndpoints.listDisbursements, {
    query: { search: meant, itemsPerPage: rowsPerPage },
  });
  const one = data.find(({ title }) => isSame(title, meant));
  if (one) return one._id;
  const disbursementTypes = data.map(({ _id, title }) => ({ _id, title }));
  throw new ToolError('There is no disbursement type with this title.', { disbursementTypes });
}

function isSame(one: string, other: string): boolean {
  return folded(one) === folded(other);
}
