import { isDeepStrictEqual } from 'node:util';
import { folded } from '@recoup/contract/core/folded';
import { fieldConflict } from '../core/app-error.ts';

export type Named = { id: string; name: string };

/** Throws `conflict` on `field` if another record has the name of this one, folded. */
export function assertNameIsFree(
  { id, name }: Named,
  {
    others,
    message,
    field = 'name',
  }: { others: readonly Named[]; message: string; field?: string },
): void {
  const wanted = folded(name);
  if (others.some((other) => other.id !== id && folded(other.name) === wanted))
    throw fieldConflict(field, message);
}

/** The names of the fields of a schema, in their order. */
export function fieldNames<Fields extends object>(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[]; // Object.keys forgets the literal types
}

export type FieldChanges = Record<string, [before: unknown, after: unknown]>;

/** The named fields that differ, as the audit log has them. */
export function changedFields<Name extends string>(
  before: Readonly<Record<NoInfer<Name>, unknown>>,
  after: Readonly<Record<NoInfer<Name>, unknown>>,
  names: readonly Name[],
): FieldChanges {
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]]));
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Without the fields that a request does not name, and so leaves as they are. */
export function withoutAbsent<Fields extends object>(changed: Fields): Present<Fields> {
  const named = Object.entries(changed).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as Present<Fields>; // `fromEntries` forgets the names
}

/** The named fields of a row alone. */
export function pickFields<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> {
  const named = names.map((name) => [name, row[name]]);
  return Object.fromEntries(named) as Pick<Row, Name>; // `fromEntries` forgets the names
}
