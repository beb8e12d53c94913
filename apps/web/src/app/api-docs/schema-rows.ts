import { type Schema, type ApiDocument } from './api-document.ts';
import { resolve } from './describe-schema.ts';

export type Row = { name: string; note?: string; schema: Schema };

/** Deeper than this no reply of the contract goes; a schema that held itself would never end. */
const deepest = 4;

/** The fields of an object; nested ones with their full name: `data[].firm.name`. */
export function schemaRows(
  document: ApiDocument,
  schema: Schema,
  prefix: string,
  depth: number,
): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key;
    const note = schema.required?.includes(key) === true ? {} : { note: 'optional' };
    const { inner, suffix } = innerObject(document, property);
    const row = { name, schema: property, ...note };
    return !inner || depth === deepest
      ? [row]
      : [row, ...schemaRows(document, inner, `${name}${suffix}.`, depth + 1)];
  });
}

/** The one object in a field: itself, the item of a list, or beside null. */
function innerObject(document: ApiDocument, given: Schema): { inner?: Schema; suffix: string } {
  const { schema } = resolve(document, given);
  if (schema.properties) return { inner: schema, suffix: '' };
  if (schema.items) {
    const { inner, suffix } = innerObject(document, schema.items);
    return inner ? { inner, suffix: `[]${suffix}` } : { suffix: '' };
  }
  const objects = (schema.anyOf ?? [])
    .map((option) => innerObject(document, option))
    .filter(({ inner }) => inner !== undefined);
  return objects.length === 1 && objects[0] ? objects[0] : { suffix: '' };
}
