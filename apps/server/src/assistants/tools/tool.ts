import { type Action, role } from '@recoup/contract/core/access';
import type { z } from 'zod';
import type { CallApi } from '../api-calls.ts';
import { folded } from '@recoup/contract/core/folded';
import { text } from '@recoup/contract/core/fields';
import { disbursementEndpoints } from '@recoup/contract/disbursements/endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';

export type ToolContext = { call: CallApi; now: Date };

type Described = {
  name: string;
  title: string;
  description: string;
  /** The rights without which it cannot do anything. */
  needs: readonly Action[];
  isWrite: boolean;
};

/**
 * A tool of assistants. Names, descriptions and schemas are constants: what people typed reaches an
 * assistant as data of a result alone.
 */
export type Tool = Described & {
  input: z.ZodObject;
  output: z.ZodObject;
  run(args: unknown, context: ToolContext): Promise<Record<string, unknown>>;
};

/** Keeps the types of the schemas for `run`, whose arguments have passed `input`. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  tool: Described & {
    input: I;
    output: O;
    run(args: z.output<I>, context: ToolContext): Promise<z.output<O>>;
  },
): Tool {
  return tool;
}

/** Thrown for arguments that a tool cannot use; `details` help an assistant to correct them. */
export class ToolError extends Error {
  readonly details: object;
  constructor(message: string, details: object = {}) {
    super(message);
    this.details = details;
  }
}

/** The rows of a page: a result must stay small for an assistant. */
export const rowsPerPage = 20;

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
