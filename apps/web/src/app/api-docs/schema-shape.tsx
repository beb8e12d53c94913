import type { ApiEndpoint, Schema, ApiDocument } from './api-document.ts';
import styles from './api-page.module.css';

export function contents(part: ApiEndpoint['requestBody']): { type: string; schema: Schema }[] {
  return Object.entries(part?.content ?? {}).map(([type, { schema }]) => ({
    type: type === 'application/json' ? 'JSON' : type,
    schema,
  }));
}

/** Schema of a request or response: an object as a table, other types as a line. */
export function Shape({
  title,
  document,
  schema: outer,
}: {
  title: string;
  document: ApiDocument;
  schema: Schema;
}) {
  const { schema } = resolve(document, outer);
  const options = schema.anyOf ?? schema.oneOf;
  if (
    options &&
    options.some((option) => resolve(document, option).schema.properties !== undefined)
  ) {
    return options.map((option, index) => (
      // The options of a schema have no name and never change their order.
      <Shape
        key={String(index)}
        title={`${title} (${index + 1} of ${options.length})`}
        document={document}
        schema={option}
      />
    ));
  }
  if (!schema.properties) {
    return (
      <>
        <h3>{title}</h3>
        <p>{describe(document, outer)}</p>
      </>
    );
  }
  return (
    <SchemaFields title={title} document={document} rows={schemaRows(document, schema, '', 0)} />
  );
}

export function SchemaFields({
  title,
  document,
  rows,
}: {
  title: string;
  document: ApiDocument;
  rows: readonly Row[];
}) {
  return (
    <>
      <h3>{title}</h3>
      <dl className={styles.fields}>
        {rows.map(({ name, note, schema }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {describe(document, schema)}
              {note !== undefined && <span className={styles.note}> {note}</span>}
              {schema.description !== undefined && <p>{schema.description}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type Row = { name: string; note?: string; schema: Schema };

/** Deeper than this no reply of the contract goes; a schema that held itself would never end. */
const deepest = 4;

/** The fields of an object; nested ones with their full name: `data[].firm.name`. */
function schemaRows(document: ApiDocument, schema: Schema, prefix: string, depth: number): Row[] {
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
function innerObject(document: ApiDocument, outer: Schema): { inner?: Schema; suffix: string } {
  const { schema } = resolve(document, outer);
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

/** The schema behind a `$ref` of the document, and its name. */
function resolve(document: ApiDocument, schema: Schema): { schema: Schema; name?: string } {
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? undefined : document.components.schemas[name];
  return name === undefined || !found ? { schema } : { schema: found, name };
}

/** One line: 'string, 1 to 100 characters', 'integer, at least 1', '2 | 1 | 0', 'list of Firm'. */
function describe(document: ApiDocument, outer: Schema): string {
  const { schema, name } = resolve(document, outer);
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
