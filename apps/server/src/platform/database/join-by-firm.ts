import type { JoinBuilder, StringReference } from 'kysely';

/** Joins two ids and the firms beside them: keys begin with the firm. */
export function joinByFirm<DB, TB extends keyof DB>(
  join: JoinBuilder<DB, TB>,
  id: StringReference<DB, TB>,
  other: StringReference<DB, TB>,
) {
  return join.onRef(firmBeside(id), '=', firmBeside(other)).onRef(id, '=', other);
}

function firmBeside<Reference extends string>(id: Reference): Reference {
  // A table with an id of a firm's record has its firm.
  return `${id.slice(0, id.indexOf('.'))}.firmId` as Reference;
}
