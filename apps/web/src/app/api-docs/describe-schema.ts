import type { ApiDocument, Schema } from './api-document.ts';

/** The schema behind a `$ref` of the document, and its name. */
export function resolve(document: ApiDocument, schema: Schema): { schema: Schema; name?: string } {
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? undefined : document.components.schemas[name];
  return name === undefined || !found ? { schema } : { schema: found, name };
}

/** One line: 'string, 1 to 100 characters', 'integer, at least 1', '2 | 1 | 0', 'list of Firm'. */
export function describe(document: ApiDocument, given: Schema): string {
  const { schema, name } = resolve(document, given);
  if (name !== undefined) return name;
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options)
    return [...new Set(options.map((option) => describe(document, option)))].join(
      schema.allOf ? ' and ' : ' or ',
    );
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.items) return `list of ${describe(document, schema.items)}`;
  return [
    typeText(schema),
    range(schema),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function typeText({ type, format }: Schema): string {
  const kind = typeof type === 'string' ? type : (type?.join(' or ') ?? 'anything');
  return format === undefined ? kind : `${kind} (${format})`;
}

/** The limits that say something; the largest number that JavaScript can count to does not. */
function range({ minLength, maxLength, minimum, maximum }: Schema): string {
  const unit = minLength === undefined && maxLength === undefined ? '' : ' characters';
  const from = minLength ?? minimum;
  const to = maxLength ?? maximum;
  const isFrom = from !== undefined && from !== Number.MIN_SAFE_INTEGER;
  const isTo = to !== undefined && to !== Number.MAX_SAFE_INTEGER;
  if (isFrom && isTo) return `${from} to ${to}${unit}`;
  if (isFrom) return `at least ${from}${unit}`;
  return isTo ? `at most ${to}${unit}` : '';
}
