import { type ApiEndpoint, type Schema, type ApiDocument } from './api-document.ts';
import { resolve, describe } from './describe-schema.ts';
import styles from './api-page.module.css';
import { schemaRows, type Row } from './schema-rows.ts';

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
  schema: given,
}: {
  title: string;
  document: ApiDocument;
  schema: Schema;
}) {
  const { schema } = resolve(document, given);
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
        <p>{describe(document, given)}</p>
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
