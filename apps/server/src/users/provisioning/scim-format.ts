import { isEmail } from '@recoup/contract/core/email-field';
import { text } from '@recoup/contract/core/fields';
import { z } from 'zod';
import { AppError } from '../../platform/core/app-error.ts';
import type { ProvisionedRow, ScimFilter } from './provisioned-users.repository.ts';

/** RFC 7643, 7644 */
const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

export const scimType = 'application/scim+json';
export const usersPath = '/scim/v2/Users';

/** A change of a person by a directory; undefined fields stay. */
export type PersonChange = {
  email?: string | undefined;
  name?: string | undefined;
  /** Null takes it away. */
  externalId?: string | null | undefined;
  isActive?: boolean | undefined;
};

export function userResource(row: ProvisionedRow, publicUrl: string): object {
  const { id, email, name, externalId, isActive, createdAt } = row;
  return {
    schemas: [schemas.user],
    id,
    ...(externalId !== null && { externalId }),
    userName: email,
    name: { formatted: name },
    displayName: name,
    emails: [{ value: email, type: 'work', primary: true }],
    active: isActive,
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      location: `${publicUrl}${usersPath}/${id}`,
    },
  };
}

export function listResource(
  resources: readonly object[],
  { count, startIndex }: { count: number; startIndex: number },
): object {
  return {
    schemas: [schemas.list],
    totalResults: count,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

export function errorResource(status: number, detail: string, kind: string | undefined): object {
  return {
    schemas: [schemas.error],
    status: String(status),
    detail,
    ...(kind !== undefined && { scimType: kind }),
  };
}

// PostgreSQL takes no NUL.
const filterForm = /^\s*(username|externalid)\s+eq\s+"((?:[^"\\\0]|\\["\\/])*)"\s*$/i;

/** Throws `invalid_input` for other filters than those of Entra and Okta. */
export function parseFilter(filter: unknown): ScimFilter | undefined {
  if (filter === undefined) return undefined;
  const written = typeof filter === 'string' && filter.length <= 600 ? filter : '';
  const [, field, quoted] = filterForm.exec(written) ?? [];
  if (field === undefined || quoted === undefined)
    throw invalid('Only the filters userName eq "…" and externalId eq "…" are known.');
  const value = quoted.replaceAll(/\\(.)/g, '$1');
  return { field: field.toLowerCase() === 'username' ? 'userName' : 'externalId', value };
}

const startIndex = z.coerce.number().int().min(1).max(1_000_000).catch(1);
const count = z.coerce.number().int().min(0).max(100).catch(100);

/** Counts a value that is no number as absent, as RFC 7644 does. */
export function parsePage(query: Readonly<Record<string, unknown>>) {
  return { startIndex: startIndex.parse(query.startIndex), count: count.parse(query.count) };
}

const nameField = text({ min: 1, max: 50 });
const externalIdField = text({ min: 1, max: 255, form: 'any' });
const names = z.looseObject({
  formatted: z.string().nullish(),
  givenName: z.string().nullish(),
  familyName: z.string().nullish(),
});

const resourceForm = 'The body must be a user of SCIM 2.0, with userName as a text.';

/** Fields that a directory may send and Recoup does not keep are left out. */
const resource = z.looseObject({
  userName: z.string().nullish(),
  externalId: z.string().nullish(),
  displayName: z.string().nullish(),
  name: names.nullish(),
});

/** Throws `invalid_input`, but for a person who leaves only if `active` cannot be read. */
export function parseResource(body: unknown): PersonChange {
  if (!isObject(body)) throw invalid(resourceForm);
  const { active, ...fields } = knownFields(body);
  const isActive = active === undefined || active === null ? undefined : parseActive(active);
  try {
    return { ...parseFields(fields), isActive };
  } catch (error) {
    if (isActive !== false) throw error;
    return { isActive };
  }
}

function parseFields(fields: object): PersonChange {
  const parsed = resource.safeParse(fields);
  if (!parsed.success) throw invalid(resourceForm);
  const { userName, externalId, displayName, name } = parsed.data;
  return {
    email: userName === null || userName === undefined ? undefined : parseEmail(userName),
    name: parseName(displayName ?? name?.formatted ?? joined(name)),
    externalId:
      externalId === null || externalId === undefined ? undefined : parseExternalId(externalId),
  };
}

const operation = z.looseObject({
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().trim().max(500).nullish(),
  value: z.unknown().optional(),
});
const operations = z.looseObject({ Operations: z.array(operation).min(1).max(100) });

/**
 * The last operation on a field holds. Throws `invalid_input`, but not for a person who leaves:
 * another field that cannot be taken must not keep the access.
 */
export function parsePatch(body: unknown): PersonChange {
  const parsed = operations.safeParse(body);
  if (!parsed.success)
    throw invalid('The body must have Operations, each with op add, replace or remove.');
  let change: PersonChange = {};
  const refused: unknown[] = [];
  for (const each of parsed.data.Operations)
    try {
      change = { ...change, ...defined(parseOperation(each)) };
    } catch (error) {
      refused.push(error);
    }
  if (refused.length > 0 && change.isActive !== false) throw refused[0];
  return change;
}

function parseOperation({ op, path, value }: z.output<typeof operation>): PersonChange {
  if (op === 'remove') return removed(path ?? '');
  return changed(path === null || path === undefined ? value : { [path]: value });
}

function defined(change: PersonChange): PersonChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function removed(path: string): PersonChange {
  const field = fieldAt(path);
  if (field === 'active') throw withoutActive();
  return field === 'externalId' ? { externalId: null } : {};
}

/** Entra writes `name.formatted` as a path and as a field of the value. */
function changed(fields: unknown): PersonChange {
  // Taken as an object, a list would change nothing without an error.
  if (!isObject(fields)) throw invalid('A value without a path must be an object with its fields.');
  // Left out, it would look like a change that was made.
  if (knownFields(fields).active === null) throw withoutActive();
  return parseResource(fields);
}

function withoutActive(): AppError {
  return invalid('active cannot be removed. Replace it by true or false.');
}

/** Names of fields are compared without case (RFC 7643, section 2.1). */
function knownFields(fields: object): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(fields)) {
    const field = fieldAt(path);
    if (field !== undefined) known[field] = value;
    // Fields may be grouped under the name of their schema.
    if (`${path.toLowerCase()}:` === schemaPrefix && isObject(value))
      Object.assign(known, knownFields(value));
  }
  const { formatted, ...rest } = known;
  return { ...rest, ...(formatted !== undefined && { name: { formatted } }) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const schemaPrefix = `${schemas.user}:`.toLowerCase();

/** A path may begin with the schema. */
function fieldAt(path: string): string | undefined {
  const typed = path.toLowerCase();
  return knownPaths.get(typed.startsWith(schemaPrefix) ? typed.slice(schemaPrefix.length) : typed);
}

const knownPaths = new Map([
  ['active', 'active'],
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['displayname', 'displayName'],
  ['name', 'name'],
  ['name.formatted', 'formatted'],
]);

/** Entra sends the texts "True" and "False". */
function parseActive(value: unknown): boolean {
  const typed = String(value).toLowerCase();
  if ((typeof value === 'boolean' || typeof value === 'string') && /^(?:true|false)$/.test(typed))
    return typed === 'true';
  throw invalid('active must be true or false.');
}

function parseEmail(value: string): string {
  const email = value.trim().toLowerCase();
  if (isEmail(email)) return email;
  throw invalid('userName must be the email address of the person.');
}

function parseExternalId(value: string): string {
  const parsed = externalIdField.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid('externalId must be a text of at most 255 characters.');
}

/** A name that Recoup cannot keep is cut or left out: the person can change it. */
function parseName(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const parsed = nameField.safeParse([...value].slice(0, 50).join(''));
  return parsed.success && [...parsed.data].length >= 3 ? parsed.data : undefined;
}

function joined(name: z.output<typeof names> | null | undefined): string | undefined {
  const parts = [name?.givenName, name?.familyName].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}

export function invalid(message: string): AppError {
  return new AppError('invalid_input', { message });
}
