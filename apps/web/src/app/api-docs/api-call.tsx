import {
  type ApiEndpoint,
  type ApiDocument,
  describe,
  resolve,
  type Schema,
} from './api-document.ts';
import { ChevronIcon } from '../../ui/controls/icons.tsx';
import styles from './api-page.module.css';

type Row = { name: string; note?: string; schema: Schema };

/** One call: closed its address and what it is for, open all that goes in and comes out. */
export function EndpointDetails({ document, call }: { document: ApiDocument; call: ApiEndpoint }) {
  const parameters = call.parameters.map(({ name, schema, required, ...parameter }) => ({
    name,
    schema,
    note: `${parameter.in}${required ? ', required' : ''}`,
  }));
  return (
    <details className={styles.call} id={call.operationId}>
      <summary>
        <span className={styles.method}>{call.method}</span>
        <code>{call.path}</code>
        <span className={styles.summary}>{withCode(call.summary)}</span>
        <ChevronIcon />
      </summary>
      <div className={styles.body}>
        <p>
          <strong>Who may:</strong> {call['x-who-may']}.
        </p>
        {parameters.length > 0 && (
          <Fields title="Parameters" document={document} rows={parameters} />
        )}
        {contents(call.requestBody).map(({ type, schema }) => (
          <Shape key={type} title={`Body, ${type}`} document={document} schema={schema} />
        ))}
        <Replies document={document} responses={call.responses} />
      </div>
    </details>
  );
}

/** What stands between backticks is a name of the wire. */
function withCode(text: string) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}

function Replies({
  document,
  responses,
}: {
  document: ApiDocument;
  responses: ApiEndpoint['responses'];
}) {
  const isGood = (status: string) => status.startsWith('2');
  const all = Object.entries(responses);
  const shapes = all
    .filter(([status]) => isGood(status))
    .flatMap(([status, reply]) => contents(reply).map((one) => ({ ...one, status })));
  return (
    <>
      {shapes.map(({ status, type, schema }) => (
        <Shape
          key={`${status} ${type}`}
          title={`Reply ${status}, ${type}`}
          document={document}
          schema={schema}
        />
      ))}
      <h3>Errors</h3>
      <dl className={styles.errors}>
        {all
          .filter(([status]) => !isGood(status))
          .map(([status, { description }]) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>{description}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

/** What goes in or comes out: the fields of an object as a table, everything else as a line. */
function Shape({
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
  return <Fields title={title} document={document} rows={rowsOf(document, schema, '', 0)} />;
}

function Fields({
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

/** Deeper than this no reply of the contract goes; a schema that held itself would never end. */
const deepest = 4;

/** The fields of an object, those of the objects in it below them by their whole name: `data[].firm.name`. */
function rowsOf(document: ApiDocument, schema: Schema, prefix: string, depth: number): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key;
    const note = schema.required?.includes(key) === true ? {} : { note: 'optional' };
    const { inner, suffix } = innerObject(document, property);
    const row = { name, schema: property, ...note };
    return !inner || depth === deepest
      ? [row]
      : [row, ...rowsOf(document, inner, `${name}${suffix}.`, depth + 1)];
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

function contents(part: ApiEndpoint['requestBody']): { type: string; schema: Schema }[] {
  return Object.entries(part?.content ?? {}).map(([type, { schema }]) => ({
    type: type === 'application/json' ? 'JSON' : type,
    schema,
  }));
}
